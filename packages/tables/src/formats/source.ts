import type { DatasetColumn, ReadingQuestion } from '@columnist/contract';
import type { Note } from '../admission/column-notes.ts';
import type { StatedReading } from '../admission/stated-reading.ts';

/** What a cell of a sheet is; `error` is one such as #N/A. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'time' | 'error';

/**
 * A cell with its value as text: numbers in the shortest way that gives them back, dates as
 * 2026-01-31, times as 09:30:00 and those beyond a day as 26:30:00 or -00:30:00, moments as 2026-01-31 09:30:00, true or false, errors as #N/A.
 */
export interface GridCell {
  readonly kind: CellKind;
  readonly text: string;
  /** Its value is that of the merged cell that covers it. */
  readonly filled?: true;
  /** A text that is a number, unless other texts of its column are shown with zeros in front. */
  readonly isNumber?: true;
}

/** A row of a sheet: 1-based, and its cells by their column, 0-based; what is empty is absent. */
export interface GridRow {
  readonly number: number;
  readonly cells: readonly (GridCell | undefined)[];
}

/** A sheet: where its tables begin and end, and which rows are names, is found as in a CSV file. */
export interface GridSource {
  readonly shape: 'grid';
  /** Gives the rows in their order, from the first one each time it is called. */
  readonly rows: () => AsyncIterable<readonly GridRow[]>;
  /** Asked for when all rows are read: what of the sheet is not carried over. */
  readonly notes: () => readonly Note[];
}

/** What the values of a column are. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'datetimetz' | 'time';

/**
 * A value: a number, or a text as GridCell has it; exact decimals and whole numbers beyond 2^53
 * as text or bigint; moments with a zone in UTC without it. Null where it is missing.
 */
export type SourceValue = string | number | bigint | boolean | null;

/** A column that the file types itself. */
export interface SourceColumn extends Pick<DatasetColumn, 'label' | 'unit' | 'value_labels'> {
  readonly name: string;
  readonly kind: ValueKind;
  /** How DuckDB keeps it, such as DOUBLE or DECIMAL(18,2); found over the values where absent. */
  readonly storage?: string;
}

/** A table whose columns the file names and types: nothing about it is guessed. */
export interface ColumnsSource {
  readonly shape: 'columns';
  readonly columns: readonly SourceColumn[];
  /** Gives the rows in batches, each row with a value for every column. */
  readonly rows: () => AsyncIterable<readonly (readonly SourceValue[])[]>;
  /** Asked for when all rows are read. */
  readonly notes: () => readonly Note[];
}

/** Delimited text: read as a CSV file is, with this stated unless a person states otherwise. */
export interface TextSource {
  readonly shape: 'text';
  readonly path: string;
  readonly reading: StatedReading;
  readonly notes: () => readonly Note[];
}

export type Source = GridSource | ColumnsSource | TextSource;

/** A source as it was written for the database. */
export interface WrittenSource {
  /** Rows of the table. */
  readonly rows: number;
  /** Fields c1, c2, … of the text file. */
  readonly width: number;
  readonly columns: readonly WrittenColumn[];
  /** Rows of the sheet before its names, and rows of names. */
  readonly preamble: number;
  readonly headerRows: number;
  readonly missingWords: readonly string[];
  readonly notes: readonly Note[];
  readonly questions: readonly ReadingQuestion[];
  /** Of a sheet: the cells of the table with its names, as in A3:F200. */
  readonly range: string | null;
}

export interface WrittenColumn extends Pick<DatasetColumn, 'label' | 'unit' | 'value_labels'> {
  readonly name: string;
  /** Its field in the text file. */
  readonly field: string;
  readonly storage: string;
  /** Texts among its values that mean a missing one. */
  readonly missing: readonly string[];
  /** Its texts are times such as 26:30:00, and its values their seconds. */
  readonly inSeconds?: boolean;
}
