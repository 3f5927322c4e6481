import { z } from 'zod';
import { cell, cleaningStep, view } from '../view.ts';
import { provenance } from './provenance.ts';

export const duplicateMethods = ['exact', 'normalised', 'near'] as const;
export type DuplicateMethod = (typeof duplicateMethods)[number];
/** Cells, rows times compared columns, that are looked through. */
export const mostCompared = 5_000_000;

export const duplicatesOptions = {
  columns: z
    .array(z.string().min(1).max(1000))
    .min(1)
    .max(200)
    .optional()
    .describe('Left out: all by exact, else all but numbers and times of which no value repeats.'),
  view: view.optional(),
  method: z
    .enum(duplicateMethods)
    .default('near')
    .describe(
      'normalised: texts may differ in case, accents, punctuation, spaces; near: and letters.',
    ),
  edits: z
    .int()
    .min(1)
    .max(3)
    .default(2)
    .describe('Of near: letters by which rows may differ in all.'),
  limit: z.int().min(1).max(200).default(50),
};

export const duplicates = z
  .object({
    ...provenance.shape,
    compared: z.array(z.string()).describe('The columns that were compared.'),
    found: z.int().describe('Clusters there are; at most the limit are listed, the largest first.'),
    duplicate_rows: z.int().describe('Rows of all clusters beyond the first of each.'),
    is_whole: z
      .boolean()
      .describe('False where texts that share a frequent part were not all compared.'),
    clusters: z.array(
      z.object({
        n: z.int().describe('Rows; at most 50 of them are listed.'),
        rows: z.array(
          z.object({
            row: z.int().describe('Its number in the file.'),
            values: z.array(cell).describe('Of the compared columns.'),
          }),
        ),
      }),
    ),
    step: cleaningStep
      .nullable()
      .describe(
        'The step of a view that deletes the listed rows but the first of each cluster; null where ' +
          'there are none, or where the view computes all that was compared.',
      ),
  })
  .meta({ id: 'Duplicates' });
export type Duplicates = z.infer<typeof duplicates>;
