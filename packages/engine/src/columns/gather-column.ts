import { areSafeIntegers, frequencyTable, sumOf, tabulate, type FrequencyTable } from '@columnist/statistics';
import { DuckDBListValue, type DuckDBValue } from '@duckdb/node-api';
import type { TableReader } from '../query/table-reader.ts';
import { decimalOf, type FieldColumn, type TableColumn } from './table-column.ts';

export interface TextCount {
  readonly value: string;
  readonly n: number;
}

/** What is gathered of a column: enough for every figure and picture of it. */
export type ColumnSummary =
  | {
      readonly kind: 'number';
      readonly missing: number;
      readonly infinite: number;
      readonly distinct: number;
      /** In row order and in units of 10^−scale, NaN where missing. */
      readonly values: Float64Array;
      readonly table: FrequencyTable;
      readonly scale: number;
      /** Exact texts, for values that a double may not hold. */
      readonly min: string | null;
      readonly max: string | null;
      readonly sum: string | null;
      readonly top: readonly TextCount[];
    }
  | {
      readonly kind: 'text';
      readonly missing: number;
      readonly n: number;
      readonly distinct: number;
      readonly min: string | null;
      readonly max: string | null;
      readonly top: readonly TextCount[];
      readonly lengths: FrequencyTable;
    }
  /** Microseconds since 1970 (or midnight, for TIME). */
  | { readonly kind: 'datetime'; readonly missing: number; readonly table: FrequencyTable }
  | { readonly kind: 'boolean'; readonly missing: number; readonly trues: number; readonly falses: number };

/** A number column as doubles: decimals as whole numbers of their last digit, so that nothing is rounded. */
export function unitOf(column: FieldColumn): { expression: string; scale: number } {
  const name = column.field;
  const decimal = decimalOf(column.storage);
  if (decimal === null || decimal.precision > 15) return { expression: `${name}::double`, scale: 0 };
  // Fifteen digits survive the double, and rounding restores the whole number of last digits.
  return { expression: `round(${name}::double * 1e${decimal.scale}::double)`, scale: decimal.scale };
}

/** Whether some value may not survive as a double. */
const isWide = (column: TableColumn): boolean => column.storage === 'BIGINT' || (decimalOf(column.storage)?.precision ?? 0) > 15;

const topLimit = 100;

export async function gatherColumn(reader: TableReader, column: FieldColumn): Promise<ColumnSummary> {
  const name = column.field;
  const { source } = reader;
  switch (column.type) {
    case 'number': {
      const { expression, scale } = unitOf(column);
      const [values = new Float64Array()] = await reader.doubles([expression]);
      const table = tabulate(values);
      const infinite = countInfinite(values);
      const summary = { kind: 'number' as const, missing: values.length - table.n - infinite, infinite, values, table, scale };
      const wide = isWide(column) && !areSafeIntegers(table.values);
      return wide ? { ...summary, ...(await gatherExactly(reader, column)) } : { ...summary, ...exactEnough(table, scale) };
    }
    case 'category':
    case 'text': {
      const [facts = []] = await reader.rows(
        `with g as materialized (select ${name} v, count(*) n, length(${name}) l from ${source} where ${name} is not null group by 1),
           lengths as (select l, sum(n) n from g group by l order by l),
           top as (select v, n from g order by n desc, v limit ${topLimit})
         select (select count(*)::double from g), (select coalesce(sum(n), 0)::double from g), (select min(v) from g), (select max(v) from g),
           (select list(l::double order by l) from lengths), (select list(n::double order by l) from lengths),
           (select list(v order by n desc, v) from top), (select list(n::double order by n desc, v) from top), (select count(*)::double from ${source})`,
      );
      const n = Number(facts[1]);
      const counts = listOf(facts[7]);
      return {
        kind: 'text',
        missing: Number(facts[8]) - n,
        n,
        distinct: Number(facts[0]),
        min: typeof facts[2] === 'string' ? facts[2] : null,
        max: typeof facts[3] === 'string' ? facts[3] : null,
        top: listOf(facts[6]).map((value, i) => ({ value: String(value), n: Number(counts[i]) })),
        lengths: frequencyTable(Float64Array.from(listOf(facts[4]), Number), Float64Array.from(listOf(facts[5]), Number)),
      };
    }
    case 'datetime': {
      const micros = column.storage === 'TIME' ? `epoch_us(cast('1970-01-01' as date) + ${name})` : `epoch_us(${name})`;
      const [values = new Float64Array()] = await reader.doubles([micros]);
      const table = tabulate(values);
      return { kind: 'datetime', missing: values.length - table.n, table };
    }
    case 'boolean': {
      const [facts] = await reader.rows(
        `select (count(*) - count(${name}))::double, (count(*) filter (where ${name}))::double, (count(*) filter (where not ${name}))::double from ${source}`,
      );
      return { kind: 'boolean', missing: Number(facts?.[0]), trues: Number(facts?.[1]), falses: Number(facts?.[2]) };
    }
  }
}

function countInfinite(values: Float64Array): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) if (Math.abs(values[i] ?? 0) === Infinity) count += 1;
  return count;
}

const listOf = (value: DuckDBValue | undefined): readonly DuckDBValue[] => (value instanceof DuckDBListValue ? value.items : []);

interface ExactFigures {
  readonly distinct: number;
  readonly min: string | null;
  readonly max: string | null;
  readonly sum: string | null;
  readonly top: readonly TextCount[];
}

/** Doubles hold these values, and their sum to the last digit or as well as a double can. */
function exactEnough(table: FrequencyTable, scale: number): ExactFigures {
  const { values, n } = table;
  const text = (value: number | undefined): string | null => (n === 0 || value === undefined ? null : String(value / 10 ** scale));
  return { distinct: values.length, min: text(values[0]), max: text(values.at(-1)), sum: text(sumOf(table)), top: [] };
}

/** Values beyond what a double holds, as text. */
async function gatherExactly(reader: TableReader, column: FieldColumn): Promise<ExactFigures> {
  const name = column.field;
  // A sum of 38-digit numbers may itself need more than 38.
  const sum = (decimalOf(column.storage)?.precision ?? 0) > 28 ? `sum(${name}::double)` : `sum(${name})`;
  const [facts = []] = await reader.rows(
    `select count(distinct ${name})::double, min(${name})::varchar, max(${name})::varchar, ${sum}::varchar from ${reader.source}`,
  );
  const text = (value: DuckDBValue | undefined): string | null => (typeof value === 'string' ? value : null);
  const rows = await reader.rows(
    `select v::varchar, n::double from (select ${name} v, count(*) n from ${reader.source} where ${name} is not null group by 1) order by n desc, v limit 10`,
  );
  return { distinct: Number(facts[0]), min: text(facts[1]), max: text(facts[2]), sum: text(facts[3]), top: rows.map(([value, n]) => ({ value: String(value), n: Number(n) })) };
}
