import type { OrderKey } from '../views/view-program.ts';

/** A text, list, column and order as Python writes them. */
export const text = (value: string): string => JSON.stringify(value);
export const list = (items: readonly string[]): string => `[${items.join(', ')}]`;
export const column = (name: string): string => `d[${text(name)}]`;
export const sorting = (keys: readonly OrderKey[]): string =>
  `${list(keys.map((key) => text(key.column)))}, ` +
  `ascending=${list(keys.map(({ descending }) => (descending ? 'False' : 'True')))}, ` +
  'kind="stable", na_position="last"';
