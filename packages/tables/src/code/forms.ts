import { marksOf } from '../views/compile-expression.ts';

/** How a number is written, as a regular expression of R, Python and the database alike. */
export function numberForm(pattern: string): string {
  if (pattern === '')
    return String.raw`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?[ ]?%?$`;
  const { group, point } = marksOf(pattern);
  return `^[+-]?([0-9]{1,3}([${group}][0-9]{3})+|[0-9]+)([${point}][0-9]*)?[ ]?%?$`;
}
