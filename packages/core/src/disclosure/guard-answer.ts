import {
  AppError,
  errors,
  fewestRows,
  findColumn,
  type CountedColumn,
  type Filter,
  type Operation,
} from '@columnist/contract';
import type { ColumnCells } from '@columnist/workers';
import { z } from 'zod';
import { authorize, jobOf, type ServiceContext } from '../context.ts';
import { findDataset, tableOf, type FoundDataset } from '../datasets/records/find-dataset.ts';
import { resolveView } from '../datasets/views/resolve-view.ts';
import { keepAnswer } from './answered-memory.ts';
import { AnsweredRows } from './answered-rows.entity.ts';
import type { Disclosure } from './disclosure.ts';
import { hideRows } from './hide-rows.ts';
import { mayReadRows } from '../users/may-read-rows.ts';
import { cellsOf } from './cells-of.ts';
import { checkBounds, checkCondition } from './check-limits.ts';
import { comparisonsOf, conditionsOf, filterOf, type Conditions } from './read-filter.ts';
import { groupingOf } from './read-measure.ts';
import { ruleOf } from './rules.ts';
import { groupedBy } from './require-groups.ts';
import { requireParts } from './require-parts.ts';
import { presentOf, setsOf } from './sets-of.ts';
import { sortedBy, withRareRows, type SortedColumn } from './rare-rows.ts';
import { tooDistinct } from './refusals.ts';

const named = z.looseObject({ method: z.string() });
const about = z.looseObject({ id: z.uuid() });
const ofVersion = z.looseObject({ dataset_version: z.int().nullable() });

/**
 * Answers an operation. To a credential that may not read rows only by the rule of the operation:
 * none means no. Before it answers about
 * rows, these are compared with all that was answered about to such credentials of the same owner.
 * Throws forbidden, too_few_rows.
 */
export async function guardAnswer(
  ctx: ServiceContext,
  operation: Operation,
  input: unknown,
  answer: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  if (mayReadRows(ctx.actor)) return answer(input);
  const rule = ruleOf(operation);
  if (rule === 'open') return answer(input);
  const actor = authorize(ctx, operation, named.safeParse(input).data?.method);
  if (rule === 'unanswered') {
    const {
      dataset: { id },
    } = await findDataset(ctx.em, actor, about.parse(input).id);
    if ((await ctx.em.count(AnsweredRows, { dataset: id })) > 0)
      throw new AppError(
        'forbidden',
        'This dataset was answered about to credentials that may not read rows: deleting it ' +
          'would forget what they know.',
        { fix: 'Let its owner delete it, or a credential that has the scope rows.' },
      );
    return answer(input);
  }
  if (rule === undefined || 'refused' in rule)
    throw new AppError(
      'forbidden',
      `A credential that may not read rows cannot make this call. ${rule?.refused ?? ''}`.trim(),
      {
        fix:
          'Ask for aggregates, frequencies, a description or a comparison of groups, or with a ' +
          'credential that has the scope rows.',
      },
    );
  if ('show' in rule) return hideRows(rule.show(await answer(input)));
  const found = async (id: string): Promise<FoundDataset> => findDataset(ctx.em, actor, id);
  const disclosure = await rule.disclose(
    input,
    async (id): Promise<readonly CountedColumn[]> => (await found(id)).columns,
  );
  if (disclosure === null) return hideRows(await answer(input));
  return disclose(ctx, await found(disclosure.id), disclosure, answer);
}

async function disclose(
  ctx: ServiceContext,
  found: FoundDataset,
  disclosure: Disclosure,
  answer: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { view } = await resolveView(ctx, found, { view: disclosure.view }).catch(
    (error: unknown) => {
      // Names of views may name values.
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      throw new AppError('not_found', 'There is no such saved view.', {
        fix: 'Send the view itself.',
      });
    },
  );
  const filter = filterOf(view);
  if (disclosure.complete === true && filter !== null)
    throw new AppError(
      'forbidden',
      'This can be asked only of all rows by a credential that may not read rows.',
      { fix: 'Leave out the filter.' },
    );
  const asked = {
    ...disclosure,
    columns: disclosure.columns.includes('*')
      ? found.columns.map(({ name }) => name)
      : disclosure.columns,
  };
  const conditions = await checkedConditions(ctx, found, filter, asked.by);
  const sorted = await sortedColumns(ctx, found, [
    ...presentOf(asked),
    ...asked.by.map(groupedBy),
    ...conditions.parts.map(({ column }) => column),
  ]);
  const rows = withRareRows(sorted, asked.summed ?? asked.columns, isPart(asked, conditions));
  const [distinct] = rows.withoutSums;
  if (distinct !== undefined && asked.small !== 'hidden') throw tooDistinct(distinct);
  const marking = {
    sorted,
    rare: rows.rare,
    others: rows.others,
    conditions: [
      ...conditions.parts.map((part) => part.filter),
      ...[conditions.whole, asked.among].flatMap((one) => one ?? []),
    ],
    present: presentOf(asked),
    by: asked.by,
  };
  const table = await tableOf(ctx, found);
  const marks = await withoutValues(
    async () => ctx.engine.markRows(table, marking, jobOf(ctx)),
    wordedByCells,
  );
  const { wanted, groups, requireEnough } = setsOf(marks, asked, {
    conditions,
    sorted,
    rows: found.version.rowCount,
    marked: rows,
  });
  await keepAnswer(ctx, found, wanted, () => {
    requireParts(marks, conditions);
    requireEnough();
  });
  const given = await withoutValues(() => answer(asked.ask(view)), wordedByValues);
  const made = ofVersion.safeParse(given).data?.dataset_version;
  if (typeof made === 'number' && made !== found.version.number)
    throw new AppError('conflict', 'The dataset changed meanwhile.', { fix: 'Ask again.' });
  return hideRows(asked.show(given, groups));
}

/** Whether figures of a column may be of some of the rows that have a value in it. */
const isPart = (
  { by, among, together, products = [] }: Disclosure,
  { whole }: Conditions,
): boolean =>
  whole !== null ||
  by.length > 0 ||
  among !== undefined ||
  together === true ||
  products.length > 0;

/**
 * The conditions of a filter, once it and the groups are known to put whole cells of each column
 * together. Throws too_few_rows.
 */
async function checkedConditions(
  ctx: ServiceContext,
  found: FoundDataset,
  filter: Filter | null,
  by: Disclosure['by'],
): Promise<Conditions> {
  const comparisons = filter === null ? [] : comparisonsOf(filter);
  const groupings = by.flatMap((one) =>
    typeof one === 'string' ? [] : groupingOf(one.expression),
  );
  const cells = await cellsOf(
    ctx,
    found,
    [...comparisons, ...groupings].map(({ column }) => column),
    { limits: true },
  );
  const cut = (name: string): [CountedColumn, ColumnCells] => {
    const column = findColumn(found.columns, name);
    const own = cells.get(column.name);
    if (own === undefined) throw new Error(`The cells of a column were not measured.`);
    return [column, own];
  };
  for (const { column, bounds } of groupings) checkBounds(bounds, ...cut(column));
  const whole = new Set(comparisons.filter((one) => checkCondition(one, ...cut(one.column))));
  return conditionsOf(filter, (one) => whole.has(one));
}

/**
 * The values of columns that many rows share: which of them a set of rows has can be all that there
 * is to know.
 */
async function sortedColumns(
  ctx: ServiceContext,
  found: FoundDataset,
  names: readonly string[],
): Promise<SortedColumn[]> {
  const wanted = new Set(names);
  const repeated = found.columns.flatMap(({ name, missing, distinct }) =>
    wanted.has(name) &&
    (distinct === 2 || found.version.rowCount - missing - distinct + 1 >= fewestRows)
      ? name
      : [],
  );
  const cells = await cellsOf(ctx, found, repeated, { limits: false });
  return [...cells.values()].map((one) => {
    const column = findColumn(found.columns, one.name);
    return sortedBy(one, column, found.version.rowCount - column.missing, valuesAtMost);
  });
}

/** Values of a column that a set of rows is looked through for. */
const valuesAtMost = 29;

const wordedByCells: ReadonlySet<string> = new Set([
  'invalid_input',
  'wrong_column_type',
  'invalid_expression',
]);
const wordedByValues: ReadonlySet<string> = new Set([...wordedByCells, 'too_complex']);

/** The errors of an answer without the cells that they may name. */
async function withoutValues<Result>(
  work: () => Promise<Result>,
  codes: ReadonlySet<string>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !codes.has(error.code)) throw error;
    throw new AppError(
      error.code,
      `${errors[error.code].title}. The details may name values, which this credential may not see.`,
      {},
      { cause: error },
    );
  }
}
