import type { AppRouter } from '@columnist/api';
import type { TRPCLink } from '@trpc/client';
import { tap } from '@trpc/server/observable';
import { problemIn } from './errors.ts';
import { queries } from './queries.ts';

/**
 * Has the roles of the user read again where an administrator's call is refused: who lost the role
 * while the page was open is then led away from it.
 */
export const roleLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(
      tap({
        error: (refusal) => {
          if (op.path.startsWith('admin.') && problemIn(refusal)?.code === 'forbidden')
            void queries.invalidateQueries({ queryKey: [['auth', 'me']] });
        },
      }),
    );
