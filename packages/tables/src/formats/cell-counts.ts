import type { Note } from '../admission/column-notes.ts';
import { mergedNote } from './sheet-notes.ts';
import { lettersOf } from './cell-range.ts';
import { ShownCounts } from './shown-counts.ts';

const mostRows = 10;

/** A whole number with more digits than spreadsheet programs keep, and as many as codes have. */
const isLong = (value: number): boolean =>
  Number.isInteger(value) && Math.abs(value) >= 1e15 && Math.abs(value) < 1e20;

/** How many rows, and the first of them. */
class Rows {
  count = 0;
  readonly first: number[] = [];

  add(row: number): void {
    this.count += 1;
    if (this.first.length < mostRows) this.first.push(row);
  }
}

/** What is counted of a sheet while its cells are read, to be said when it is read. */
export class CellCounts {
  readonly hiddenRows = new Rows();
  /** Numbers with the format of a date that are none. */
  readonly noDates = new Rows();
  /** Cells that are marked as a date or a time and hold another text. */
  readonly otherDates = new Rows();
  /** Durations, as [h]:mm shows them. */
  elapsed = 0;
  /** Merged ranges that are counted with the cells. */
  merged = 0;
  /** Numbers that formats show otherwise than they are read. */
  readonly shown = new ShownCounts();
  #hiddenColumns: string[] = [];
  /** Whole numbers with more digits than spreadsheets keep, and others of more than 15 digits. */
  #rounded = 0;
  #long = 0;
  #formulas = 0;
  #uncounted = 0;

  addFormula(hasValue: boolean): void {
    this.#formulas += 1;
    if (!hasValue) this.#uncounted += 1;
  }

  /** A number as the file writes it, and as it is read. */
  addNumber(text: string, number: number): void {
    if (/^-?\d{16,}$/.test(text) && BigInt(text) !== BigInt(number)) this.#rounded += 1;
    else if (isLong(number)) this.#long += 1;
  }

  /** 1-based, both included. */
  addHiddenColumns(from: number, to: number): void {
    for (let column = from; column <= to && column <= 16_384; column++) {
      if (this.#hiddenColumns.length >= 50) return;
      this.#hiddenColumns.push(lettersOf(column - 1));
    }
  }

  notes(): Note[] {
    const note = (code: string, count: number, one: string, many: string, rows?: Rows): Note[] =>
      count === 0
        ? []
        : [
            {
              code,
              message: count === 1 ? one : `${count.toLocaleString('en')} ${many}`,
              column: null,
              count,
              rows: rows?.first ?? [],
              examples: [],
            },
          ];
    const columns = this.#hiddenColumns;
    return [
      ...mergedNote(this.merged),
      ...note(
        'formulas',
        this.#formulas,
        '1 cell is a formula; it is read as the value that was saved with it.',
        'cells are formulas; they are read as the values that were saved with them.',
      ),
      ...note(
        'formulas_without_value',
        this.#uncounted,
        '1 formula was saved without a value and is read as missing: open the file in a spreadsheet program and save it, which computes it.',
        'formulas were saved without a value and are read as missing: open the file in a spreadsheet program and save it, which computes them.',
      ),
      ...note(
        'hidden_rows',
        this.hiddenRows.count,
        '1 row is hidden in the sheet; it is read all the same.',
        'rows are hidden in the sheet; they are read all the same.',
        this.hiddenRows,
      ),
      ...note(
        'hidden_columns',
        columns.length,
        `Column ${columns[0] ?? ''} is hidden in the sheet; it is read all the same.`,
        `columns are hidden in the sheet (${columns.slice(0, 10).join(', ')}${columns.length > 10 ? ' …' : ''}); they are read all the same.`,
      ),
      ...note(
        'elapsed_times',
        this.elapsed,
        '1 duration is read as its seconds.',
        'durations are read as their seconds.',
      ),
      ...note(
        'no_dates',
        this.noDates.count,
        '1 number has the format of a date but is none; it is kept as a number.',
        'numbers have the format of a date but are none; they are kept as numbers.',
        this.noDates,
      ),
      ...note(
        'no_dates',
        this.otherDates.count,
        '1 cell is marked as a date or time and holds none that can be read; it is kept as text.',
        'cells are marked as dates or times and hold none that can be read; they are kept as text.',
        this.otherDates,
      ),
      ...this.shown.notes(),
      ...note(
        'many_digits',
        this.#long,
        '1 whole number has more than 15 digits; spreadsheet programs keep 15 to 17, so its last digits may have been lost before the file came here. Write such codes as text.',
        'whole numbers have more than 15 digits; spreadsheet programs keep 15 to 17, so their last digits may have been lost before the file came here. Write such codes as text.',
      ),
      ...note(
        'rounded',
        this.#rounded,
        '1 whole number has more digits than a 64-bit float holds and is rounded to the nearest, as spreadsheets do.',
        'whole numbers have more digits than a 64-bit float holds and are rounded to the nearest, as spreadsheets do.',
      ),
    ];
  }
}
