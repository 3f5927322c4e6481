import { operations } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { createDataset } from '../datasets/lifecycle/create-dataset.ts';
import { authorizationOf, type TestCore } from '../testing.ts';

/** A dataset of a new owner, whom nobody was answered about, and a key that may not read its rows. */
export async function openWithKey(
  app: TestCore,
  csv: string,
): Promise<{ readonly ctx: ServiceContext; readonly id: string }> {
  const user = await app.createTestUser({ verified: false, tier: 'paid' });
  const whole = await app.contextOf(authorizationOf(user));
  const { id } = await createDataset(whole, { file: await app.receive(csv) });
  const actor = authorize(whole, operations.datasets.get);
  return {
    id,
    ctx: { ...whole, actor: { ...actor, via: 'api-key', scopes: ['read', 'analyse'] } },
  };
}
