import { frequencyTable, type FrequencyTable } from '@columnist/statistics';
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
      /** In units of 10^−scale. */
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
      const finite = column.storage === 'DOUBLE' ? `isfinite(${name})` : `${name} is not null`;
      const total = column.storage === 'DOUBLE' ? `fsum(${name})` : (decimalOf(column.storage)?.precision ?? 0) > 28 ? `sum(${name}::double)` : `sum(${name})`;
      const [facts] = await reader.rows(
        `select (count(*) - count(${name}))::double, (count(${name}) filter (where not (${finite})))::double, (min(${name}) filter (where ${finite}))::varchar, ` +
          `(max(${name}) filter (where ${finite}))::varchar, (${total} filter (where ${finite}))::varchar from ${source}`,
      );
      const [values, counts] = await reader.doubles(
        `select v, count(*)::double from (select ${expression} v from ${source} where ${finite}) group by v order by v`,
      );
      const table = frequencyTable(values ?? new Float64Array(), counts ?? new Float64Array());
      const text = (index: number): string | null => (facts?.[index] === null || facts?.[index] === undefined ? null : String(facts[index]));
      const wide = isWide(column) && table.values.some((value) => !Number.isSafeInteger(value));
      return {
        kind: 'number',
        missing: Number(facts?.[0]),
        infinite: Number(facts?.[1]),
        distinct: wide ? await exactDistinct(reader, name) : table.values.length,
        table,
        scale,
        min: text(2),
        max: text(3),
        sum: text(4),
        top: wide ? await textCounts(reader, `${name}`, `${name} is not null`, 10) : [],
      };
    }
    case 'category':
    case 'text': {
      const grouped = `with g as materialized (select ${name} v, count(*) n from ${source} where ${name} is not null group by 1)`;
      const [facts] = await reader.rows(
        `${grouped} select count(*)::double, coalesce(sum(n), 0)::double, min(v), max(v), (select count(*)::double from ${source}) from g`,
      );
      const [lengths, counts] = await reader.doubles(
        `select l, count(*)::double from (select length(${name})::double l from ${source} where ${name} is not null) group by l order by l`,
      );
      const n = Number(facts?.[1]);
      const text = (index: number): string | null => (typeof facts?.[index] === 'string' ? facts[index] : null);
      return {
        kind: 'text',
        missing: Number(facts?.[4]) - n,
        n,
        distinct: Number(facts?.[0]),
        min: text(2),
        max: text(3),
        top: await textCounts(reader, name, `${name} is not null`, topLimit),
        lengths: frequencyTable(lengths ?? new Float64Array(), counts ?? new Float64Array()),
      };
    }
    case 'datetime': {
      const micros = column.storage === 'TIME' ? `epoch_us(cast('1970-01-01' as date) + ${name})` : `epoch_us(${name})`;
      const [facts] = await reader.rows(`select (count(*) - count(${name}))::double from ${source}`);
      const [values, counts] = await reader.doubles(
        `select v, count(*)::double from (select ${micros}::double v from ${source} where ${name} is not null) group by v order by v`,
      );
      return { kind: 'datetime', missing: Number(facts?.[0]), table: frequencyTable(values ?? new Float64Array(), counts ?? new Float64Array()) };
    }
    case 'boolean': {
      const [facts] = await reader.rows(
        `select (count(*) - count(${name}))::double, (count(*) filter (where ${name}))::double, (count(*) filter (where not ${name}))::double from ${source}`,
      );
      return { kind: 'boolean', missing: Number(facts?.[0]), trues: Number(facts?.[1]), falses: Number(facts?.[2]) };
    }
  }
}

async function exactDistinct(reader: TableReader, name: string): Promise<number> {
  const [row] = await reader.rows(`select count(*)::double from (select ${name} from ${reader.source} where ${name} is not null group by 1)`);
  return Number(row?.[0]);
}

/** The most frequent values as text, ties in the order of the values. */
async function textCounts(reader: TableReader, name: string, condition: string, limit: number): Promise<TextCount[]> {
  const rows = await reader.rows(
    `select v::varchar, n::double from (select ${name} v, count(*) n from ${reader.source} where ${condition} group by 1) order by n desc, v limit ${limit}`,
  );
  return rows.map(([value, n]) => ({ value: String(value), n: Number(n) }));
}
