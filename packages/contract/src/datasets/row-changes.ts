import { z } from 'zod';
import { cell } from '../view.ts';

export const rowChangeKinds = ['changed', 'added', 'removed'] as const;
export type RowChangeKind = (typeof rowChangeKinds)[number];

const column = z.string().min(1).max(1000);

export const rowChangesOptions = {
  key: z
    .array(column)
    .max(10)
    .optional()
    .describe(
      'Columns that tell rows apart in both versions; left out: those that are suggested. None: ' +
        'rows are compared by their place.',
    ),
  kind: z.enum(rowChangeKinds).optional().describe('Only rows of this kind.'),
  limit: z.int().min(1).max(1000).default(50),
  offset: z.int().min(0).max(10_000_000).default(0),
};

/** What changed from one version to another, row by row. */
export const rowChanges = z
  .object({
    from: z.int(),
    to: z.int(),
    key: z.array(z.string()).describe('Columns by which rows were matched; none: by their place.'),
    suggested: z
      .array(
        z.object({
          key: z.array(z.string()),
          matched: z.number().describe('Share of the rows of the shorter version that match.'),
        }),
      )
      .describe('Columns whose values are unique in both versions, the best first.'),
    columns: z.array(z.string()).describe('Columns of both versions: these are compared.'),
    repeated: z
      .int()
      .describe(
        'Rows of both versions whose key another row of their version has: matched in their order.',
      ),
    counts: z.object({
      added: z.int(),
      removed: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      cells: z.int().describe('Cells that changed, of the changed rows.'),
    }),
    cells_by_column: z
      .array(z.object({ column: z.string(), cells: z.int() }))
      .describe('Changed cells, the column with the most first.'),
    total: z.int().describe('Rows of the kind that is asked for.'),
    items: z.array(
      z.object({
        kind: z.enum(rowChangeKinds),
        row_from: z.int().nullable().describe('Its number in the earlier version.'),
        row_to: z.int().nullable().describe('Its number in the later version.'),
        key: z.array(cell),
        cells: z
          .array(z.object({ column: z.string(), from: cell, to: cell }))
          .describe(
            'Of a changed row what changed; of others every value of the compared columns.',
          ),
      }),
    ),
    next_offset: z.int().nullable(),
  })
  .meta({ id: 'RowChanges' });
export type RowChanges = z.infer<typeof rowChanges>;
