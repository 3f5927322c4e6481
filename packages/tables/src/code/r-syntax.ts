import type { OrderKey } from '../views/view-statement.ts';
import { quotedText } from './quoted-text.ts';

const reserved = new Set([
  'if',
  'else',
  'repeat',
  'while',
  'function',
  'for',
  'next',
  'break',
  'TRUE',
  'FALSE',
  'NULL',
  'Inf',
  'NaN',
  'NA',
  'in',
]);
/** A text, vector, order and column as R writes them. */
export const text = quotedText;
export const vector = (items: readonly string[]): string =>
  items.length === 1 ? (items[0] ?? '') : `c(${items.join(', ')})`;
export const ordered = (keys: readonly OrderKey[]): string =>
  `order(${keys.map((key) => (key.labels === undefined ? column(key.column) : `match(${column(key.column)}, ${vector(key.labels.map(text))})`)).join(', ')}, decreasing = ${vector(keys.map(({ descending }) => (descending ? 'TRUE' : 'FALSE')))}, method = "radix")`;
export const column = (name: string): string =>
  /^[A-Za-z][A-Za-z0-9._]*$/.test(name) && !reserved.has(name) ? `d$${name}` : `d[[${text(name)}]]`;
