import { z } from 'zod';

export const pageInput = {
  limit: z.int().min(1).max(200).default(50).describe('How many items, 1 to 200.'),
  cursor: z.string().max(200).optional().describe('The next_cursor of the page before.'),
};

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.int().describe('How many there are in all.'),
    next_cursor: z.string().nullable().describe('Opaque; null on the last page.'),
  });
