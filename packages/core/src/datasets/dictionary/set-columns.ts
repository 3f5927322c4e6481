import {
  AppError,
  categoriesAtMost,
  columnEntry,
  findColumn,
  nearestNames,
  operations,
  requireDistinctLabels,
  takeAs,
  type ColumnChange,
  type ColumnEntry,
  type Dataset as WireDataset,
  type CountedColumn,
  type Dictionary,
  type InputOf,
} from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { columnsOf } from '../records/columns-of.ts';
import { Dataset, DatasetVersion } from '../records/dataset.entity.ts';
import { presentDataset } from '../records/dataset.presenter.ts';
import { notesOnValues, withoutNotesOn } from '../records/unfit-values.ts';
import { findDataset, lockDataset, tableOf, type FoundDataset } from '../records/find-dataset.ts';
import { followSources } from '../versions/follow-sources.ts';
import {
  currentColumns,
  dictionaryOf,
  mostCharacters,
  writeDictionary,
} from '../records/current-columns.ts';

/**
 * Keeps what a person says about columns: all of it, or nothing where something does not fit.
 * Throws not_found, unknown_column, wrong_column_type, invalid_input, too_complex.
 */
export async function setColumns(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['setColumns']>,
): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.setColumns);
  const found = await findDataset(ctx.em, actor, input.id);
  const asRead = { ...found, columns: await columnsOf(ctx.em, found.version) };
  const changes = new Map(
    input.columns.map((change) => [findColumn(asRead.columns, change.name), change]),
  );
  if (changes.size < input.columns.length)
    throw new AppError('invalid_input', 'A column is named twice.', {
      errors: [{ field: 'columns', message: 'Name each column once.' }],
    });
  const { dictionary } = await dictionaryOf(ctx.em, found.dataset);
  const valuesOf = new Map<string, readonly string[]>();
  for (const [column, change] of changes) {
    const values = await checkEntry(
      ctx,
      asRead,
      column,
      merged(column, dictionary[column.name], change),
      change,
    );
    if (values !== null) valuesOf.set(column.name, values);
  }
  const ordered = [...changes].filter(([, { type, levels, reference }]) =>
    [type, levels, reference].some((one) => one !== undefined),
  );
  const entries: Dictionary = Object.fromEntries(
    ordered.map(([column, change]) => [
      column.name,
      withLevels(merged(column, dictionary[column.name], change), valuesOf.get(column.name)),
    ]),
  );
  const onValues = await notesOnValues(
    ctx,
    { ...(await tableOf(ctx, asRead)), columns: asRead.columns },
    entries,
  );
  await ctx.em.transactional(async (em) => {
    await lockDataset(em, found.dataset.id);
    const { dictionary: known, revision } = await dictionaryOf(em, found.dataset);
    const next: Dictionary = {
      ...known,
      ...Object.fromEntries(
        [...changes].map(([column, change]) => [
          column.name,
          withLevels(merged(column, known[column.name], change), valuesOf.get(column.name)),
        ]),
      ),
    };
    const text = JSON.stringify(
      Object.fromEntries(Object.entries(next).filter(([, one]) => Object.keys(one).length > 0)),
    );
    if (text.length > mostCharacters)
      throw new AppError(
        'too_complex',
        'The dictionary of a dataset has a million characters at most.',
        {
          fix: 'Shorten descriptions, or leave out labels of values.',
        },
      );
    await writeDictionary(em, found.dataset, text, revision + 1);
    if (ordered.length > 0) {
      const version = await em.findOneOrFail(
        DatasetVersion,
        { id: found.version.id },
        { refresh: true },
      );
      const notes = withoutNotesOn(version.admission.notes, new Set(Object.keys(entries)));
      version.admission = { ...version.admission, notes: [...onValues, ...notes] };
    }
  });
  // What is combined of it reads its columns as the types say.
  if (input.columns.some(({ type }) => type !== undefined))
    await followSources(ctx, actor, found.dataset.id);
  const dataset = await ctx.em.findOneOrFail(Dataset, { id: found.dataset.id }, { refresh: true });
  return presentDataset(
    dataset,
    found.version,
    await currentColumns(ctx.em, dataset, found.version),
  );
}

/**
 * What is known of a column, as a change leaves it. The order of levels goes with the type that had
 * one, unless the change names it.
 */
function merged(
  column: CountedColumn,
  known: ColumnEntry = {},
  { name: _name, ...change }: ColumnChange,
): ColumnEntry {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const type = change.type === undefined ? known.type : change.type;
  const taken = takeAs(column, type ?? column.type);
  const losesOrder =
    change.type !== undefined && !('refused' in taken) && taken.storage !== 'VARCHAR';
  const { levels: _levels, reference: _reference, ...unordered } = known;
  const kept = losesOrder ? unordered : known;
  const next = Object.entries({ ...kept, ...Object.fromEntries(given) });
  return columnEntry.parse(Object.fromEntries(next.filter(([, value]) => value !== null)));
}

/** A column that is taken as a category has its values in their own order unless one was set. */
const withLevels = (entry: ColumnEntry, values: readonly string[] | undefined): ColumnEntry =>
  values === undefined || entry.levels !== undefined ? entry : { ...entry, levels: [...values] };

/**
 * Whether an entry fits the column as the file has it; values that were set for another version and
 * are not changed need not be here. Answers the values that become its levels, null where it needs
 * none. Throws wrong_column_type, invalid_input.
 */
async function checkEntry(
  ctx: ServiceContext,
  asRead: FoundDataset,
  column: CountedColumn,
  { type, levels, reference, value_labels: labels }: ColumnEntry,
  change: ColumnChange,
): Promise<readonly string[] | null> {
  const { name } = column;
  const taken = takeAs(column, type ?? column.type);
  if ('refused' in taken)
    throw new AppError('wrong_column_type', taken.refused, { column: name, fix: taken.fix });
  const isOrdered = taken.storage === 'VARCHAR';
  if (!isOrdered && (levels !== undefined || reference !== undefined))
    throw new AppError(
      'wrong_column_type',
      `'${name}' is a ${column.type} column: only categories have an order of levels and a reference.`,
      { column: name, fix: "Set its type to 'category' in the same call." },
    );
  const becomesText = isOrdered && column.storage !== 'VARCHAR';
  if (levels === undefined && reference === undefined && labels === undefined && !becomesText)
    return null;
  const { items, others } = await ctx.engine.frequencies(
    await tableOf(ctx, asRead),
    { column: name, order: 'value', limit: becomesText ? categoriesAtMost : 1000 },
    jobOf(ctx),
  );
  const values = items.map(({ value }) => String(value));
  const named = labels?.map(({ value }) => String(value)) ?? [];
  const known = new Set([...values, ...named]);
  const isWhole = others.values === 0;
  for (const [field, one] of [
    ...(change.levels ?? []).map((level) => ['levels', level] as const),
    ...(typeof change.reference === 'string' ? [['reference', change.reference] as const] : []),
  ])
    if (isWhole && !known.has(one))
      throw new AppError('invalid_input', `'${name}' has no value '${one.slice(0, 100)}'.`, {
        column: name,
        errors: [
          { field: `columns.${name}.${field}`, message: 'Name values as the file has them.' },
        ],
        suggestions: nearestNames(one, [...known]),
      });
  if (levels !== undefined && new Set(levels).size < levels.length)
    throw new AppError('invalid_input', `A value of '${name}' is named twice in its levels.`, {
      errors: [{ field: `columns.${name}.levels`, message: 'Name each value once.' }],
    });
  if (labels !== undefined) requireDistinctLabels(name, labels, values);
  return becomesText ? values : null;
}
