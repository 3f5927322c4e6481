import { AppError, datasetNamed, mostSqlDatasets, type SqlResult } from '@columnist/contract';
import type { NamedTable } from '@columnist/workers';
import { jobOf, type Actor, type ServiceContext } from '../../context.ts';
import { ownDatasets } from '../records/own-datasets.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';

/**
 * The tables that a statement names, each a dataset of the caller by its id or its name, with or
 * without .csv. Throws invalid_sql, not_found, conflict where several have the name.
 */
export async function findTables(
  ctx: ServiceContext,
  actor: Actor,
  sql: string,
): Promise<{ readonly tables: NamedTable[]; readonly datasets: SqlResult['datasets'] }> {
  const { names } = await ctx.engine.readSql(sql, jobOf(ctx));
  if (names.length > mostSqlDatasets)
    throw new AppError('too_complex', `A statement reads at most ${mostSqlDatasets} datasets.`, {
      fix: 'Join fewer of them.',
    });
  const own = await ownDatasets(ctx, actor);
  const tables: NamedTable[] = [];
  const datasets = new Map<string, SqlResult['datasets'][number]>();
  for (const name of names) {
    const { id } = datasetNamed(name, own, (known) => `"${known}"`);
    const found = await findDataset(ctx.em, actor, id);
    tables.push({ name, table: await tableOf(ctx, found) });
    datasets.set(id, { id, name: found.dataset.name, version: found.version.number });
  }
  return { tables, datasets: [...datasets.values()] };
}
