import { AppError, rows, rowsPage, view } from '@columnist/contract';
import { z } from 'zod';
import type { LocalTable } from './local-table.ts';

const asked = z.looseObject({
  limit: z.int(),
  offset: z.int(),
  columns: z.array(z.string()).optional(),
  view: view.optional(),
});
const page = z.looseObject(rows.pick({ items: true, row_numbers: true, total: true }).shape);

/**
 * So many rows of a file as are asked for. One answer of the engine holds a bounded number of cells
 * and bytes, so that they are read page after page.
 */
export async function readAllRows(
  { ask, table }: Pick<LocalTable, 'ask' | 'table'>,
  given: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const { limit, offset, ...input } = asked.parse(given);
  const columns = input.columns?.length ?? table.columns.length + (input.view?.derive?.length ?? 0);
  let most = Math.max(1, Math.floor(rowsPage.cells / columns));
  const read = async (from: number): Promise<z.output<typeof page>> => {
    for (;;)
      try {
        const left = offset + limit - from;
        return page.parse(
          await ask('rows', { ...input, offset: from, limit: Math.min(most, left) }),
        );
      } catch (error) {
        const isLarge = error instanceof AppError && error.code === 'too_complex';
        if (!isLarge || most === 1) throw error;
        most = Math.ceil(most / 2);
      }
  };
  const answer = await read(offset);
  const wanted = Math.min(limit, answer.total - offset);
  while (answer.items.length < wanted) {
    const { items, row_numbers: numbers } = await read(offset + answer.items.length);
    for (const item of items) answer.items.push(item);
    for (const number of numbers) answer.row_numbers.push(number);
  }
  return answer;
}
