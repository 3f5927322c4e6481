import { operations, type OutputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { addingOf } from './add-passkey.ts';
import { askForNew } from './passkeys.ts';

/** What a browser needs to make a passkey. */
export async function startPasskey(
  ctx: ServiceContext,
): Promise<OutputOf<(typeof operations)['auth']['startPasskey']>> {
  const actor = authorize(ctx, operations.auth.startPasskey);
  return askForNew(ctx, addingOf(actor), actor.user);
}
