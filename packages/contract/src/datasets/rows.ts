import { z } from 'zod';
import { cell, view, viewEffect } from '../view.ts';
import { columnPicture, columnType, countedColumn } from './dataset.ts';
import { answerIdGiven, provenance } from './provenance.ts';

/**
 * Cells, and bytes as JSON, of one page of rows; a single row is sent whatever it takes. The
 * default page of the widest table fits.
 */
export const rowsPage = { cells: 200_000, bytes: 4 * 1024 * 1024 } as const;

export const rowsOptions = {
  columns: z
    .array(z.string().min(1).max(1000))
    .min(1)
    .max(2000)
    .optional()
    .describe('Column names; all where left out.'),
  view: view.optional(),
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).default(0).describe('Rows of the view to skip.'),
  cursor: z
    .string()
    .max(200)
    .optional()
    .describe('The next_cursor of the page before; instead of offset.'),
};

export const rows = z
  .object({
    answer_id: answerIdGiven,
    dataset_id: z.uuid(),
    dataset_version: z.int(),
    engine_version: z.string(),
    view: view.nullable().describe('null means all rows in file order.'),
    view_in_words: z
      .array(z.string())
      .exactOptional()
      .describe(
        'Where the view derives columns: what it does, part by part, with the rows that functions ' +
          'over rows look at.',
      ),
    view_effects: z
      .array(viewEffect)
      .exactOptional()
      .describe('What each part of the view did, where it has more than conditions and an order.'),
    columns: z.array(z.object({ name: z.string(), type: columnType })),
    items: z.array(z.array(cell)).describe('One array a row, in the order of columns.'),
    row_numbers: z
      .array(z.int())
      .describe('Of each item: its data row in the file, 1-based, header not counted.'),
    offset: z.int(),
    total: z.int().describe('Rows of the view.'),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'Rows' });
export type Rows = z.infer<typeof rows>;

/**
 * The columns of a view, with their pictures counted over the same bars as in the dataset; columns
 * that the view made have bars of their own.
 */
export const pictures = z
  .object({
    ...provenance.shape,
    columns: z
      .array(
        countedColumn.extend({
          picture: columnPicture,
          bars_of: z
            .string()
            .exactOptional()
            .describe(
              'The column of the dataset over whose bars it is counted; absent where the view made its values.',
            ),
        }),
      )
      .describe("Of a dataset's own columns, distinct, low and high are those of all its rows."),
  })
  .meta({ id: 'Pictures' });
export type Pictures = z.infer<typeof pictures>;

export const overview = z
  .object({
    ...provenance.shape,
    cells: z.int(),
    missing_cells: z.int(),
    complete_rows: z.int(),
    duplicate_rows: z.int().describe('Rows equal to an earlier row in every column.'),
    missing: z
      .array(
        z.object({
          column: z.string(),
          n: z.int(),
          by_position: z
            .array(z.number())
            .describe(
              'Missing share in each of at most 100 equal runs of rows, first row to last.',
            ),
        }),
      )
      .describe('Columns with missing values, most first.'),
    patterns: z
      .array(z.object({ columns: z.array(z.string()), n: z.int() }))
      .describe('Which columns are missing together; at most 20, most frequent first.'),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof overview>;
