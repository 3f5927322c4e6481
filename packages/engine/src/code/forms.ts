import { marksOf } from '../query/compile-expression.ts';

/** How a number is written, as a regular expression of R, Python and the database alike. */
export function numberForm(pattern: string): string {
  if (pattern === '') return String.raw`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$`;
  const { group, point } = marksOf(pattern);
  return `^[+-]?([0-9]{1,3}([${group}][0-9]{3})+|[0-9]+)([${point}][0-9]*)?$`;
}

/** How a date is written, as a regular expression and as a format of strptime. */
export function dateForm(pattern: string): { form: string; format: string } {
  const wanted = pattern === '' ? 'YYYY-MM-DD' : pattern;
  const parts = wanted.split(/(YYYY|MM|DD)/);
  const forms: Readonly<Record<string, string>> = { YYYY: '[0-9]{4}', MM: '[0-9]{1,2}', DD: '[0-9]{1,2}' };
  const formats: Readonly<Record<string, string>> = { YYYY: '%Y', MM: '%m', DD: '%d' };
  return {
    form: `^${parts.map((part) => forms[part] ?? part.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)).join('')}$`,
    format: parts.map((part) => formats[part] ?? part.replaceAll('%', '%%')).join(''),
  };
}
