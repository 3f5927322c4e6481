import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { updateDataset } from '../versions/update-dataset.ts';
import { dismissAlert } from './dismiss-alert.ts';
import { findAlerts } from './find-alerts.ts';

let app: TestCore;
let ctx: ServiceContext;
beforeAll(async () => {
  app = await createTestCore();
  ctx = await app.contextOf(authorizationOf(await app.createTestUser({ tier: 'paid' })));
});
afterAll(() => app.close());

const missing = (of: number): string =>
  `k,x\n${Array.from({ length: 100 }, (_, i) => `${i},${i < of ? '' : (i * 17) % 101}`).join('\n')}\n`;
const upload = async (of: number) =>
  (await createDataset(ctx, { file: await app.receive(missing(of), `${of}.csv`) })).id;
const replace = async (id: string, of: number) =>
  updateDataset(ctx, { id, file: await app.receive(missing(of), 'x.csv') });
const shown = async (id: string) => {
  const { alerts } = await findAlerts(ctx, { id });
  const { severity, said, dismissed } = alerts.find(({ key }) => key === 'missing:x') ?? {};
  return [severity, said, dismissed?.reason];
};

test('an alert that became graver is open again, and says why it was dismissed', async () => {
  const id = await upload(10);
  await dismissAlert(ctx, { id, key: 'missing:x', reason: 'Known gap' });
  const [, said] = await shown(id);
  expect(await shown(id)).toEqual(['low', said, 'Known gap']);
  await replace(id, 90);
  const [severity, now, reason] = await shown(id);
  expect([severity, reason]).toEqual(['high', undefined]);
  expect(now).toMatch(/ Dismissed while its severity was low, by .+: “Known gap”\.$/);
  await dismissAlert(ctx, { id, key: 'missing:x', reason: 'Asked of few' });
  expect((await shown(id))[2]).toBe('Asked of few');
  await replace(id, 10);
  expect((await shown(id))[2]).toBe('Asked of few');
});

test('what was dismissed before it occurred stays so', async () => {
  const id = await upload(0);
  await dismissAlert(ctx, { id, key: 'missing:x', reason: 'As agreed' });
  await replace(id, 90);
  expect((await shown(id))[2]).toBe('As agreed');
});
