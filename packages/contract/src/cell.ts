import { z } from 'zod';

/**
 * What a cell may hold on the wire. Numbers a double cannot hold exactly, dates and times are
 * strings.
 */
export const cell = z
  .union([z.string(), z.number(), z.boolean()], 'A value is a text, a number, true or false.')
  .nullable()
  .meta({ id: 'Cell' });
/** One that is named in a question: no longer than all of its texts may be. */
export const scalar = z
  .union(
    [z.string().max(64 * 1024), z.number(), z.boolean()],
    'A value is a text, a number, true or false.',
  )
  .meta({ id: 'Scalar' });
export type Cell = z.infer<typeof cell>;

export const columnName = z.string().min(1).max(1000).describe('A column name, spelled exactly.');

/** An expression as people type it. */
export const expressionText = z.string().min(1).max(5000);
