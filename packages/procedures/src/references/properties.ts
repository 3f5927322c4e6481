import type { Asking } from '@columnist/contract';
import { figuresOf, type Json } from './figures.ts';
import { randomFrom } from './tables.ts';

/** A table as its columns' names and rows of texts. */
export interface Sheet {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const sheetOf = (csv: string): Sheet => {
  const [head = '', ...lines] = csv.trimEnd().split('\n');
  return { names: head.split(','), rows: lines.map((line) => line.split(',')) };
};
export const csvOf = ({ names, rows }: Sheet): string =>
  `${[names, ...rows].map((row) => row.join(',')).join('\n')}\n`;

/** The same with one column changed. */
export const changedCells = (
  sheet: Sheet,
  names: readonly string[],
  of: (cell: string) => string,
): Sheet => {
  const places = new Set(names.map((name) => sheet.names.indexOf(name)));
  return {
    ...sheet,
    rows: sheet.rows.map((row) =>
      row.map((cell, i) => (places.has(i) && cell !== '' ? of(cell) : cell)),
    ),
  };
};

const inWholeCents = (cell: string): bigint => BigInt(Math.round(Number(cell) * 10_000));
const ofCents = (cents: bigint): string => (Number(cents) / 10_000).toString();

/** Numbers moved by 32, and made 4 times as large: without rounding. */
export const shifted = (sheet: Sheet, names: readonly string[]): Sheet =>
  changedCells(sheet, names, (cell) => ofCents(inWholeCents(cell) + 320_000n));
export const scaled = (sheet: Sheet, names: readonly string[]): Sheet =>
  changedCells(sheet, names, (cell) => ofCents(4n * inWholeCents(cell)));
/** Groups called otherwise, in the same alphabetical order. */
export const renamed = (sheet: Sheet, names: readonly string[]): Sheet =>
  changedCells(sheet, names, (cell) => `the ${cell}`);
export const reordered = (sheet: Sheet, seed: number): Sheet => {
  const random = randomFrom(seed);
  return {
    ...sheet,
    rows: sheet.rows
      .map((row) => ({ row, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ row }) => row),
  };
};
/** The rows that a view keeps. */
export const kept = (sheet: Sheet, name: string, above: number): Sheet => ({
  ...sheet,
  rows: sheet.rows.filter((row) => Number(row[sheet.names.indexOf(name)]) > above),
});

/** Methods of which the order of the rows is a part, or the place of a row in the file. */
export const isOfOrder = (operation: Asking, method: string): boolean =>
  operation === 'timeSeries' ||
  ['permutation', 'autocorrelation', 'k_means', 'principal_components'].includes(method);

const texts: ReadonlySet<string> = new Set([
  'code',
  'view',
  'view_in_words',
  'view_effects',
  'n_excluded',
  'picture',
  'pictures',
]);

/**
 * The figures of an answer that are not of single rows: pictures and lists of rows are left out, and
 * so is what a view leaves out.
 */
export function figuresIn(answer: Json, only?: readonly string[]): (number | null)[] {
  return figuresOf(withoutRows(answer)).flatMap(({ path: [first = '', ...rest], value }) =>
    texts.has(String(first)) ||
    typeof value === 'string' ||
    rest.at(-1) === 'level' ||
    (only !== undefined && !only.includes(String(first)))
      ? []
      : [value],
  );
}

function withoutRows(answer: Json): Json {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      key === 'tables' && Array.isArray(value)
        ? value.filter(
            (table: Json) =>
              typeof table === 'object' && table !== null && !('single_rows' in table),
          )
        : value,
    ]),
  );
}

/** Pairs of figures that differ by more than rounding. */
export function differences(
  a: readonly (number | null)[],
  b: readonly (number | null)[],
  within = 1e-9,
): string[] {
  if (a.length !== b.length) return [`${a.length} figures against ${b.length}`];
  return a.flatMap((one, i) => {
    const other = b[i];
    if (one === other) return [];
    const far =
      typeof one !== 'number' ||
      typeof other !== 'number' ||
      Math.abs(one - other) > within * Math.max(1e-3, Math.abs(one), Math.abs(other));
    return far ? [`figure ${i}: ${String(one)} against ${String(other)}`] : [];
  });
}
