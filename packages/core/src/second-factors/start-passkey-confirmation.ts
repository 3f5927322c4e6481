import { operations, type OutputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { confirmingOf } from './confirm-with-passkey.ts';
import { askForKnown } from './passkeys.ts';

/** What a browser needs to confirm with a passkey that it is still its owner who asks. */
export async function startPasskeyConfirmation(
  ctx: ServiceContext,
): Promise<OutputOf<(typeof operations)['auth']['startPasskeyConfirmation']>> {
  return askForKnown(ctx, confirmingOf(authorize(ctx, operations.auth.startPasskeyConfirmation)));
}
