import type { ColumnDescription, Description } from '@columnist/contract';
import { literal } from '@columnist/tables/database/sql';
import type { FieldColumn } from '@columnist/tables/table/table-column';
import type { TableReader } from '@columnist/tables/views/table-reader';
import { itemsOf } from './items-of.ts';
import { readDates, type DateFacts } from './read-dates.ts';
import type { TextFindings } from './scan-texts.ts';

export type NumberFigures = Extract<ColumnDescription, { type: 'number' }>;

/** What the values of a number column look like. */
export interface NumberFacts {
  readonly name: string;
  readonly field: string;
  readonly whole: boolean;
  /** Of its values, as the file states it. */
  readonly unit: string | undefined;
  readonly figures: NumberFigures;
  /** In the order of the rows, NaN where missing or infinite; of long tables a part. */
  readonly values: Float64Array;
  /** The same without gaps, ascending. */
  readonly sorted: Float64Array;
  /** The outermost values of all rows, outermost first, as often as they occur. */
  readonly lowest: readonly number[];
  readonly highest: readonly number[];
}

/** Which value of a category each of the rows of `values` has. */
export interface LevelFacts {
  readonly name: string;
  readonly levels: readonly string[];
  /** The place in `levels`, from 0; NaN where missing or rare. */
  readonly codes: Float64Array;
}

/** What the detectors look at: read once. */
export interface TableFacts {
  readonly rows: number;
  /** Whether every row of the file is looked at, in its order. */
  readonly isWhole: boolean;
  /** Every how many rows one is in `values`: 1 of tables that are not long. */
  readonly every: number;
  readonly reader: TableReader;
  readonly numbers: readonly NumberFacts[];
  readonly categories: readonly LevelFacts[];
  readonly dates: readonly DateFacts[];
}

/** Rows whose values are looked at one by one; of longer tables every k-th row. */
const rowsAtMost = 100_000;
const columnsAtMost = 200;
/** Outermost values that are known of all rows. */
const outermost = 60;

/** Reads the values of number columns and the groups of categories, of at most 100,000 rows. */
export async function readFacts(
  whole: TableReader,
  rows: number,
  isWhole: boolean,
  described: Description,
  texts: ReadonlyMap<string, TextFindings>,
): Promise<TableFacts> {
  const every = Math.max(1, Math.ceil(rows / rowsAtMost));
  const known = new Map(described.columns.map((column) => [column.name, column]));
  const asked = whole.columns
    .flatMap((column) => {
      const figures = known.get(column.name);
      return figures?.type === 'number' && figures.n > 0 ? [{ column, figures }] : [];
    })
    .slice(0, columnsAtMost);
  const grouped = whole.columns
    .flatMap((column) => {
      const levels = levelsOf(known.get(column.name), texts.get(column.name));
      return levels === null ? [] : [{ column, levels }];
    })
    .slice(0, columnsAtMost);
  const reader = every === 1 ? whole : await whole.everyRow(every);
  const codes = await reader.doubles(grouped.map(({ column, levels }) => codeOf(column, levels)));
  const values = await reader.doubles(asked.map(({ column: { field } }) => finite(field)));
  const ends = await outermostOf(
    whole,
    asked.map(({ column }) => column),
  );
  return {
    rows,
    isWhole,
    every,
    reader: whole,
    numbers: asked.map(({ column: { name, field, storage, unit }, figures }, i) => {
      const all = values[i] ?? new Float64Array();
      return {
        name,
        field,
        whole: storage.includes('INT'),
        unit,
        figures,
        values: all,
        sorted: all.filter((value) => !Number.isNaN(value)).sort(),
        lowest: ends[i]?.lowest ?? [],
        highest: ends[i]?.highest ?? [],
      };
    }),
    categories: grouped.map(({ column: { name }, levels }, i) => ({
      name,
      levels,
      codes: codes[i] ?? new Float64Array(),
    })),
    dates: await readDates(reader, whole),
  };
}

const finite = (field: string): string => `if(isfinite(${field}::double), ${field}::double, null)`;

/** The values by which a column groups rows; null where it does not. */
function levelsOf(
  column: ColumnDescription | undefined,
  texts: TextFindings | undefined,
): readonly string[] | null {
  if (column?.type === 'boolean') return ['false', 'true'];
  const counts = texts?.counts ?? null;
  return column === undefined ||
    counts === null ||
    counts.length < 2 ||
    counts.length > column.n / 2
    ? null
    : counts.map(({ value }) => value);
}

const codeOf = ({ field, storage }: FieldColumn, levels: readonly string[]): string =>
  storage === 'BOOLEAN'
    ? `${field}::int`
    : `list_position([${levels.map(literal).join(', ')}], ${field}) - 1`;

async function outermostOf(
  reader: TableReader,
  columns: readonly FieldColumn[],
): Promise<{ lowest: number[]; highest: number[] }[]> {
  if (columns.length === 0) return [];
  const [row = []] = await reader.rows(
    `select ${columns.map(({ field }) => `min(${finite(field)}, ${outermost}), max(${finite(field)}, ${outermost})`).join(', ')} from ${reader.source}`,
  );
  return columns.map((_, i) => ({
    lowest: itemsOf(row[2 * i]).map(Number),
    highest: itemsOf(row[2 * i + 1]).map(Number),
  }));
}

/** Quantile of type 7 of ascending values; NaN of none. */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? NaN;
  return below + (at - Math.floor(at)) * ((sorted[Math.ceil(at)] ?? NaN) - below);
}
