import type { AppRouter } from '@columnist/api';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { shapes } from 'virtual:answer-shapes';
import { UnreadableAnswer } from './errors.ts';
import { fitsShape } from './fits-shape.ts';

/**
 * An answer about an account, a plan or the administration that lacks what its operation promises is
 * an error, which the page that asked knows how to show.
 */
export const answerLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (answer) => {
          const data: unknown = 'data' in answer.result ? answer.result.data : undefined;
          if (fitsShape(data, shapes[op.path] ?? 'any')) observer.next(answer);
          else observer.error(TRPCClientError.from(new UnreadableAnswer(200)));
        },
        complete: () => observer.complete(),
        error: (failure) => observer.error(failure),
      }),
    );
