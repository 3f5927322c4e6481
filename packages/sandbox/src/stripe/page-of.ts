import { z } from 'zod';

const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().min(1).optional(),
});

/** A page of items that come newest first, as Stripe's cursors cut it. */
export function pageOf<Item extends { id: string }>(
  url: string,
  items: readonly Item[],
  query: unknown,
  present: (item: Item) => unknown,
) {
  const { limit, starting_after: after } = pageQuery.parse(query);
  const begin = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  const shown = items.slice(begin, begin + limit);
  return {
    object: 'list',
    url,
    has_more: begin + limit < items.length,
    data: shown.map((item) => present(item)),
  };
}
