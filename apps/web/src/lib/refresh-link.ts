import type { AppRouter } from '@columnist/api';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { takingCredentials } from 'virtual:operation-facts';
import { problemIn } from './errors.ts';
import { accessToken, refreshSession } from './stored-tokens.ts';

/**
 * A new token does not help where a 401 says that the e-mail, the password or the second factor is
 * wrong, and a session that is being left needs none.
 */
const final: ReadonlySet<string> = new Set([...takingCredentials, 'auth.logout']);

const asError = (failure: unknown): Error =>
  failure instanceof Error ? failure : new Error(String(failure));

/**
 * Repeats a call once, with new tokens, when it was refused for its old one or for having none; of a
 * batch, only the calls that were. Without new tokens the session is over.
 */
export const refreshLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const used = accessToken();
      let left = false;
      let call = next(op).subscribe({
        next: (answer) => observer.next(answer),
        complete: () => observer.complete(),
        error: (refusal) => {
          const fail = () => observer.error(refusal);
          if (final.has(op.path) || problemIn(refusal)?.status !== 401) {
            fail();
            return;
          }
          void refreshSession(used).then(
            (refreshed) => {
              if (!refreshed) fail();
              else if (!left) call = next(op).subscribe(observer);
              // Not reached: nothing says that the session is over.
            },
            (failure: unknown) => observer.error(TRPCClientError.from(asError(failure))),
          );
        },
      });
      return () => {
        left = true;
        call.unsubscribe();
      };
    });
