import { AppError, mostSqlDatasets, nearestNames, type SqlResult } from '@columnist/contract';
import type { NamedTable } from '@columnist/workers';
import { z } from 'zod';
import { jobOf, type Actor, type ServiceContext } from '../../context.ts';
import { present } from '../records/admit-version.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { noDataset } from '../records/no-dataset.ts';

const isId = z.uuid();
const plain = (name: string): string => name.toLowerCase().replace(/\.csv$/, '');

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
  const { user, limits } = actor;
  const own = await ctx.em.find(Dataset, {
    owner: user.id,
    ...present,
    deletedAt: null,
    ...(limits?.datasetIds ? { id: { $in: [...limits.datasetIds] } } : {}),
  });
  const tables: NamedTable[] = [];
  const datasets = new Map<string, SqlResult['datasets'][number]>();
  for (const name of names) {
    const { id } = datasetNamed(name, own);
    const found = await findDataset(ctx.em, actor, id);
    tables.push({ name, table: await tableOf(ctx, found) });
    datasets.set(id, { id, name: found.dataset.name, version: found.version.number });
  }
  return { tables, datasets: [...datasets.values()] };
}

function datasetNamed(name: string, own: readonly Dataset[]): Dataset {
  const exact = own.filter((one) => one.id === name.toLowerCase() || one.name === name);
  const alike = exact.length > 0 ? exact : own.filter((one) => plain(one.name) === plain(name));
  const [found, ...others] = alike;
  if (found !== undefined && others.length === 0) return found;
  if (found !== undefined)
    throw new AppError('conflict', `${alike.length} datasets are named '${name.slice(0, 100)}'.`, {
      fix: `Write the id of one of them in double quotes: ${alike.map(({ id }) => `"${id}"`).join(', ')}.`,
    });
  if (isId.safeParse(name).success) throw noDataset();
  const near = nearestNames(
    plain(name),
    own.map((one) => plain(one.name)),
  );
  const suggestions = own.filter((one) => near.includes(plain(one.name))).map((one) => one.name);
  const hint =
    suggestions.length > 0
      ? ` Did you mean ${suggestions.map((one) => `"${one}"`).join(' or ')}?`
      : '';
  throw new AppError('not_found', `You have no dataset '${name.slice(0, 100)}'.${hint}`, {
    suggestions,
    fix: 'Name a dataset of list_datasets, in double quotes where its name has a dot or a space.',
  });
}
