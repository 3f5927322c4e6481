import { AppError } from '@columnist/contract';
import { Parser } from 'htmlparser2';
import { showsNumber } from './shown-numbers.ts';

export interface HtmlTable {
  /** Its caption, or its number. */
  readonly name: string;
  readonly hidden: boolean;
  readonly rows: string[][];
  /** Rows at its top whose cells are all headings (th); 0 where none is said to be one. */
  readonly headerRows: number;
}

/** Cells of all tables of a page, those that a cell spans included. */
const mostCells = 5_000_000;
const mostDeep = 50;

interface Open {
  caption: string;
  inCaption: boolean;
  rows: string[][];
  headings: boolean[];
  row: string[] | null;
  isHeading: boolean;
  /** By column: a text that goes on in rows below, and in how many. */
  spans: Map<number, { text: string; rows: number }>;
  /** Places in the row that a cell above reaches down to. */
  filled: number[];
  cell: { text: string; rows: number; columns: number; number: string | null } | null;
}

/** The tables of a page in the order in which they end; a table in a cell is one of its own. */
export async function htmlTables(chunks: AsyncIterable<Buffer | string>): Promise<HtmlTable[]> {
  const tables: HtmlTable[] = [];
  const open: Open[] = [];
  let cells = 0;
  /** Open elements, and the one of them in which nothing is shown. */
  let depth = 0;
  let unseen: number | null = null;

  const addCells = (count: number): void => {
    cells += count;
    if (cells > mostCells)
      throw new AppError(
        'invalid_file',
        `The tables of the page have more than ${mostCells.toLocaleString('en')} cells.`,
        { row: 1, fix: 'Save the table as CSV, then upload the .csv file.' },
      );
  };
  const endCell = (table: Open): void => {
    const { cell, row } = table;
    if (cell === null || row === null) return;
    const shown = tidy(cell.text);
    const text = cell.number !== null && showsNumber(shown, cell.number) ? cell.number : shown;
    addCells(skipSpanned(table, row));
    addCells(Math.max(1, cell.rows) * cell.columns);
    for (let i = 0; i < cell.columns; i++) {
      const filled = i === 0 ? text : '';
      if (cell.rows === toEnd) table.spans.set(row.length, { text: filled, rows: Infinity });
      if (cell.rows > 1) table.spans.set(row.length, { text: filled, rows: cell.rows - 1 });
      row.push(filled);
    }
    table.cell = null;
  };
  const endRow = (table: Open): void => {
    endCell(table);
    if (table.row === null) return;
    addCells(skipSpanned(table, table.row));
    // A name that is as high as two rows of names is one name.
    if (table.isHeading) for (const place of table.filled) table.row[place] = '';
    if (table.row.length > 0) {
      table.rows.push(table.row);
      table.headings.push(table.isHeading);
    }
    table.row = null;
  };
  const endTable = (): void => {
    const table = open.pop();
    if (table === undefined) return;
    endRow(table);
    const body = table.headings.indexOf(false);
    tables.push({
      name: tidy(table.caption) || `Table ${tables.length + 1}`,
      hidden: false,
      rows: table.rows,
      headerRows: Math.max(0, body),
    });
  };

  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (unseen !== null) return;
        if (unshown.has(name) || (isInText(open.at(-1)) && isHidden(attributes))) {
          unseen = depth;
          return;
        }
        if (name === 'table') {
          if (open.length >= mostDeep)
            throw new AppError(
              'invalid_file',
              `The page has more than ${mostDeep} tables inside one another.`,
              { row: 1, fix: 'Save the table as CSV, then upload the .csv file.' },
            );
          open.push(newTable());
          return;
        }
        const table = open.at(-1);
        if (table === undefined) return;
        if (name === 'caption') table.inCaption = true;
        else if (groups.has(name)) {
          endRow(table);
          endGroup(table);
        } else if (name === 'tr') {
          endRow(table);
          [table.row, table.isHeading, table.filled] = [[], true, []];
        } else if (name === 'td' || name === 'th') {
          endCell(table);
          table.row ??= [];
          if (name === 'td') table.isHeading = false;
          table.cell = {
            text: '',
            rows: attributes['rowspan']?.trim() === '0' ? toEnd : spanOf(attributes['rowspan']),
            columns: spanOf(attributes['colspan']),
            // Excel puts the whole number beside what it shows.
            number: numberOf(attributes['x:num']),
          };
        } else if (table.cell !== null && ['br', 'p', 'div', 'li'].includes(name))
          table.cell.text += '\n';
      },
      ontext: (text) => {
        const table = open.at(-1);
        if (table === undefined || unseen !== null) return;
        if (table.inCaption) table.caption += text;
        // Line ends in the source are spaces on the page.
        else if (table.cell !== null) table.cell.text += text.replaceAll(/[\r\n\t ]+/g, ' ');
      },
      onclosetag: (name) => {
        const wasUnseen = unseen !== null;
        if (unseen === depth) unseen = null;
        depth -= 1;
        const table = open.at(-1);
        if (table === undefined || wasUnseen) return;
        if (name === 'table') endTable();
        else if (name === 'caption') table.inCaption = false;
        else if (groups.has(name)) {
          endRow(table);
          endGroup(table);
        } else if (name === 'tr') endRow(table);
        else if (name === 'td' || name === 'th') endCell(table);
      },
    },
    { decodeEntities: true },
  );
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of chunks)
    parser.write(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
  parser.end();
  while (open.length > 0) endTable();
  if (tables.length === 0)
    throw new AppError('invalid_file', 'The page holds no table.', {
      row: 1,
      fix: 'Copy the table itself, or save it as CSV.',
    });
  return tables;
}

/** Elements whose text no page shows. */
const unshown: ReadonlySet<string> = new Set(['script', 'style', 'template']);

const isInText = (table: Open | undefined): boolean =>
  table !== undefined && (table.cell !== null || table.inCaption);

/** Keys to sort by and texts for other programs are in pages, and nobody sees them. */
const isHidden = ({ hidden, style = '' }: Readonly<Record<string, string>>): boolean =>
  hidden !== undefined || /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(style);

const newTable = (): Open => ({
  caption: '',
  inCaption: false,
  rows: [],
  headings: [],
  row: null,
  isHeading: true,
  spans: new Map(),
  filled: [],
  cell: null,
});

/**
 * Adds the cells that others above reach down to. Answers how many are of cells whose height is not
 * said, and so not counted yet.
 */
function skipSpanned({ spans, filled }: Open, row: string[]): number {
  let uncounted = 0;
  for (let span = spans.get(row.length); span !== undefined; span = spans.get(row.length)) {
    if (span.rows === 1) spans.delete(row.length);
    else span.rows -= 1;
    if (span.rows === Infinity) uncounted += 1;
    filled.push(row.length);
    row.push(span.text);
  }
  return uncounted;
}

/** Parts of a table: cells without a height end with theirs. */
const groups: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);

function endGroup({ spans }: Open): void {
  for (const [place, { rows }] of spans) if (rows === Infinity) spans.delete(place);
}

/** A cell that is as high as what is left of its part of the table. */
const toEnd = 0;

/** As browsers limit it. */
const spanOf = (text = '1'): number => Math.min(1000, Math.max(1, Math.trunc(Number(text)) || 1));

const numberOf = (text: string | undefined): string | null =>
  text !== undefined && text.trim() !== '' && Number.isFinite(Number(text)) ? text.trim() : null;

const tidy = (text: string): string =>
  text
    .replaceAll('\u00a0', ' ')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
