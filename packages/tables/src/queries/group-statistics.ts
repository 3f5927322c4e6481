import { AppError, type ColumnType, type GroupStatistic } from '@columnist/contract';
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
import { decimalOf, type FieldColumn, type TableColumn } from '../table/table-column.ts';
import { rowNumber } from '../database/parquet-file.ts';
import type { AggregateOptions } from './aggregate-options.ts';
import { nativeExpression, shares } from './native-statistics.ts';
import { pairFigures } from './pair-figures.ts';
import { TableReader } from '../views/table-reader.ts';

export interface GroupAggregate {
  readonly name: string;
  readonly statistic: GroupStatistic;
  /** `order`: of the rows of a group, for what depends on it. */
  readonly options: AggregateOptions & { readonly order: string };
  /** null for the number of rows. */
  readonly column: FieldColumn | null;
  /** The other one of two. */
  readonly other: FieldColumn | null;
}

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
    const variance = ofPopulation(numbers);
    return variance === null ? null : Math.sqrt(variance);
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

/** Of true and false the mean is the share of true, and the sum how many there are. */
const ofTruths: Partial<Record<GroupStatistic, GroupStatistic>> = {
  mean: 'true_share',
  sum: 'true_count',
};
export const statisticOf = (
  statistic: GroupStatistic,
  column: FieldColumn | null,
): GroupStatistic => (column?.type === 'boolean' ? ofTruths[statistic] : undefined) ?? statistic;

const anyType: readonly ColumnType[] = ['number', 'category', 'text', 'datetime', 'boolean'];
const ofAnyType: ReadonlySet<GroupStatistic> = new Set([
  ...(['n', 'missing', 'missing_share', 'distinct', 'mode', 'min', 'max'] as const),
  ...(['first', 'last', 'nth'] as const),
]);
/** They give a value of the column. */
const valued: ReadonlySet<GroupStatistic> = new Set<GroupStatistic>([
  'min',
  'max',
  'mode',
  'first',
  'last',
  'nth',
]);
const takes = (statistic: GroupStatistic): readonly ColumnType[] => {
  if (ofAnyType.has(statistic)) return anyType;
  if (statistic === 'true_count' || statistic === 'true_share') return ['boolean'];
  return statistic === 'quantile' || statistic in shares ? ['number', 'datetime'] : ['number'];
};

/** Of no rows, or of none with a value, these are 0. */
const counts: ReadonlySet<GroupStatistic> = new Set(['n', 'missing', 'distinct', 'true_count']);
const whole = { type: 'number', storage: 'BIGINT' } as const;
const double = { type: 'number', storage: 'DOUBLE' } as const;

/** What a result column holds. Throws wrong_column_type. */
export function resultColumn(aggregate: GroupAggregate): TableColumn {
  const { name, statistic, options, column, other } = aggregate;
  if (column === null) return { name, ...(statistic === 'share' ? double : whole) };
  const allowed = takes(statistic);
  if (other !== null) resultColumn({ ...aggregate, column: other, other: null });
  if (column.type === 'datetime' && (options.type ?? 7) !== 7)
    throw new AppError('wrong_column_type', 'Quantiles of dates are of type 7 alone.', {
      column: column.name,
      fix: 'Leave out type.',
    });
  if (!allowed.includes(column.type) || (column.storage === 'TIME' && !ofAnyType.has(statistic))) {
    throw new AppError(
      'wrong_column_type',
      `'${statistic}' needs a ${allowed.join(' or ')} column; ` +
        `'${column.name.replace(/^aggregate: /, '')}' is ` +
        `${column.storage === 'TIME' ? 'a time of day' : `a ${column.type} column`}.`,
      {
        column: column.name,
        fix:
          column.type === 'boolean'
            ? 'Ask for mean (the share of true), sum (how many are true), n or distinct, or write if(x, 1, 0).'
            : 'Ask for n, distinct, mode, min or max, or turn the column into numbers.',
      },
    );
  }
  if (counts.has(statistic)) return { name, ...whole };
  if (valued.has(statistic)) return { name, type: column.type, storage: column.storage };
  if (statistic === 'sum' && column.storage !== 'DOUBLE')
    return {
      name,
      type: 'number',
      storage: `DECIMAL(38,${decimalOf(column.storage)?.scale ?? 0})`,
    };
  if (statistic === 'missing_share') return { name, ...double };
  return column.type === 'datetime'
    ? {
        name,
        type: 'datetime',
        storage: column.storage === 'TIMESTAMPTZ' ? 'TIMESTAMPTZ' : 'TIMESTAMP',
      }
    : { name, ...double };
}

/**
 * `results`: a row a group, its keys as c1, c2, … and its aggregates behind them. Reads the tables
 * `groups` and `keyed`.
 * `isRepetitive` guesses whether a column has far fewer values than rows.
 */
export async function computeGroups(
  connection: DuckDBConnection,
  aggregates: readonly GroupAggregate[],
  keys: number,
  isRepetitive: (column: FieldColumn) => boolean,
): Promise<void> {
  const fieldOf = (i: number): string => `c${keys + i + 1}`;
  const kinds = aggregates.map((aggregate) =>
    aggregate.column !== null && aggregate.statistic === 'mode'
      ? 'mode'
      : nativeExpression(aggregate) === null
        ? 'figure'
        : 'native',
  );
  const joins: string[] = [];
  const native = aggregates.flatMap((aggregate, i) =>
    kinds[i] === 'native' && aggregate.column !== null
      ? [`${nativeExpression(aggregate)} as ${fieldOf(i)}`]
      : [],
  );
  if (native.length > 0)
    joins.push(
      `left join (select gid, ${native.join(', ')} from keyed group by gid) n on n.gid = g.${rowNumber}`,
    );
  aggregates.forEach(({ column }, i) => {
    if (kinds[i] !== 'mode' || column === null) return;
    const { field } = column;
    joins.push(
      `left join (select gid, ${field} as ${fieldOf(i)} from keyed where ${field} is not ` +
        `null group by gid, ${field} qualify row_number() over (partition by gid order by ` +
        `count(*) desc, ${field}) = 1) m${i} on m${i}.gid = g.${rowNumber}`,
    );
  });
  if (kinds.includes('figure')) {
    await writeFigures(
      connection,
      aggregates.flatMap((aggregate, i) =>
        kinds[i] === 'figure' ? [{ aggregate, field: fieldOf(i) }] : [],
      ),
      keys === 0 ? isRepetitive : () => false,
    );
    joins.push(`left join figures f on f.gid = g.${rowNumber}`);
  }
  const selected = aggregates.map(({ column, statistic }, i) =>
    column === null
      ? statistic === 'share'
        ? `g.group_rows::double / nullif(sum(g.group_rows) over (), 0) as ${fieldOf(i)}`
        : `g.group_rows as ${fieldOf(i)}`
      : counts.has(statistic)
        ? `coalesce(${fieldOf(i)}, 0) as ${fieldOf(i)}`
        : fieldOf(i),
  );
  await connection.run(
    'create temp table results as select ' +
      `${[`g.${rowNumber}`, ...Array.from({ length: keys }, (_, i) => `g.c${i + 1}`), ...selected].join(', ')} ` +
      `from groups g ${joins.join(' ')}`,
  );
}

/** `figures`: a row a group with the doubles that are computed from its numbers. */
async function writeFigures(
  connection: DuckDBConnection,
  wanted: readonly { readonly aggregate: GroupAggregate; readonly field: string }[],
  isCounted: (column: FieldColumn) => boolean,
): Promise<void> {
  const columns = [
    ...new Map(
      wanted.flatMap(({ aggregate: { column, other } }) =>
        column === null || other !== null ? [] : [[column.field, column] as const],
      ),
    ).values(),
  ];
  const reader = TableReader.over(connection, 'keyed', columns);
  const sizes = (
    await reader.rows(`select group_rows::double from groups order by ${rowNumber}`)
  ).map(([size]) => Number(size));
  const found = new Map<string, (number | null)[]>();
  for (const { aggregate, field } of wanted)
    if (aggregate.other !== null) found.set(field, await pairFigures(reader, aggregate, sizes));
  for (const column of columns) {
    const counted = isCounted(column) ? await countValues(connection, column) : null;
    const [read] = counted === null ? await readValues(reader, [column]) : [];
    const asked = wanted.filter(
      ({ aggregate }) => aggregate.other === null && aggregate.column?.field === column.field,
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
  const times: FieldColumn = { name: 'n', field: 'n::double', ...double };
  const [read, counts] = await readValues(TableReader.over(connection, source, [column, times]), [
    column,
    times,
  ]);
  return read === undefined || counts === undefined || read.wide
    ? null
    : numbersOf(tabulateCounted(read.values, counts.values), read.scale);
}
