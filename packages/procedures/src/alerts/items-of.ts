/** Items of a list that the database answered. */
export const itemsOf = (list: unknown): unknown[] =>
  typeof list === 'object' && list !== null && 'items' in list && Array.isArray(list.items)
    ? list.items
    : [];
