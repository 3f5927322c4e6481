import type { ColumnDrift } from '@columnist/contract';
import {
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
import { cellExpression, cellOf, momentOf } from '../table/cells.ts';
import { readValues } from '../columns/read-values.ts';
import type { FieldColumn } from '../table/table-column.ts';
import type { TableReader } from '../views/table-reader.ts';

const valuesShown = 20;

type Side = ColumnDrift['before'];
type Test = Omit<NonNullable<ColumnDrift['test']>, 'p_holm'>;
/** How one column has moved, before tests are adjusted for one another. */
export type FoundDrift = Pick<ColumnDrift, 'psi' | 'before' | 'after' | 'bins' | 'reason'> & {
  readonly test: Test | null;
};

const none: Side = { n: 0, missing: 0, distinct: null, mean: null, sd: null, min: null, max: null };

/** Numbers and moments, in intervals between quantiles of the earlier values. */
export async function driftOfNumbers(
  first: TableReader,
  then: FieldColumn,
  second: TableReader,
  now: FieldColumn,
  bins: number,
): Promise<FoundDrift> {
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

/** Categories and truth values, by the commonest of both. */
export async function driftOfValues(
  first: TableReader,
  then: FieldColumn,
  second: TableReader,
  now: FieldColumn,
): Promise<FoundDrift> {
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
export async function driftOfTexts(
  first: TableReader,
  then: FieldColumn,
  second: TableReader,
  now: FieldColumn,
): Promise<FoundDrift> {
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
