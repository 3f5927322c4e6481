import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

/**
 * On Linux, where threads have priorities of their own: the threads of libuv, which compress
 * answers and hash passwords,
 * yield to the main thread, on which everybody waits. Elsewhere, and where the system does not
 * permit it, nothing changes.
 */
export async function preferMainThread(): Promise<void> {
  if (process.platform !== 'linux') return;
  // The first work for them starts them all.
  await stat('/');
  for (const id of readdirSync('/proc/self/task')) lower(id);
}

function lower(id: string): void {
  try {
    if (readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith('libuv'))
      setPriority(Number(id), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The thread has ended, or nobody may change priorities here: the server starts all the same.
  }
}
