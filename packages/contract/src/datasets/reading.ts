import { z } from 'zod';
import { dateOrders } from '../reading/known-dates.ts';
import { cell } from '../view.ts';

/** What the cells of a column can be read as. */
export const cellReading = z.enum([
  'text',
  'number',
  'date',
  'datetime',
  'time',
  'duration',
  'boolean',
]);
export type CellReading = z.infer<typeof cellReading>;

/** How the cells of one column are read; what is left out is detected over the column. */
export const columnReading = z.strictObject({
  as: cellReading.describe(
    'A number is read without the currency, unit or percent sign beside it; a duration as its ' +
      'seconds. Cells that say no such value become missing, with a note.',
  ),
  decimal_mark: z.enum(['.', ',']).exactOptional().describe('Of the numbers of this column.'),
  date_order: z
    .enum(dateOrders)
    .exactOptional()
    .describe('Of the dates of this column that do not begin with a year of four digits.'),
  missing: z
    .array(z.string().min(1).max(100))
    .max(50)
    .exactOptional()
    .describe('Cell texts of this column that mean a missing value.'),
});
export type ColumnReading = z.infer<typeof columnReading>;

/** What the cells of a column are read as, in words. */
export const readingNames: Readonly<Record<ColumnReading['as'], string>> = {
  text: 'text',
  number: 'numbers',
  date: 'dates',
  datetime: 'dates with times',
  time: 'times of day',
  duration: 'durations',
  boolean: 'true or false',
};

/** A reading of a column that was not taken: state `reading` for it to read it so. */
export const otherReading = z
  .strictObject({
    reading: columnReading,
    cells: z.int().describe('Cells that can be read so.'),
    of: z.int().describe('Cells present.'),
    before: z.string().describe('One of them as written.'),
    after: z.string().describe('The same as it would be read.'),
    misfit: z.string().nullable().describe('A cell that would become missing.'),
  })
  .meta({ id: 'OtherReading' });
export type OtherReading = z.infer<typeof otherReading>;

/** What a person may state about a CSV file; what is left out is detected over the file. */
export const readingOptions = {
  encoding: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe(
      'Label of the WHATWG Encoding Standard such as utf-8, windows-1252 or shift_jis; also ibm437, ibm720, ibm737, ibm775, ibm850, ibm852, ibm855, ibm857, ibm860 to ibm863, ibm865, ibm869, x-mac-ce, utf-32le and utf-32be.',
    ),
  delimiter: z
    .string()
    .min(1)
    .max(8)
    .optional()
    .describe('What separates fields: one sign or several.'),
  quote: z
    .enum(['"', "'", 'none'])
    .optional()
    .describe('What encloses a field that holds the delimiter.'),
  escape: z
    .enum(['doubled', 'backslash', 'none'])
    .optional()
    .describe('How a quote within a quoted field is written.'),
  skip_lines: z.int().min(0).max(10_000).optional().describe('Lines before the table.'),
  header_rows: z
    .int()
    .min(0)
    .max(9)
    .optional()
    .describe('Lines of names; several are joined, 0 where there are none.'),
  comment: z.string().min(1).max(8).optional().describe('What lines begin with that are no rows.'),
  decimal_mark: z
    .enum(['.', ','])
    .optional()
    .describe('Of all numbers: by it 1.234 and 1,234 are decimals or thousands.'),
  date_order: z
    .enum(dateOrders)
    .optional()
    .describe(
      'Where it is ambiguous: 01/02/2026 begins with the day or the month, 24-01-13 with the day or the year.',
    ),
  text_columns: z
    .array(z.string().min(1).max(1000))
    .max(2000)
    .optional()
    .describe('Columns to keep as text as they are written, whatever they look like.'),
  read_columns: z
    .array(columnReading.extend({ column: z.string().min(1).max(1000).describe('Its name.') }))
    .max(2000)
    .optional()
    .describe('How single columns are read; other_readings of a column lists what is possible.'),
} as const;

/** Which table of a file that is no CSV, or that holds several. */
export const partOptions = {
  table: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe('Name of the sheet, file or table that is read; the first one where it is absent.'),
  range: z
    .string()
    .min(2)
    .max(30)
    .regex(
      /^(?:[A-Za-z]{1,3}[1-9]\d{0,6}:[A-Za-z]{1,3}[1-9]\d{0,6}|[A-Za-z]{1,3}:[A-Za-z]{1,3}|[1-9]\d{0,6}:[1-9]\d{0,6})$/,
    )
    .optional()
    .describe('Cells of the sheet, as in A3:F200, A:F or 3:200; all of them where it is absent.'),
  explode: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe(
      'Of JSON: the list within every record that gives a row for each of its entries, by its path as in orders.items; lists are kept as text where it is absent.',
    ),
  borders: z
    .string()
    .max(20_000)
    .regex(/^[1-9]\d{0,5}(?:,[1-9]\d{0,5})*$/)
    .optional()
    .describe(
      'Of text of fixed width: the character where each column begins, as in 1,9,14; found where the blanks of all lines end where it is absent.',
    ),
} as const;

/** The formats that are read beside CSV, by their names in `tables/formats/registry`. */
export const fileFormat = z.string().min(1).max(20).describe('e.g. xlsx, ods, zip, tsv, html.');

export const filePart = z
  .strictObject({ format: fileFormat.optional(), ...partOptions })
  .meta({ id: 'FilePart' });
export type FilePart = z.infer<typeof filePart>;

export const reading = z
  .strictObject({
    ...readingOptions,
    part: filePart.optional().describe('Of an imported file: its format, and which table is read.'),
  })
  .meta({ id: 'Reading' });
export type Reading = z.infer<typeof reading>;

/** What a file says of a column beside its values. */
export const saidByFile = {
  label: z.string().exactOptional().describe('What the file calls the column beside its name.'),
  unit: z.string().exactOptional().describe('Of its values, as the file states it.'),
  value_labels: z
    .array(z.object({ value: cell, label: z.string() }))
    .exactOptional()
    .describe('What the file says that single values mean.'),
} as const;

/**
 * Rows that were written by us, how each column was kept, and what the files that the rows come from
 * say of it.
 */
export const writtenTable = z.strictObject({
  rows: z.int(),
  columns: z.array(
    z.strictObject({
      name: z.string(),
      storage: z
        .string()
        .regex(
          /^(?:VARCHAR|BOOLEAN|BIGINT|HUGEINT|DOUBLE|DATE|TIME|TIMESTAMP|TIMESTAMPTZ|DECIMAL\(\d{1,2},\d{1,2}\))$/,
        ),
      ...saidByFile,
    }),
  ),
  /** Which part of its file the table was whose rows are above the others. */
  part: filePart.optional(),
});
export type WrittenTable = z.infer<typeof writtenTable>;

/** What is kept of how a version is read; nobody states that rows are ours. */
export const keptReading = reading.extend({ written: writtenTable.optional() });
export type KeptReading = z.infer<typeof keptReading>;

/** The same as an answer offers it: what it does not state is absent. */
export const answeredReading = z.strictObject({
  encoding: readingOptions.encoding.unwrap().exactOptional(),
  delimiter: readingOptions.delimiter.unwrap().exactOptional(),
  quote: readingOptions.quote.unwrap().exactOptional(),
  escape: readingOptions.escape.unwrap().exactOptional(),
  skip_lines: readingOptions.skip_lines.unwrap().exactOptional(),
  header_rows: readingOptions.header_rows.unwrap().exactOptional(),
  comment: readingOptions.comment.unwrap().exactOptional(),
  decimal_mark: readingOptions.decimal_mark.unwrap().exactOptional(),
  date_order: readingOptions.date_order.unwrap().exactOptional(),
  text_columns: readingOptions.text_columns.unwrap().exactOptional(),
  table: partOptions.table.unwrap().exactOptional(),
  range: partOptions.range.unwrap().exactOptional(),
});

/** A table that was found in a file. */
export const foundTable = z
  .object({
    table: z.string().describe('Its name: of a sheet, of a file in a ZIP, of a table.'),
    rows: z.int().nullable().describe('Rows that hold something, names included; null if unknown.'),
    columns: z.int().nullable(),
    range: z.string().nullable().describe('The cells that hold something, as in A1:F200.'),
    hidden: z.boolean(),
    problem: z.string().nullable().describe('Why it cannot be read; null where it can.'),
  })
  .meta({ id: 'FoundTable' });
export type FoundTable = z.infer<typeof foundTable>;

/** What a file holds. */
export const fileContents = z
  .object({
    format: fileFormat.nullable().describe('Null of a CSV file, which holds one table.'),
    title: z.string().describe('The format in words, such as Excel workbook.'),
    tables: z.array(foundTable),
    current: z.string().nullable().describe('The table that the dataset was read from.'),
  })
  .meta({ id: 'FileContents' });
export type FileContents = z.infer<typeof fileContents>;

/** How the first lines of a file became rows. */
export const importPreview = z
  .object({
    lines: z
      .array(z.string())
      .describe(
        'The first lines as they are in the file; of a sheet its rows, their cells apart by tabs.',
      ),
    first_line: z.int().describe('Number of the first of them.'),
    explanation: z.array(z.string()).describe('What was detected, and why.'),
    reading: reading.describe('What was stated; everything else was detected.'),
    columns: z.array(
      z.object({
        name: z.string(),
        before: z.array(z.string()).describe('The first cells as text.'),
        after: z
          .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
          .describe('The same cells as values.'),
      }),
    ),
  })
  .meta({ id: 'ImportPreview' });
export type ImportPreview = z.infer<typeof importPreview>;

export const datasetVersion = z
  .object({
    version: z.int(),
    current: z.boolean(),
    created_at: z.iso.datetime(),
    made_by: z.enum(['upload', 'replace', 'append', 'reread', 'rebuild']),
    file_size: z.int(),
    sha256: z.string(),
    row_count: z.int(),
    column_count: z.int(),
  })
  .meta({ id: 'DatasetVersion' });

const columnOf = z.object({ name: z.string(), type: z.string(), storage: z.string() });

export const versionComparison = z
  .object({
    from: z.int(),
    to: z.int(),
    row_count: z.object({ from: z.int(), to: z.int() }),
    added: z.array(columnOf),
    removed: z.array(columnOf),
    retyped: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
    moved: z.boolean().describe('The columns that both have are in another order.'),
  })
  .meta({ id: 'VersionComparison' });
