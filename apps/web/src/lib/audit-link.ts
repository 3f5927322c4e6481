import type { AppRouter } from '@columnist/api';
import type { TRPCLink } from '@trpc/client';
import { tap } from '@trpc/server/observable';
import { activityKey, queries } from './queries.ts';

/**
 * Has the audit log read again after what it has a new line of: whatever was changed. The page that
 * changed it knows nothing of it.
 */
export const auditLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(
      tap({
        complete: () => {
          if (op.type !== 'mutation') return;
          for (const queryKey of [[activityKey], [['admin', 'audit']]])
            void queries.invalidateQueries({ queryKey });
        },
      }),
    );
