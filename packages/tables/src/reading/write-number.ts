import { marksOf, writtenNumberForm } from '@columnist/contract';
import type { Part } from '../database/layers.ts';
import { literal } from '../database/sql.ts';

/**
 * The number that a text says in the way of its pattern, NULL where it says none. The text is a
 * column.
 */
export function writeNumber(text: Part, pattern: string): Part {
  const { group, point } = marksOf(pattern);
  const bare = `rtrim(${text.text}, ' %')`;
  const plain =
    pattern === ''
      ? bare
      : `replace(replace(${bare}, ${literal(group)}, ''), ${literal(point)}, '.')`;
  return {
    ...text,
    text: `(case when regexp_full_match(${text.text}, ${literal(writtenNumberForm(pattern))}) then try_cast(${plain} as double) end)`,
  };
}
