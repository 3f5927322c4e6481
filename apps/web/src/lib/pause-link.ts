import type { AppRouter } from '@columnist/api';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { problemIn } from './errors.ts';
import { beginPause } from './pauses.ts';

/** How often a question is asked again; then its refusal is shown. */
const mostPauses = 4;

/**
 * Seconds after which a question that was refused because there were too many may be asked again;
 * null of every other error.
 */
function pauseAfter(error: unknown): number | null {
  const found = problemIn(error);
  // Refusals of a full queue name a limit; those for a part of the server that is away do not.
  const isBusy =
    found?.code === 'rate_limited' || (found?.code === 'unavailable' && found.limit !== undefined);
  return isBusy ? (found.retry_after ?? null) : null;
}

/**
 * Asks questions again, when the server says, that it refused because too many were asked. What
 * changes something is not repeated.
 */
export const pauseLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let pauses = 0;
      let stop = (): void => {};
      const ask = (): void => {
        const call = next(op).subscribe({
          next: (answer) => observer.next(answer),
          complete: () => observer.complete(),
          error: (refusal) => {
            const seconds = op.type === 'query' && pauses < mostPauses ? pauseAfter(refusal) : null;
            if (seconds === null) {
              observer.error(refusal);
              return;
            }
            pauses += 1;
            stop = beginPause(seconds, ask);
          },
        });
        stop = () => call.unsubscribe();
      };
      ask();
      return () => stop();
    });
