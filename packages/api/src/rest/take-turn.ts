import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';

const limit = pLimit(1);

/**
 * Waits until a piece of a body may be taken: one in each round of the loop, of all bodies that come
 * in, first come first served. A socket gives two megabytes at once where nothing holds it back, and
 * a hundred of them would keep everybody else waiting.
 */
export const takeTurn = (): Promise<void> => limit(() => setImmediate());
