import type { AppRouter } from '@columnist/api';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { askConfirmation, unconfirmed, wantedBy } from './confirmation.ts';
import { problemIn } from './errors.ts';

/**
 * Repeats a call that was refused because the person has not been asked for a while, once they have
 * confirmed; the page that made it knows nothing of it.
 */
export const confirmLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let left = false;
      let call = next(op).subscribe({
        next: (answer) => observer.next(answer),
        complete: () => observer.complete(),
        error: (refusal) => {
          const fail = () => observer.error(refusal);
          const wanted = wantedBy(problemIn(refusal)?.code);
          if (wanted === null) {
            fail();
            return;
          }
          void askConfirmation(wanted).then((confirmed) => {
            if (!confirmed) observer.error(closedBy(refusal));
            else if (!left) call = next(op).subscribe(observer);
          }, fail);
        },
      });
      return () => {
        left = true;
        call.unsubscribe();
      };
    });

/** The refusal in the words of somebody who closed the question. */
function closedBy(refusal: TRPCClientError<AppRouter>): TRPCClientError<AppRouter> {
  const { shape, meta = {} } = refusal;
  if (shape === undefined || shape === null) return refusal;
  const { problem } = shape.data;
  const data = { ...shape.data, problem: { ...problem, detail: unconfirmed } };
  return TRPCClientError.from<AppRouter>({ error: { ...shape, data } }, { meta });
}
