import type { GroupStatistic } from '@columnist/contract';
import {
  describeNumbers,
  placeOf,
  spanOf,
  quantile,
  sumOf,
  tabulate,
  tabulateCounted,
  type FrequencyTable,
  type Scale,
} from '@columnist/statistics';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { readValues } from '../columns/read-values.ts';
import { rowNumber } from '../database/parquet-file.ts';
import type { FieldColumn } from '../table/table-column.ts';
import { TableReader } from '../views/table-reader.ts';
import type { AggregateOptions } from './aggregate-options.ts';
import type { GroupAggregate } from './group-aggregate.ts';
import { pairFigures } from './pair-figures.ts';
import { weighGroups } from './weigh-groups.ts';

type Figures = ReturnType<typeof describeNumbers>['figures'];

/**
 * The numbers of a group, and what is described of them, which is computed where it is asked for,
 * once.
 */
interface GroupNumbers {
  readonly table: FrequencyTable;
  readonly scale: Scale;
  readonly figures: () => Figures;
}

type Figure = (numbers: GroupNumbers, options: AggregateOptions) => number | null;
const level = 0.95;
const described =
  (name: Exclude<keyof Figures, 'mean_ci'>): Figure =>
  (numbers) =>
    numbers.figures()[name];
const interval =
  (end: 'low' | 'high'): Figure =>
  (numbers) =>
    numbers.figures().mean_ci?.[end] ?? null;
const at =
  (p: number): Figure =>
  ({ table, scale }, { type = 7 }) =>
    table.n === 0 ? null : placeOf(scale, quantile(table, p, quantileType.parse(type)));
const quantileType = z.literal([1, 2, 3, 4, 5, 6, 7, 8, 9]);

/** Of the values themselves (divisor n) where ddof is 0, which a single value has too. */
const ofPopulation = ({ table, figures: known }: GroupNumbers): number | null => {
  const { variance } = known();
  return table.n === 1 ? 0 : variance === null ? null : (variance * (table.n - 1)) / table.n;
};

function numbersOf(table: FrequencyTable, scale: Scale): GroupNumbers {
  let known: Figures | undefined;
  return { table, scale, figures: () => (known ??= describeNumbers(table, scale, level).figures) };
}

/** Figures computed from the numbers of a group, as a description computes them. */
const figures: Partial<Record<GroupStatistic, Figure>> = {
  mean: described('mean'),
  standard_error: described('standard_error'),
  sd: (numbers, options) => {
    if (options.ddof !== 0) return numbers.figures().sd;
    const { sd } = numbers.figures();
    const { n } = numbers.table;
    return n === 1 ? 0 : sd === null ? null : sd * Math.sqrt((n - 1) / n);
  },
  variance: (numbers, { ddof }) =>
    ddof === 0 ? ofPopulation(numbers) : numbers.figures().variance,
  range: ({ table: { n, values }, scale }) =>
    n === 0 ? null : spanOf(scale, (values.at(-1) ?? NaN) - (values[0] ?? NaN)),
  iqr: described('iqr'),
  mad: described('mad'),
  skewness: described('skewness'),
  kurtosis: described('kurtosis'),
  geometric_mean: described('geometric_mean'),
  harmonic_mean: described('harmonic_mean'),
  trimmed_mean: described('trimmed_mean'),
  mean_ci_low: interval('low'),
  mean_ci_high: interval('high'),
  q1: at(0.25),
  median: at(0.5),
  q3: at(0.75),
  quantile: (numbers, options) => at(options.p ?? 0.5)(numbers, options),
  sum: ({ table, scale }) => (table.n === 0 ? null : sumOf(table) / scale.perUnit),
};

/** `figures`: a row a group with the doubles that are computed from its numbers. */
export async function writeFigures(
  connection: DuckDBConnection,
  wanted: readonly { readonly aggregate: GroupAggregate; readonly field: string }[],
  isCounted: (column: FieldColumn) => boolean,
): Promise<void> {
  const columns = [
    ...new Map(
      wanted.flatMap(({ aggregate: { column, other, weights } }) =>
        column === null || other !== null || weights !== null
          ? []
          : [[column.field, column] as const],
      ),
    ).values(),
  ];
  const reader = TableReader.over(connection, 'keyed', columns);
  const sizes = (
    await reader.rows(`select group_rows::double from groups order by ${rowNumber}`)
  ).map(([size]) => Number(size));
  const found = new Map<string, (number | null)[]>();
  for (const { aggregate, field } of wanted) {
    if (aggregate.other !== null) found.set(field, await pairFigures(reader, aggregate, sizes));
    if (aggregate.weights !== null) found.set(field, await weighGroups(reader, aggregate, sizes));
  }
  for (const column of columns) {
    const counted = isCounted(column) ? await countValues(connection, column) : null;
    const [read] = counted === null ? await readValues(reader, [column]) : [];
    const asked = wanted.filter(
      ({ aggregate: { other, weights, column: of } }) =>
        other === null && weights === null && of?.field === column.field,
    );
    let start = 0;
    for (const size of sizes) {
      const numbers =
        counted ??
        numbersOf(
          tabulate(read?.values.subarray(start, start + size) ?? new Float64Array()),
          read?.scale ?? { origin: 0, perUnit: 1 },
        );
      start += size;
      for (const { aggregate, field } of asked) {
        const value = figures[aggregate.statistic]?.(numbers, aggregate.options) ?? null;
        const values = found.get(field) ?? [];
        values.push(value);
        found.set(field, values);
      }
    }
  }
  await connection.run(
    `create temp table figures (gid bigint, ${wanted.map(({ field }) => `${field} double`).join(', ')})`,
  );
  const appender = await connection.createAppender('figures');
  for (let group = 0; group < sizes.length; group++) {
    appender.appendBigInt(BigInt(group));
    for (const { field } of wanted) {
      const value = found.get(field)?.[group] ?? null;
      if (value === null || !Number.isFinite(value)) appender.appendNull();
      else appender.appendDouble(value);
    }
    appender.endRow();
  }
  appender.closeSync();
}

/**
 * Numbers whose distinct values the database counts; null where a double does not hold each of
 * them.
 */
async function countValues(
  connection: DuckDBConnection,
  column: FieldColumn,
): Promise<GroupNumbers | null> {
  const source =
    `(select ${column.field}, count(*) as n from keyed where ${column.field} is not null ` +
    `group by ${column.field})`;
  const times: FieldColumn = { name: 'n', field: 'n::double', type: 'number', storage: 'DOUBLE' };
  const [read, counts] = await readValues(TableReader.over(connection, source, [column, times]), [
    column,
    times,
  ]);
  return read === undefined || counts === undefined || read.wide
    ? null
    : numbersOf(tabulateCounted(read.values, counts.values), read.scale);
}
