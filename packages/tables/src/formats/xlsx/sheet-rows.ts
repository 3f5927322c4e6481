import { AppError } from '@columnist/contract';
import type { ArchiveEntry } from '../archive/open-archive.ts';
import { readXml } from '../archive/read-xml.ts';
import { columnOf, readRange, type CellRange } from '../cell-range.ts';
import { CellCounts } from '../cell-counts.ts';
import { clockCell, dateCell } from '../iso-cells.ts';
import { MergedCells } from '../merged-cells.ts';
import type { GridCell, GridRow } from '../source.ts';
import { isPadded, withZeros } from './format-parts.ts';
import { general, type NumberFormat, type Shown } from './number-formats.ts';
import { cellOfSerial } from './serial-dates.ts';
import { isTrue, unescaped } from './workbook.ts';

/** What the cells of a sheet refer to. */
export interface SheetContext {
  readonly strings: readonly string[];
  readonly styles: readonly NumberFormat[];
  readonly is1904: boolean;
  readonly merged: readonly CellRange[];
}

const [lastRow, lastColumn] = [1_048_576, 16_383];

/** The rows of a sheet, as they come in. Throws invalid_file. */
export async function* sheetRows(
  entry: ArchiveEntry,
  context: SheetContext,
  counts: CellCounts,
): AsyncGenerator<readonly GridRow[]> {
  const { strings, styles, is1904 } = context;
  const merged = new MergedCells(context.merged);
  let rows: GridRow[] = [];
  let cells: (GridCell | undefined)[] = [];
  let [row, column] = [0, -1];
  let [type, style] = ['n', 0];
  let [value, inValue, inPhonetic, hasFormula, hasValue] = ['', false, false, false, false];

  const cellOf = (): GridCell | undefined => {
    // An empty number of a shared text is none; an empty text is one.
    const isThere = hasValue && (type === 'str' || (type === 's' ? value.trim() : value) !== '');
    if (hasFormula) counts.addFormula(isThere);
    if (!isThere && type !== 'inlineStr') return undefined;
    switch (type) {
      case 's': {
        const text = /^\s*\d+\s*$/.test(value) ? strings[Number(value)] : undefined;
        if (text === undefined) throw refused(`Row ${row} refers to a text that is not there.`);
        return { kind: 'text', text };
      }
      case 'str':
      case 'inlineStr':
        return { kind: 'text', text: unescaped(value) };
      case 'b':
        return booleanCell(value);
      case 'e':
        return { kind: 'error', text: value };
      case 'd':
        return isoCell(value, (styles[style] ?? general).shown, row, counts);
      default:
        return numberCell(value, styles[style] ?? general, { is1904, counts, row, column });
    }
  };

  const read = readXml(entry.chunks(), entry.name, {
    open: (name, attributes) => {
      switch (name) {
        case 'c': {
          const { r: place } = attributes;
          column = place === undefined ? column + 1 : columnOf(lettersIn(place));
          if (column > lastColumn) throw refused(`Row ${row} has a cell beyond column XFD.`);
          type = attributes['t'] ?? 'n';
          style = Number(attributes['s'] ?? 0);
          [value, hasFormula, hasValue] = ['', false, false];
          break;
        }
        case 'v':
        case 't':
          inValue = !inPhonetic;
          hasValue = true;
          break;
        case 'f':
          hasFormula = true;
          break;
        case 'rPh':
          inPhonetic = true;
          break;
        case 'row': {
          const next = attributes['r'] === undefined ? row + 1 : Number(attributes['r']);
          if (!(next > row && next <= lastRow))
            throw refused(`The rows of the sheet are not in order: ${row} is followed by ${next}.`);
          row = next;
          column = -1;
          cells = [];
          if (isTrue(attributes['hidden'])) counts.hiddenRows.add(row);
          break;
        }
        case 'col':
          if (isTrue(attributes['hidden']))
            counts.addHiddenColumns(Number(attributes['min']), Number(attributes['max']));
          break;
      }
    },
    text: (text) => {
      if (inValue) value += text;
    },
    close: (name) => {
      switch (name) {
        case 'v':
        case 't':
          inValue = false;
          break;
        case 'rPh':
          inPhonetic = false;
          break;
        case 'c': {
          const cell = cellOf();
          if (cell !== undefined) cells[column] = cell;
          break;
        }
        case 'row':
          merged.fill(row, cells);
          if (cells.length > 0) rows.push({ number: row, cells });
          break;
      }
    },
  });
  for await (const _ of read)
    if (rows.length > 0) {
      const taken = rows;
      rows = [];
      yield taken;
    }
}

/** The letters of a place such as AB12. */
function lettersIn(place: string): string {
  let end = 0;
  while (end < place.length && place.charCodeAt(end) >= 65) end += 1;
  if (end === 0 || end > 3) throw refused(`'${place.slice(0, 20)}' is no place of a cell.`);
  return place.slice(0, end);
}

const plainWhole = /^-?(?:0|[1-9]\d{0,14})$/;

function numberCell(
  value: string,
  { shown, zeros, unit, wordFor }: NumberFormat,
  {
    is1904,
    counts,
    row,
    column,
  }: {
    readonly is1904: boolean;
    readonly counts: CellCounts;
    readonly row: number;
    readonly column: number;
  },
): GridCell | undefined {
  if (shown === 'number') {
    if (zeros !== null && /^\d{1,15}$/.test(value)) {
      const padded = isPadded(value, zeros);
      if (padded) counts.shown.addZeros(column, zeros);
      if (zeros.isCode)
        return {
          kind: 'text',
          text: withZeros(value, zeros),
          ...(padded ? {} : { isNumber: true }),
        };
    }
    const word = wordFor?.(Number(value)) ?? null;
    if (word === null) counts.shown.addUnit(column, unit);
    else if (value.trim() !== '') counts.shown.addWord(column, value, word);
    if (plainWhole.test(value)) return { kind: 'number', text: value === '-0' ? '0' : value };
  }
  const text = value.trim();
  if (text === '') return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) return { kind: 'text', text: value };
  if (shown !== 'number') {
    const cell = cellOfSerial(number, shown, is1904);
    if (shown === 'elapsed') counts.elapsed += 1;
    if (cell !== null) return cell;
    counts.noDates.add(row);
  }
  counts.addNumber(text, number);
  return { kind: 'number', text: String(number) };
}

function booleanCell(value: string): GridCell {
  const text = value.trim().toLowerCase();
  if (isTrue(text)) return { kind: 'boolean', text: 'true' };
  if (text === '0' || text === 'false') return { kind: 'boolean', text: 'false' };
  return { kind: 'text', text: value };
}

/** A date or a time as strict workbooks write it: midnight of a cell that shows a date is that date. */
function isoCell(value: string, shown: Shown, row: number, counts: CellCounts): GridCell {
  const text = value.trim();
  const cell = dateCell(text) ?? clockCell(text);
  if (cell === null) counts.otherDates.add(row);
  else if (shown === 'date' && cell.text.endsWith(' 00:00:00'))
    return { kind: 'date', text: cell.text.slice(0, 10) };
  return cell ?? { kind: 'text', text: value };
}

/** Merged ranges at most; what is beyond is read as it is. */
const mostMerged = 200_000;

/** The merged ranges of a sheet, which are written behind its rows: a look at the text alone. */
export async function findMerged(entry: ArchiveEntry): Promise<CellRange[]> {
  const found: CellRange[] = [];
  let carried = '';
  let isNear = false;
  const form = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"/g;
  for await (const chunk of entry.chunks()) {
    const text = carried + chunk.toString('latin1');
    isNear ||= text.includes('mergeCells');
    if (!isNear) {
      carried = text.slice(-16);
      continue;
    }
    const cut = text.lastIndexOf('<');
    for (const [, ref] of text.slice(0, cut).matchAll(form))
      if (found.length < mostMerged) found.push(readRange(ref));
    carried = text.slice(cut);
    if (carried.length > 4096) carried = '';
  }
  return found;
}

const refused = (message: string): AppError =>
  new AppError('invalid_file', message, {
    row: 1,
    fix: 'Open the workbook in a spreadsheet program, save it as .xlsx, and import that.',
  });
