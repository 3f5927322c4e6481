import { z } from 'zod';
import type { Question } from './questions.ts';

const cells = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const answers = {
  rows: z.object({ total: z.int() }),
  figure: z.object({ columns: z.tuple([z.record(z.string(), z.unknown())]) }),
  group: z.object({ items: z.array(z.array(cells)), total: z.int() }),
  correlation: z.object({
    matrix: z.object({ pairs: z.tuple([z.object({ estimate: z.number() })]) }),
  }),
};

/**
 * The call that answers a question: its REST route, its MCP tool, their common input, and where the
 * answer is.
 */
export function callOf({ view, asked }: Question): {
  route: string;
  tool: string;
  input: Record<string, unknown>;
  read: (answer: unknown) => number;
} {
  switch (asked.kind) {
    case 'rows':
      return {
        route: 'rows',
        tool: 'get_rows',
        input: { view, limit: 1 },
        read: (answer) => answers.rows.parse(answer).total,
      };
    case 'figure':
      return {
        route: 'analyze',
        tool: 'describe_columns',
        input: { view, columns: [asked.column], correlations: false },
        read: (answer) => Number(answers.figure.parse(answer).columns[0][asked.figure]),
      };
    case 'group':
      return {
        route: 'aggregate',
        tool: 'query_dataset',
        input: {
          view,
          group_by: asked.by,
          aggregates: [
            {
              statistic: asked.figure.statistic,
              ...(asked.figure.of === null ? {} : { of: asked.figure.of }),
            },
          ],
        },
        read: (answer) =>
          Number(
            answers.group
              .parse(answer)
              .items.find((row) => asked.key.every((key, i) => String(row[i]) === key))?.[
              asked.by.length
            ],
          ),
      };
    case 'groups':
      return {
        route: 'aggregate',
        tool: 'query_dataset',
        input: { view, group_by: asked.by, having: asked.having },
        read: (answer) => answers.group.parse(answer).total,
      };
    case 'correlation':
      return {
        route: 'association',
        tool: 'analyze_association',
        input: { view, method: 'pearson', columns: [asked.x, asked.y] },
        read: (answer) => answers.correlation.parse(answer).matrix.pairs[0].estimate,
      };
  }
}
