import type { RawRecord } from '../admission/read-records.ts';
import { findStructure } from '../admission/find-structure.ts';
import { joinHeaders } from '../admission/header-rows.ts';
import { isUsualName, saysMissing } from '../admission/judge-header.ts';
import type { CellRange } from './cell-range.ts';
import type { GridCell, GridRow } from './source.ts';

/** Rows that the structure of a sheet is found from. */
export const headRows = 1500;

/** Where the first table of a sheet is. */
export interface GridHead {
  readonly left: number;
  readonly right: number;
  /** Index among the rows of the head of the first row of names, or of values without names. */
  readonly start: number;
  readonly headerRows: number;
  /** Null where there is no row of names. */
  readonly names: string[] | null;
  /** Another number of rows of names is about as likely. */
  readonly doubtful: boolean;
  /** Cells beside the table, beyond an empty column, that are another table. */
  readonly beside: CellRange | null;
  /** Rows above the table, apart from it by an empty row, that are another table. */
  readonly above: CellRange | null;
}

export interface StatedHead {
  readonly headerRows?: number | undefined;
  /** Rows of the range before the table. */
  readonly skipped?: number | undefined;
}

/** Finds the first table among the first rows that hold something, of which there is one. */
export function findHead(rows: readonly GridRow[], range: CellRange, stated: StatedHead): GridHead {
  const { left, right, beside } = extentOf(rows, range);
  const width = right - left + 1;
  const records = rows.map((row): RawRecord => {
    const fields = textsOf(row, left, right);
    return { line: row.number, lines: 1, text: fields.join(','), fields, sound: true };
  });
  const first = Math.max(1, range.top);
  const start =
    stated.skipped === undefined
      ? undefined
      : Math.max(
          0,
          rows.findIndex(({ number }) => number >= first + (stated.skipped ?? 0)),
        );
  const found = findStructure(records, width, { headerRows: stated.headerRows, start });
  const byKinds =
    stated.headerRows === undefined ? namesByKinds(rows.slice(found.start), left, right) : 0;
  const headerRows = byKinds === 0 ? found.headerRows : byKinds;
  return {
    left,
    right,
    start: found.start,
    headerRows,
    names:
      headerRows === 0
        ? null
        : joinHeaders(
            records.slice(found.start, found.start + headerRows).map(({ fields }) => fields),
            width,
          ),
    doubtful: found.doubtful && byKinds === 0,
    beside,
    above: stated.skipped === undefined ? tableAbove(rows.slice(0, found.start)) : null,
  };
}

/** Rows of several cells from which on they are a table, and no facts about the one below them. */
const leastAbove = 10;

/** The longest block of rows without an empty one, if it is a table. */
function tableAbove(rows: readonly GridRow[]): CellRange | null {
  let longest: GridRow[] = [];
  let block: GridRow[] = [];
  for (const row of rows) {
    const isOfBlock =
      row.cells.filter(isPresent).length > 1 &&
      (block.length === 0 || row.number === (block.at(-1)?.number ?? 0) + 1);
    if (isOfBlock) block.push(row);
    else block = [];
    if (block.length > longest.length) longest = block;
  }
  const [top, bottom] = [longest[0]?.number, longest.at(-1)?.number];
  if (longest.length < leastAbove || top === undefined || bottom === undefined) return null;
  const places = new Set(
    longest.flatMap(({ cells }) => cells.flatMap((cell, i) => (isPresent(cell) ? [i] : []))),
  );
  return { left: Math.min(...places), right: Math.max(...places), top, bottom };
}

/** Rows of names at most. */
const mostNames = 5;

/**
 * How many of the first rows are texts in columns that are of another kind below: these are names,
 * whatever they look like. 0 where the kinds do not say it.
 */
function namesByKinds(rows: readonly GridRow[], left: number, right: number): number {
  const body = rows.slice(Math.min(mostNames, Math.ceil(rows.length / 2)));
  const typed: number[] = [];
  for (let column = left; column <= right; column++) {
    const below = body.flatMap(({ cells }) => cells[column] ?? []);
    const others = below.filter(({ kind }) => kind !== 'text').length;
    if (others > 0 && others >= 0.8 * below.length) typed.push(column);
  }
  const isOfNames = ({ cells }: GridRow): boolean => {
    const present = typed.flatMap((column) => cells[column] ?? []);
    return (
      present.every(({ kind }) => kind === 'text') && present.some(({ text }) => !saysMissing(text))
    );
  };
  const first = rows.slice(0, mostNames).findIndex((row) => !isOfNames(row));
  return first === -1 ? 0 : first;
}

/** The texts of cells; those that a merged cell covers are empty, as the file has them. */
export const textsOf = ({ cells }: GridRow, left: number, right: number): string[] =>
  Array.from({ length: right - left + 1 }, (_, i) => {
    const cell = cells[left + i];
    return cell === undefined || cell.filled === true ? '' : cell.text;
  });

/** A cell that shows something. */
export const isPresent = (cell: GridCell | undefined): cell is GridCell =>
  cell !== undefined && cell.text.trim() !== '';

/**
 * The columns of the first table. What begins right of an empty column is another table where its
 * rows are others, or where it has names of its own that occur left of it already.
 */
function extentOf(
  rows: readonly GridRow[],
  range: CellRange,
): { left: number; right: number; beside: CellRange | null } {
  const used = new Map<number, { top: number; bottom: number; first: string }>();
  for (const { number, cells } of rows)
    cells.forEach((cell, i) => {
      if (!isPresent(cell)) return;
      const seen = used.get(i);
      if (seen === undefined) used.set(i, { top: number, bottom: number, first: cell.text });
      else seen.bottom = number;
    });
  const columns = [...used.keys()].sort((a, b) => a - b);
  const [left = 0] = columns;
  const right = columns.at(-1) ?? left;
  if (range.left !== 0 || range.right !== Infinity) return { left, right, beside: null };
  const gap = columns.findIndex((column, i) => i > 0 && column > (columns[i - 1] ?? 0) + 1);
  if (gap === -1) return { left, right, beside: null };
  const block = (of: readonly number[]) => ({
    top: Math.min(...of.map((column) => used.get(column)?.top ?? Infinity)),
    bottom: Math.max(...of.map((column) => used.get(column)?.bottom ?? 0)),
    names: of.map((column) => used.get(column)?.first.trim() ?? ''),
  });
  const [one, other] = [block(columns.slice(0, gap)), block(columns.slice(gap))];
  const from = columns[gap] ?? right;
  const differs =
    one.names.length > 1 &&
    other.names.length > 1 &&
    (one.bottom !== other.bottom || one.top !== other.top) &&
    other.names.every((name) => isUsualName(name) || !/^[\d.,-]+$/.test(name));
  const repeats = other.names.some((name) => name !== '' && one.names.includes(name));
  if (!differs && !repeats) return { left, right, beside: null };
  return {
    left,
    right: columns[gap - 1] ?? left,
    beside: { left: from, right, top: other.top, bottom: Infinity },
  };
}
