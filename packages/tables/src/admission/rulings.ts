import type { FieldDialect, StatedDialect } from './field-dialect.ts';
import type { TextLine } from './text-lines.ts';

/** From a column's first sign to the one behind its last. */
export type Extent = readonly [from: number, to: number];

/** A line of dashes below the names, as sqlcmd, SQL*Plus and psql write it. */
export interface Ruling {
  /** The line, without spaces at its ends; it may be repeated on every page. */
  readonly text: string;
  /** The line of names above it. */
  readonly names: TextLine;
  readonly dialect: Pick<FieldDialect, 'delimiter' | 'extents'>;
}

/** Lines above the ruling, and rows below it that are looked at. */
const [mostAbove, rowsBelow] = [80, 50];
/** Share of the rows that have nothing between the columns. */
const mostRows = 0.8;

/** The first line that only rules off the names above it, where these have a column for each part. */
export function findRuling(lines: readonly TextLine[], stated: StatedDialect): Ruling | null {
  for (const [i, { text }] of lines.slice(0, mostAbove).entries()) {
    const names = lines[i - 1];
    if (names === undefined || (!text.includes('--') && !text.includes('=='))) continue;
    const dialect =
      separatedBy(text, names.text) ?? alignedBelow(text, names.text, lines.slice(i + 1));
    if (dialect !== null && (stated.delimiter ?? dialect.delimiter) === dialect.delimiter)
      return { text: text.trim(), names, dialect };
  }
  return null;
}

/** Whether the line is the ruling, here or on another page. */
export const isRuling = (text: string, ruling: Ruling | null): boolean =>
  ruling !== null && text.trim() === ruling.text;

/** The sign between the parts of a ruling also separates the names; psql crosses bars by a plus. */
function separatedBy(ruling: string, names: string): Ruling['dialect'] | null {
  const sign = /^\s*[-=]+ *([,;|+\t])/.exec(ruling)?.[1];
  if (sign === undefined) return null;
  const delimiter = sign === '+' ? '|' : sign;
  const parts = ruling.split(sign).map((part) => part.trim());
  const cells = names.split(delimiter).map((name) => name.trim());
  return parts.length === cells.length &&
    parts.every((part, j) => /^(?:-+|=+)$/.test(part) && isAsWide(part, cells[j] ?? ''))
    ? { delimiter }
    : null;
}

/** A ruling is at least as wide as the name, which was cut to its width. */
const isAsWide = (part: string, name: string): boolean => name !== '' && name.length <= part.length;

/** The parts of a ruling between spaces are the extents of the columns. */
function alignedBelow(
  ruling: string,
  names: string,
  below: readonly TextLine[],
): Ruling['dialect'] | null {
  if (!/^ *(?:-+|=+)(?: +(?:-+|=+))+ *$/.test(ruling)) return null;
  const extents = [...ruling.matchAll(/\S+/g)].map(({ index, 0: part }): Extent => [
    index,
    index + part.length,
  ]);
  const end = below.findIndex(({ text }) => text.trim() === '');
  const rows = below.slice(0, end === -1 ? rowsBelow : Math.min(end, rowsBelow));
  const fit = rows.filter(({ text }) => cutAt(text, extents) !== null).length;
  const cells = cutAt(names, extents);
  return cells?.every((name) => name !== '') === true && fit >= mostRows * rows.length
    ? { delimiter: ' ', extents }
    : null;
}

/** The texts within the extents, without the spaces around them; null where a text crosses them. */
export function cutAt(text: string, extents: readonly Extent[]): string[] | null {
  const cells = extents.map(([from], j) => text.slice(from, extents[j + 1]?.[0]));
  const ahead = text.slice(0, extents[0]?.[0]);
  return ahead.trim() === '' &&
    cells.every((cell, j) => {
      const [from, to] = extents[j] ?? [0, 0];
      return j === cells.length - 1 || cell.slice(to - from).trim() === '';
    })
    ? cells.map((cell) => cell.trim())
    : null;
}
