import type { ColumnDrift, DatasetComparison } from '@columnist/contract';
import {
  adjustP,
  chiSquareTest,
  countBelow,
  kolmogorovDistance,
  momentsOf,
  placeOf,
  populationStability,
  standardDeviation,
  tabulate,
  twoSampleKolmogorovLimit,
} from '@columnist/statistics';
import type { DuckDBConnection } from '@duckdb/node-api';
import { cellExpression, cellOf, momentOf } from '../table/cells.ts';
import { readValues } from '../columns/read-values.ts';
import type { FieldColumn } from '../table/table-column.ts';
import type { TableRef } from '../table/table-ref.ts';
import { TableReader } from '../views/table-reader.ts';

/** How the columns that two tables share have moved; schema apart. */
export type Drifts = Pick<
  DatasetComparison,
  'added' | 'removed' | 'retyped' | 'columns' | 'sentence'
>;

const small = 0.1;
const large = 0.25;
const valuesShown = 20;

type Side = ColumnDrift['before'];
type Test = Omit<NonNullable<ColumnDrift['test']>, 'p_holm'>;
type Found = Pick<ColumnDrift, 'psi' | 'before' | 'after' | 'bins' | 'reason'> & {
  readonly test: Test | null;
};

/**
 * Shared columns of one type, each by itself: bins at quantiles of `before`, or its commonest
 * values.
 */
export async function compareDatasets(
  connection: DuckDBConnection,
  before: TableRef,
  after: TableRef,
  bins: number,
): Promise<Drifts> {
  const inBoth = after.columns.flatMap((column) => {
    const other = before.columns.find(({ name }) => name === column.name);
    return other === undefined ? [] : [{ now: column, earlier: other }];
  });
  const alike = inBoth
    .filter(({ now, earlier }) => now.type === earlier.type)
    .map(({ now }) => now.name);
  const [first, second] = [
    await TableReader.open(connection, before.parquet, before.columns, undefined, alike),
    await TableReader.open(connection, after.parquet, after.columns, undefined, alike),
  ];
  const found: { readonly column: FieldColumn; readonly drift: Found }[] = [];
  for (const [i, column] of second.columns.entries()) {
    const then = first.columns[i];
    if (then === undefined) continue;
    const counted = column.type === 'category' || column.type === 'boolean';
    found.push({
      column,
      drift: counted
        ? await ofValues(first, then, second, column)
        : column.type === 'text'
          ? await ofTexts(first, then, second, column)
          : await ofNumbers(first, then, second, column, bins),
    });
  }
  const tested = found.filter(({ drift }) => drift.test !== null);
  const holm = new Map(
    adjustP(
      tested.map(({ drift }) => drift.test?.p_value ?? 1),
      'holm',
    ).map((p, i) => [tested[i]?.column.name, p]),
  );
  const columns = found
    .map(({ column, drift }): ColumnDrift => ({
      name: column.name,
      type: column.type,
      verdict:
        drift.psi === null || drift.psi < small
          ? 'alike'
          : drift.psi <= large
            ? 'moved'
            : 'changed',
      ...drift,
      test:
        drift.test === null
          ? null
          : { ...drift.test, p_holm: holm.get(column.name) ?? drift.test.p_value },
    }))
    .toSorted((a, b) => (b.psi ?? -1) - (a.psi ?? -1));
  const plain = ({ name, type, storage }: TableRef['columns'][number]) => ({ name, type, storage });
  return {
    added: after.columns
      .filter(({ name }) => !before.columns.some((column) => column.name === name))
      .map(plain),
    removed: before.columns
      .filter(({ name }) => !after.columns.some((column) => column.name === name))
      .map(plain),
    retyped: inBoth
      .filter(({ now, earlier }) => now.storage !== earlier.storage)
      .map(({ now, earlier }) => ({ name: now.name, from: earlier.storage, to: now.storage })),
    columns,
    sentence: sentenceOf(columns),
  };
}

function sentenceOf(columns: readonly ColumnDrift[]): string {
  const of = (verdict: ColumnDrift['verdict']): string[] =>
    columns.filter((column) => column.verdict === verdict).map(({ name }) => name);
  const [changed, moved] = [of('changed'), of('moved')];
  if (columns.length === 0) return 'The two have no column in common.';
  if (changed.length === 0 && moved.length === 0)
    return `All ${columns.length} shared columns are distributed alike.`;
  return [
    changed.length > 0 ? `Much has changed in ${changed.join(', ')}` : '',
    moved.length > 0 ? `${changed.length > 0 ? 'some' : 'Some'} in ${moved.join(', ')}` : '',
  ]
    .filter((part) => part !== '')
    .join('; ')
    .concat(
      `; ${of('alike').length} of ${columns.length} columns ${of('alike').length === 1 ? 'is' : 'are'} alike.`,
    );
}

const none: Side = { n: 0, missing: 0, distinct: null, mean: null, sd: null, min: null, max: null };

/** Numbers and moments, in intervals between quantiles of the earlier values. */
async function ofNumbers(
  first: TableReader,
  then: FieldColumn,
  second: TableReader,
  now: FieldColumn,
  bins: number,
): Promise<Found> {
  const read = async (
    reader: TableReader,
    column: FieldColumn,
  ): Promise<{ sorted: Float64Array; missing: number }> => {
    const [found] = await readValues(reader, [column]);
    const values = (found?.values ?? new Float64Array()).filter((value) => Number.isFinite(value));
    const scale = found?.scale ?? { origin: 0, perUnit: 1 };
    return {
      sorted: values.map((value) => placeOf(scale, value)).sort(),
      missing: (await reader.rowCount()) - values.length,
    };
  };
  const [a, b] = [await read(first, then), await read(second, now)];
  const written = (value: number | undefined): string | number | null =>
    value === undefined ? null : now.type === 'datetime' ? momentOf(value, now.storage) : value;
  const side = ({ sorted, missing }: { sorted: Float64Array; missing: number }): Side => {
    if (sorted.length === 0) return { ...none, missing };
    const moments = now.type === 'number' ? momentsOf(tabulate(sorted)) : null;
    const sd = moments === null || sorted.length < 2 ? null : standardDeviation(moments);
    return {
      n: sorted.length,
      missing,
      distinct: null,
      mean: moments?.mean ?? null,
      sd: sd !== null && Number.isFinite(sd) ? sd : null,
      min: written(sorted[0]),
      max: written(sorted.at(-1)),
    };
  };
  const sides = { before: side(a), after: side(b) };
  if (a.sorted.length === 0 || b.sorted.length === 0)
    return { ...sides, psi: null, test: null, bins: [], reason: 'One of the two has no value.' };
  const cuts = [
    ...new Set(
      Array.from(
        { length: bins - 1 },
        (_, i) => a.sorted[Math.floor(((i + 1) * a.sorted.length) / bins)] ?? NaN,
      ),
    ),
  ];
  const [before = [], after = []] = [a, b].map(({ sorted }) => {
    const table = tabulate(sorted);
    const below = [...cuts.map((cut) => countBelow(table, cut)), sorted.length];
    return below.map((n, i) => n - (below[i - 1] ?? 0));
  });
  const label = (i: number): string =>
    i === 0
      ? `below ${String(written(cuts[0]))}`
      : i === cuts.length
        ? `${String(written(cuts.at(-1)))} and above`
        : `${String(written(cuts[i - 1]))} to ${String(written(cuts[i]))}`;
  const d = kolmogorovDistance(a.sorted, b.sorted);
  return {
    ...sides,
    psi: populationStability(before, after),
    bins: before.map((n, i) => ({ label: label(i), before: n, after: after[i] ?? 0 })),
    reason: null,
    test: {
      name: 'Kolmogorov–Smirnov',
      statistic: d,
      df: null,
      p_value: twoSampleKolmogorovLimit(d, a.sorted.length, b.sorted.length),
    },
  };
}

/** Counts of values, and how many rows have none. */
async function valuesOf(
  reader: TableReader,
  column: FieldColumn,
): Promise<{ counts: Map<string, number>; missing: number }> {
  const rows = await reader.rows(
    `select ${cellExpression(column)}, count(*)::double from ${reader.source} where ` +
      `${column.field} is not null group by ${column.field} order by 2 desc, 1`,
  );
  const counts = new Map(
    rows.map(([value, n]) => [String(cellOf(column, value ?? null)), Number(n)]),
  );
  return {
    counts,
    missing: (await reader.rowCount()) - [...counts.values()].reduce((sum, n) => sum + n, 0),
  };
}

async function ofValues(
  first: TableReader,
  then: FieldColumn,
  second: TableReader,
  now: FieldColumn,
): Promise<Found> {
  const [a, b] = [await valuesOf(first, then), await valuesOf(second, now)];
  const side = ({ counts, missing }: typeof a): Side => ({
    ...none,
    n: [...counts.values()].reduce((sum, n) => sum + n, 0),
    missing,
    distinct: counts.size,
  });
  const sides = { before: side(a), after: side(b) };
  if (sides.before.n === 0 || sides.after.n === 0)
    return { ...sides, psi: null, test: null, bins: [], reason: 'One of the two has no value.' };
  const together = (name: string): number => (a.counts.get(name) ?? 0) + (b.counts.get(name) ?? 0);
  const names = [...new Set([...a.counts.keys(), ...b.counts.keys()])].toSorted(
    (x, y) => together(y) - together(x),
  );
  const shown = names.slice(0, names.length > valuesShown ? valuesShown - 1 : valuesShown);
  const rest = names.slice(shown.length);
  const bins = shown.map((label) => ({
    label,
    before: a.counts.get(label) ?? 0,
    after: b.counts.get(label) ?? 0,
  }));
  if (rest.length > 0)
    bins.push({
      label: `${rest.length} others`,
      before: rest.reduce((sum, name) => sum + (a.counts.get(name) ?? 0), 0),
      after: rest.reduce((sum, name) => sum + (b.counts.get(name) ?? 0), 0),
    });
  const test =
    bins.length < 2
      ? null
      : chiSquareTest([bins.map((bin) => bin.before), bins.map((bin) => bin.after)], false);
  return {
    ...sides,
    psi: populationStability(
      bins.map((bin) => bin.before),
      bins.map((bin) => bin.after),
    ),
    bins,
    reason: null,
    test:
      test === null
        ? null
        : { name: 'χ²', statistic: test.statistic, df: test.df, p_value: test.p },
  };
}

/** Texts have no bins: how many there are. */
async function ofTexts(
  first: TableReader,
  then: FieldColumn,
  second: TableReader,
  now: FieldColumn,
): Promise<Found> {
  const count = async (reader: TableReader, column: FieldColumn): Promise<Side> => {
    const [row = []] = await reader.rows(
      `select count(${column.field})::double, count(distinct ${column.field})::double from ${reader.source}`,
    );
    const n = Number(row[0]);
    return { ...none, n, missing: (await reader.rowCount()) - n, distinct: Number(row[1]) };
  };
  return {
    before: await count(first, then),
    after: await count(second, now),
    psi: null,
    test: null,
    bins: [],
    reason: 'Texts are counted only.',
  };
}
