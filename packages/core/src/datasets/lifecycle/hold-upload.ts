import type { ServiceContext } from '../../context.ts';
import { takeLease } from '../../requests/take-lease.ts';

/** After a crash somebody else may go on with an upload after this. */
const leaseSeconds = 20;

/** Who writes to an upload in this process, and how they are asked to end. */
const holders = new Map<string, { readonly ask: () => void; readonly ended: Promise<void> }>();

/**
 * Holds an upload for one request until the answer is called, on every replica: two that write at
 * once would mix their bytes. A request of this process that holds it is asked to end, and waited
 * for: its client may be gone without a word. `onWanted` is called where somebody else asks so.
 * Throws conflict where another process holds it.
 */
export async function holdUpload(
  ctx: Pick<ServiceContext, 'em' | 'clock' | 'log'>,
  id: string,
  onWanted: () => void,
): Promise<() => Promise<void>> {
  for (let other = holders.get(id); other !== undefined; other = holders.get(id)) {
    other.ask();
    await other.ended;
  }
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  holders.set(id, { ask: onWanted, ended });
  const end = (): void => {
    holders.delete(id);
    resolve();
  };
  try {
    const lease = await takeLease(
      ctx,
      `upload:${id}`,
      'Another request writes to this upload.',
      'Try again in a few seconds.',
      leaseSeconds,
    );
    return async () => {
      await lease.release();
      end();
    };
  } catch (error) {
    end();
    throw error;
  }
}
