import { requireConfirmed, type Actor, type ServiceContext } from '../../context.ts';

/** Rows that leave in a file without a question. */
const rowsUnasked = 10_000;

/** Asks who it is before more rows than that leave in a file. Throws reauthentication_required. */
export function confirmExport(
  ctx: Pick<ServiceContext, 'clock'>,
  actor: Actor,
  rows: number,
): void {
  if (rows > rowsUnasked) requireConfirmed(ctx, actor);
}
