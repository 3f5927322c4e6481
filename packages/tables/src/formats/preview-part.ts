import type { FilePart } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Preview } from '../admission/inputs.ts';
import type { StatedReading } from '../admission/stated-reading.ts';
import { previewFile } from '../admission/preview-file.ts';
import { nameColumns } from '../admission/name-columns.ts';
import type { TemporaryFiles } from '../admission/temporary-files.ts';
import { openFile } from './admit-part.ts';
import { readRange } from './cell-range.ts';
import { findHead, headRows, isPresent, textsOf } from './grid-head.ts';
import type { ColumnsSource, GridRow, GridSource } from './source.ts';

const [shownLines, shownRows, shownLength] = [40, 12, 500];

/** How the first rows of a table of an imported file look and are read. */
export async function previewPart(
  connection: DuckDBConnection,
  {
    source: path,
    part,
    reading,
  }: { readonly source: string; readonly part: FilePart; readonly reading: StatedReading },
  temporary: Pick<TemporaryFiles, 'taken' | 'inner'>,
  scratch: string,
  signal: AbortSignal,
): Promise<Preview> {
  const { format, file } = await openFile(connection, { source: path, part }, temporary, signal);
  const { source } = await format.read(file, part);
  if (source.shape === 'text')
    return previewFile(source.path, { ...source.reading, ...reading }, scratch);
  const { rows, ...preview } =
    source.shape === 'grid' ? await ofGrid(source, part, reading) : await ofColumns(source);
  return {
    ...preview,
    lines: preview.lines.slice(0, shownLines).map((line) => line.slice(0, shownLength)),
    rows: rows.slice(0, shownRows).map((row) => row.map((cell) => cell.slice(0, shownLength))),
  };
}

/** Rows as lines, their cells apart by tabs. */
const asLine = (texts: readonly string[]): string =>
  texts.map((text) => text.replaceAll(/[\t\r\n]+/g, ' ')).join('\t');

async function ofGrid(
  source: GridSource,
  part: FilePart,
  { header_rows: headerRows, skip_lines: skipped }: StatedReading,
): Promise<Preview> {
  const range = readRange(part.range);
  const first: GridRow[] = [];
  reading: for await (const batch of source.rows())
    for (const { number, cells } of batch) {
      if (number < range.top || number > range.bottom) continue;
      const kept = cells.map((cell, i) => (i < range.left || i > range.right ? undefined : cell));
      if (kept.some(isPresent)) first.push({ number, cells: kept });
      if (first.length >= headRows) break reading;
    }
  const firstLine = Math.max(1, range.top);
  if (first.length === 0) return { lines: [], firstLine, rows: [] };
  const head = findHead(first, range, { headerRows, skipped });
  const lines: string[] = [];
  for (const row of first.slice(0, shownLines)) {
    while (lines.length < row.number - firstLine && lines.length < shownLines) lines.push('');
    lines.push(asLine(textsOf(row, head.left, head.right)));
  }
  return {
    lines,
    firstLine,
    names: nameColumns(head.names, head.right - head.left + 1).names,
    rows: first
      .slice(head.start + head.headerRows)
      .map((row) => textsOf(row, head.left, head.right)),
  };
}

async function ofColumns(source: ColumnsSource): Promise<Preview> {
  const rows: string[][] = [];
  reading: for await (const batch of source.rows())
    for (const row of batch) {
      rows.push(row.map((value) => (value === null ? '' : String(value))));
      if (rows.length >= shownLines) break reading;
    }
  return {
    lines: [asLine(source.columns.map(({ name }) => name)), ...rows.map(asLine)],
    firstLine: 0,
    rows,
  };
}
