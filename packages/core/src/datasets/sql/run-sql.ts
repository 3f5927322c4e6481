import {
  operations,
  readPageCursor,
  writePageCursor,
  type InputOf,
  type SqlResult,
} from '@columnist/contract';
import { engineVersion } from '@columnist/workers';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { findTables } from './find-tables.ts';

/**
 * A page of what one SELECT answers over datasets of the caller. Throws plan_required, invalid_sql,
 * not_found, too_complex.
 */
export async function runSql(
  ctx: ServiceContext,
  { sql, limit, cursor, explain }: InputOf<(typeof operations)['datasets']['runSql']>,
): Promise<SqlResult> {
  const actor = authorize(ctx, operations.datasets.runSql);
  const offset = cursor === undefined ? 0 : readPageCursor('sql', { sql }, cursor);
  const found = await findTables(ctx, actor, sql);
  const page = await ctx.engine.runSql({ sql, limit, offset, explain }, found.tables, jobOf(ctx));
  return {
    ...page,
    datasets: found.datasets,
    engine_version: engineVersion,
    next_cursor:
      page.total === null && !explain
        ? writePageCursor('sql', { sql }, offset + page.items.length)
        : null,
  };
}
