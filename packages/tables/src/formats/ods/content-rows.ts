import { AppError } from '@columnist/contract';
import { attributeOf, readXml } from '../archive/read-xml.ts';
import type { CellCounts } from '../cell-counts.ts';
import { dateCell, durationCell } from '../iso-cells.ts';
import { MergedCells } from '../merged-cells.ts';
import type { GridCell, GridRow } from '../source.ts';

export interface ContentSheet {
  readonly name: string;
  readonly hidden: boolean;
}

/** What is within a cell and is none of its text: comments, footnotes, how letters are said. */
const besideText: ReadonlySet<string> = new Set(['annotation', 'note', 'ruby-text']);
const [lastRow, lastColumn] = [1_048_576, 16_383];
/** Cells that a document may have written once and repeated, in all. */
const mostRepeated = 20_000_000;

type Attributes = Readonly<Record<string, string>>;

/**
 * The rows of the sheets of an OpenDocument spreadsheet, or of that named `only`. `watch` is given
 * each sheet and each of its rows. Throws invalid_file.
 */
export async function* contentRows(
  chunks: AsyncIterable<Buffer>,
  only: string | null,
  counts: CellCounts,
  watch: {
    readonly begin?: (sheet: ContentSheet) => void;
    readonly row?: (row: GridRow) => void;
  } = {},
): AsyncGenerator<readonly GridRow[]> {
  const hiddenStyles = new Set<string>();
  let style = '';
  let rows: GridRow[] = [];
  let isRead = false;
  let isDone = false;
  let depthOfTables = 0;
  let merged = new MergedCells([]);
  let cells: (GridCell | undefined)[] = [];
  /** How the numbers of the row are shown, by their column. */
  let units: (string | null)[] = [];
  let [row, rowsRepeated, column, columnsSeen, repeated] = [1, 1, 0, 0, 0];
  let cell: { attributes: Attributes; repeated: number; covered: boolean } | null = null;
  let [text, paragraphs, inText, aside] = ['', 0, 0, 0];

  const endCell = (): void => {
    if (cell === null) return;
    // What other sheets hold is not counted.
    const found = cell.covered || !isRead ? undefined : cellOf(cell.attributes, text, row, counts);
    if (found !== undefined) {
      if (column + cell.repeated - 1 > lastColumn)
        throw refused(`Row ${row} has a cell beyond column XFD.`);
      repeated += cell.repeated - 1;
      const unit = unitOf(cell.attributes);
      for (let i = 0; i < cell.repeated; i++) {
        cells[column + i] = found;
        if (found.kind === 'number') units[column + i] = unit;
      }
      const spanned = Number(attributeOf(cell.attributes, 'number-rows-spanned') ?? 1);
      const across = Number(attributeOf(cell.attributes, 'number-columns-spanned') ?? 1);
      if (spanned > 1 || across > 1) counts.merged += 1;
      if (spanned > 1)
        merged.add({ top: row, bottom: row + spanned - 1, left: column, right: column });
    }
    column += cell.repeated;
    cell = null;
  };

  const endRow = (): void => {
    merged.fill(row, cells);
    if (isRead && cells.length > 0) {
      repeated += (rowsRepeated - 1) * cells.length;
      if (row + rowsRepeated - 1 > lastRow || repeated > mostRepeated)
        throw refused(
          `The sheet repeats its cells more than ${mostRepeated.toLocaleString('en')} times.`,
        );
      for (let i = 0; i < rowsRepeated; i++) {
        const made = { number: row + i, cells };
        watch.row?.(made);
        rows.push(made);
        units.forEach((unit, at) => counts.shown.addUnit(at, unit));
      }
    }
    row += rowsRepeated;
  };

  const read = readXml(chunks, 'content.xml', {
    open: (name, attributes) => {
      if (aside > 0 || besideText.has(name)) {
        aside += 1;
        return;
      }
      switch (name) {
        case 'style':
          style = attributeOf(attributes, 'name') ?? '';
          break;
        case 'table-properties':
          if (attributeOf(attributes, 'display') === 'false') hiddenStyles.add(style);
          break;
        case 'table': {
          depthOfTables += 1;
          if (depthOfTables > 1) break;
          const sheet = {
            name: attributeOf(attributes, 'name') ?? '',
            hidden: hiddenStyles.has(attributeOf(attributes, 'style-name') ?? ''),
          };
          watch.begin?.(sheet);
          isRead = only === null || sheet.name === only;
          merged = new MergedCells([]);
          [row, columnsSeen] = [1, 0];
          break;
        }
        case 'table-column': {
          const count = countOf(attributes, 'number-columns-repeated');
          if (isRead && isHidden(attributes))
            counts.addHiddenColumns(columnsSeen + 1, columnsSeen + Math.min(count, 50));
          columnsSeen += count;
          break;
        }
        case 'table-row':
          rowsRepeated = countOf(attributes, 'number-rows-repeated');
          [cells, units, column] = [[], [], 0];
          if (isRead && isHidden(attributes) && row < lastRow) counts.hiddenRows.add(row);
          break;
        case 'table-cell':
        case 'covered-table-cell':
          cell = {
            attributes,
            repeated: countOf(attributes, 'number-columns-repeated'),
            covered: name === 'covered-table-cell',
          };
          [text, paragraphs, inText] = ['', 0, 0];
          break;
        case 'p':
          if (cell === null) break;
          if (paragraphs > 0) text += '\n';
          paragraphs += 1;
          inText += 1;
          break;
        case 's':
          if (inText > 0) text += ' '.repeat(Math.min(10_000, countOf(attributes, 'c')));
          break;
        case 'tab':
          if (inText > 0) text += '\t';
          break;
        case 'line-break':
          if (inText > 0) text += '\n';
          break;
      }
    },
    text: (part) => {
      if (inText > 0 && aside === 0) text += part;
    },
    close: (name) => {
      if (aside > 0) {
        aside -= 1;
        return;
      }
      if (name === 'p' && inText > 0) inText -= 1;
      else if (name === 'table-cell' || name === 'covered-table-cell') endCell();
      else if (name === 'table-row') endRow();
      else if (name === 'table') {
        depthOfTables -= 1;
        if (depthOfTables === 0 && isRead && only !== null) isDone = true;
      }
    },
  });
  for await (const _ of read) {
    if (rows.length > 0) {
      const taken = rows;
      rows = [];
      if (only !== null) yield taken;
    }
    if (isDone) return;
  }
}

const isHidden = (attributes: Attributes): boolean =>
  ['collapse', 'filter'].includes(attributeOf(attributes, 'visibility') ?? '');

/** What a number is shown with: “%”, a currency, or nothing. */
function unitOf(attributes: Attributes): string | null {
  const type = attributes['office:value-type'] ?? attributeOf(attributes, 'value-type');
  if (type === 'percentage') return '%';
  return type === 'currency' ? (attributeOf(attributes, 'currency') ?? null) : null;
}

function countOf(attributes: Attributes, name: string): number {
  const count = Number(attributeOf(attributes, name) ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
}

function cellOf(
  attributes: Attributes,
  text: string,
  row: number,
  counts: CellCounts,
): GridCell | undefined {
  const type = attributes['office:value-type'] ?? attributeOf(attributes, 'value-type');
  const value = attributeOf(attributes, 'value') ?? '';
  const formula = attributeOf(attributes, 'formula');
  if (formula !== undefined) counts.addFormula(type !== undefined);
  if (type === undefined) return text === '' ? undefined : { kind: 'text', text };
  const isError =
    attributes['calcext:value-type'] === 'error' ||
    (formula !== undefined && /^(?:#[A-Z/0!?]+|Err:\d+)$/.test(text));
  if (isError) return { kind: 'error', text };
  switch (type) {
    case 'float':
    case 'percentage':
    case 'currency': {
      const number = Number(value);
      if (value.trim() === '' || !Number.isFinite(number)) return { kind: 'text', text };
      counts.addNumber(value.trim(), number);
      return { kind: 'number', text: String(number) };
    }
    case 'boolean': {
      // Programs that leave it out, as pandas did, write `value` or the shown text alone.
      const stated = (attributeOf(attributes, 'boolean-value') ?? (value || text)).toLowerCase();
      return stated === 'true' || stated === 'false'
        ? { kind: 'boolean', text: stated }
        : { kind: 'text', text };
    }
    case 'date':
    case 'time': {
      const stated = attributeOf(attributes, `${type}-value`) ?? '';
      if (stated === '') return { kind: 'text', text };
      const cell = type === 'date' ? dateCell(stated) : durationCell(stated);
      if (cell === null) counts.otherDates.add(row);
      return cell ?? { kind: 'text', text: stated };
    }
    default:
      return { kind: 'text', text: attributeOf(attributes, 'string-value') ?? text };
  }
}

const refused = (message: string): AppError =>
  new AppError('invalid_file', message, {
    row: 1,
    fix: 'Save the sheet as CSV, then upload the .csv file.',
  });
