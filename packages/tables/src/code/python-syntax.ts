import type { OrderKey } from '../views/view-statement.ts';
import { quotedText } from './quoted-text.ts';

/** A text, list, column and order as Python writes them. */
export const text = quotedText;
export const list = (items: readonly string[]): string => `[${items.join(', ')}]`;
export const column = (name: string): string => `d[${text(name)}]`;
export const sorting = (keys: readonly OrderKey[]): string => {
  const places = keys.flatMap(({ column: name, labels }) =>
    labels === undefined
      ? []
      : [`${text(name)}: {${labels.map((label, i) => `${text(label)}: ${i}`).join(', ')}}`],
  );
  const key =
    places.length === 0
      ? ''
      : `, key=lambda x: x.map({${places.join(', ')}}[x.name]) if x.name in ${list(keys.flatMap((one) => (one.labels === undefined ? [] : [text(one.column)])))} else x`;
  return `${list(keys.map((one) => text(one.column)))}, ascending=${list(keys.map(({ descending }) => (descending ? 'False' : 'True')))}, kind="stable", na_position="last"${key}`;
};
