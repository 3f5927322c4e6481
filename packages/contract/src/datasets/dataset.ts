import type { ValueType } from '../expression/functions.ts';
import { z } from 'zod';
import { dateOrders } from '../reading/known-dates.ts';
import { cell } from '../view.ts';
import { answeredReading, otherReading, saidByFile } from './reading.ts';

/**
 * What a column means. `category` is text with few distinct values; `datetime` covers dates, times
 * and both.
 */
export const columnType = z
  .enum(['number', 'category', 'text', 'datetime', 'boolean'])
  .meta({ id: 'ColumnType' });
export type ColumnType = z.infer<typeof columnType>;

/**
 * The small picture of a column: at most 24 counts, drawn without text.
 * number: touching bars over `edges`; spikes: one bar per whole value in `labels`; category: at
 * most six bars, the
 * last one the rest where `rest` is true; datetime: a line over `edges`; text: lengths over
 * `edges`; boolean: two bars;
 * constant: one value; empty: nothing present.
 */
export const columnPicture = z
  .object({
    kind: z.enum([
      'number',
      'spikes',
      'category',
      'datetime',
      'text',
      'boolean',
      'constant',
      'empty',
    ]),
    counts: z.array(z.int()).max(24),
    labels: z.array(z.string()).nullable(),
    edges: z
      .array(cell)
      .nullable()
      .describe('Bounds of the bars, one more than counts; the last bar includes its upper bound.'),
    rest: z.boolean(),
    clipped: z
      .object({ low: z.boolean(), high: z.boolean() })
      .describe('A tail beyond 10 IQR is drawn at 5.'),
    n: z.int().describe('Values present.'),
    missing: z.int(),
  })
  .meta({ id: 'ColumnPicture' });
export type ColumnPicture = z.infer<typeof columnPicture>;

/** What its values are in an expression. */
export function valueTypeOf({ type, storage }: Pick<DatasetColumn, 'type' | 'storage'>): ValueType {
  if (type !== 'datetime') return type === 'category' ? 'text' : type;
  return storage === 'DATE' ? 'date' : storage === 'TIME' ? 'time' : 'datetime';
}

/** Columns of each dataset that a list tells of. */
export const columnsInLists = 24;

export const datasetColumn = z
  .object({
    name: z.string(),
    type: columnType,
    storage: z
      .string()
      .describe(
        'How values are kept: BIGINT, DECIMAL(p,s), DOUBLE, VARCHAR, DATE, TIME, TIMESTAMP, TIMESTAMPTZ or BOOLEAN.',
      ),
    missing: z
      .int()
      .nullable()
      .describe('Cells without a value; null for a credential that may not read rows.'),
    distinct: z
      .int()
      .nullable()
      .describe('Different values; null for a credential that may not read rows.'),
    low: cell.describe('Smallest value, null where there is no order or no value.'),
    high: cell,
    picture: columnPicture.nullable(),
    other_readings: z
      .array(otherReading)
      .exactOptional()
      .describe(
        'What at least half of the cells could be read as besides; state one in read_columns of ' +
          'a new reading to take it.',
      ),
    ...saidByFile,
    description: z.string().exactOptional().describe('What it holds, as people wrote it.'),
    levels: z
      .array(z.string())
      .exactOptional()
      .describe('Values of a category in the order that was set, as the file has them.'),
    reference: z
      .string()
      .exactOptional()
      .describe('The value that a regression compares the others with.'),
    stored: z
      .string()
      .exactOptional()
      .describe('How the file is kept where the type was set by a person; values are texts then.'),
    unfit: z
      .array(z.string())
      .exactOptional()
      .describe('What was set for the column and does not fit this version, in words.'),
  })
  .meta({ id: 'DatasetColumn' });
export type DatasetColumn = z.infer<typeof datasetColumn>;

/** A column as it is kept: nothing of it is hidden. */
export const countedColumn = datasetColumn.extend({ missing: z.int(), distinct: z.int() });
export type CountedColumn = z.infer<typeof countedColumn>;

/** How the bytes were read. */
export const dialect = z
  .object({
    encoding: z
      .string()
      .describe('As in the WHATWG Encoding Standard: utf-8, utf-16le, windows-1252 and so on.'),
    encoding_confidence: z
      .number()
      .min(0)
      .max(1)
      .default(1)
      .describe('How likely it is; where that is not sure, a question of the admission asks.'),
    byte_order_mark: z.boolean(),
    delimiter: z.string(),
    quote: z.string().nullable(),
    escape: z.string().nullable(),
    line_ending: z.enum(['lf', 'crlf', 'cr', 'mixed']),
    preamble_lines: z.int().describe('Lines before the header.'),
    header_rows: z
      .int()
      .describe('Lines of names; several are joined, none means that columns are numbered.'),
    comment: z.string().nullable().describe('What lines begin with that are no rows.'),
    width: z.int().describe('Fields of a row.'),
    rows_of_width: z
      .int()
      .describe('Rows that have that number of fields as they are; the others are repaired.'),
    decimal_mark: z.enum(['.', ',']),
    date_order: z
      .enum(dateOrders)
      .nullable()
      .describe('Of dates in numbers: day, month or a year of two digits first.'),
    missing_words: z
      .array(z.string())
      .describe('Cell texts read as missing, beside the empty cell.'),
  })
  .meta({ id: 'Dialect' });
export type Dialect = z.infer<typeof dialect>;

/** What may be known of one of several readings. */
const weighed = {
  confidence: z.number().min(0).max(1).exactOptional().describe('How likely it is.'),
  preview: z
    .array(z.string())
    .exactOptional()
    .describe('What some cells are in it; those of the other readings are in the same order.'),
} as const;

/** What two readings of a file are both likely for: a person decides. */
export const readingQuestion = z
  .object({
    code: z.string().describe('e.g. header, delimiter, table, encoding, date_order.'),
    question: z.string(),
    taken: z.string().describe('How the file is read until somebody answers.'),
    ...weighed,
    alternatives: z
      .array(
        z.object({
          label: z.string(),
          reading: answeredReading.describe('To be sent to reread, which then reads the file so.'),
          ...weighed,
        }),
      )
      .describe('The other readings.'),
  })
  .meta({ id: 'ReadingQuestion' });
export type ReadingQuestion = z.infer<typeof readingQuestion>;

/** What admission did to the file; nothing is changed without a line here. */
export const admission = z
  .object({
    rows_read: z.int().describe('Rows of the table.'),
    rows_repaired: z.int().describe('Rows among them that were changed to fit the table.'),
    rows_rejected: z
      .int()
      .describe('Rows that do not fit and are left out; the repairs file holds their text.'),
    repairs_file: z.boolean().describe('Whether there is a file of the lines that were changed.'),
    notes: z.array(
      z.object({
        code: z
          .string()
          .describe('e.g. header_renamed, kept_as_text, transcoded, already_uploaded.'),
        message: z.string(),
        column: z.string().nullable(),
        count: z.int(),
        rows: z
          .array(z.int())
          .describe(
            'The first of them, 1-based: line numbers of the file, rows of its sheet, or for a ' +
              'column of other files its rows.',
          ),
        examples: z
          .array(
            z.object({
              line: z.int(),
              before: z.string(),
              after: z
                .string()
                .nullable()
                .describe('The row as it is read; null where it is left out.'),
            }),
          )
          .describe('The first lines that were changed.'),
      }),
    ),
    source: z
      .object({
        format: z.string().describe('e.g. xlsx.'),
        title: z.string().describe('e.g. Excel workbook.'),
        table: z.string().nullable().describe('Name of the sheet, file or table.'),
        range: z.string().nullable().describe('The cells that were read, where it is a sheet.'),
        tables: z.int().describe('Tables in the file.'),
        typed: z.boolean().describe('Whether the file types its cells itself.'),
      })
      .exactOptional()
      .describe('Of an imported file: what was read of it; absent for CSV.'),
    questions: z
      .array(readingQuestion)
      .exactOptional()
      .describe('What should be confirmed, for another reading is about as likely; else absent.'),
  })
  .meta({ id: 'Admission' });
export type Admission = z.infer<typeof admission>;

export const dataset = z
  .object({
    id: z.uuid(),
    name: z.string(),
    created_at: z.iso.datetime(),
    file_size: z
      .int()
      .nullable()
      .describe('Bytes of the file as uploaded; null for a credential that may not read rows.'),
    row_count: z.int(),
    column_count: z.int(),
    columns: z
      .array(datasetColumn)
      .describe('In lists the first 24 alone; column_count says how many there are.'),
    sha256: z
      .string()
      .nullable()
      .describe('Of the file as uploaded; null for a credential that may not read rows.'),
    version: z.int(),
    status: z
      .enum(['ready', 'draft'])
      .describe('A draft waits for its review and is removed after a day.'),
    dialect,
    admission,
  })
  .meta({ id: 'Dataset' });
export type Dataset = z.infer<typeof dataset>;
