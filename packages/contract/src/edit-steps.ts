import { z } from 'zod';
import { columnName, scalar } from './cell.ts';

const why = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .optional()
  .describe('The reason, kept with the step.');
const row = z
  .int()
  .min(1)
  .describe('Its number in the file, from 1 for the first row below the header.');
const has = z
  .array(z.strictObject({ column: columnName, value: scalar.nullable() }))
  .min(1)
  .max(20);

/** As many cells or rows as one step edits. */
export const editedAtMost = 1000;

/**
 * Edits of single cells and rows. Each names what the row has now, so that another row, which a new
 * version of the file may have in that place, is left alone: the effects of the view count such
 * edits as `edits_not_applied`.
 */
export const editSteps = [
  z.strictObject({
    step: z.literal('correct_cells'),
    cells: z
      .array(
        z.strictObject({
          row,
          column: columnName,
          from: scalar.nullable().describe('The value that is replaced; null where it is missing.'),
          to: scalar.nullable(),
          has: has.optional().describe('Values of the same row by which it is recognised.'),
        }),
      )
      .min(1)
      .max(editedAtMost),
    why,
  }),
  z.strictObject({
    step: z.literal('delete_rows'),
    rows: z
      .array(z.strictObject({ row, has: has.describe('Values by which the row is recognised.') }))
      .min(1)
      .max(editedAtMost),
    why,
  }),
  z.strictObject({
    step: z.literal('rename_columns'),
    columns: z
      .array(z.strictObject({ from: columnName, to: columnName }))
      .min(1)
      .max(200),
    why,
  }),
  z.strictObject({
    step: z.literal('split_column'),
    column: columnName,
    by: z.string().min(1).max(40).describe('The text between the parts.'),
    into: z
      .array(columnName)
      .min(2)
      .max(20)
      .describe('Names of the new columns; the last one gets all that is left.'),
    why,
  }),
] as const;

export const editStepNames = editSteps.map(({ shape }) => shape.step.value);

export type EditStep = z.infer<(typeof editSteps)[number]>;
export type CorrectedCell = Extract<EditStep, { step: 'correct_cells' }>['cells'][number];
export type DeletedRow = Extract<EditStep, { step: 'delete_rows' }>['rows'][number];
