/**
 * How numbers are written, as regular expressions for the whole of a text that mean the same in
 * RE2, R (perl = TRUE) and Python; the same for a file that is uploaded and for an expression.
 */

/** A number with a decimal point and without marks between thousands; a percent sign behind it. */
export const plainNumberForm = String.raw`[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?[ ]?%?`;

/**
 * Signs between thousands that are no decimal marks: apostrophes, and spaces as they are typed, of no
 * break, and thin as ISO 80000 has them. The same within brackets of RE2, which knows no other way.
 */
export const groupSigns = "'’ \u00a0\u202f\u2009\u2007";
export const groupSignsInSql = String.raw`'’ \x{00a0}\x{202f}\x{2009}\x{2007}`;
const model = new RegExp(`^\\d+(?:([.,${groupSigns}])\\d{3})*(?:[.,]\\d*)?$`);
const anyMark = new RegExp(`[.,${groupSigns}]`);

/**
 * Whether a text shows how numbers are written: digits with at most one kind of mark between groups
 * and one before the decimals.
 */
export const isNumberPattern = (pattern: string): boolean =>
  model.test(pattern) && /\d/.test(pattern);

/**
 * How a model number is written: '1.234,56' groups by points and has a decimal comma; '1234,5' only
 * the comma.
 */
export function marksOf(pattern: string): { group: string; point: string } {
  const marks = pattern.replaceAll(/\d/g, '');
  const point = /([.,])\d{0,2}$/.exec(pattern)?.[1] ?? (marks.includes(',') ? '.' : ',');
  const group =
    Array.from(marks).find((mark) => mark !== point && anyMark.test(mark)) ??
    (point === ',' ? '.' : ',');
  return { group, point };
}

/** Numbers written as a model number; without one plain numbers. */
export function writtenNumberForm(pattern: string): string {
  if (pattern === '') return plainNumberForm;
  const { group, point } = marksOf(pattern);
  return `[+-]?([0-9]{1,3}([${group}][0-9]{3})+|[0-9]+)([${point}][0-9]*)?[ ]?%?`;
}

/** Text that may be a number with marks of any kind; an apostrophe behind it is a unit (12'). */
export const numberLike = new RegExp(
  `^[+-]?[0-9.](?:[0-9.,${groupSigns}]*|[0-9.,]*[eE][+-]?[0-9]+)(?<!['’])$`,
);

const exponent = '(?:[eE][+-]?[0-9]+)?';
/** What may stand between thousands, beside the other mark. */
const groups = {
  comma: `[.${groupSignsInSql}]`,
  point: `[,${groupSignsInSql}]`,
};
/** 12,34,567 as in India: groups of two, and three digits before the fraction. */
export const lakhForm = '[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}';

/**
 * 1.234,56 and 1234,5, with a comma before the fraction; 1,234.56 and 1 234, with a point. A number
 * with groups does not begin with 0: 0.125 has a decimal point. Before an exponent nothing is grouped:
 * 1.613E+03 has a decimal point as well. RE2 alone.
 */
export const numberForms = {
  comma: {
    group: groups.comma,
    form: `[+-]?(?:[0-9]+(?:,[0-9]+)?${exponent}|[1-9][0-9]{0,2}(?:${groups.comma}[0-9]{3})+(?:,[0-9]+)?)`,
  },
  point: {
    group: groups.point,
    form:
      String.raw`[+-]?(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)${exponent}|` +
      String.raw`(?:[1-9][0-9]{0,2}(?:${groups.point}[0-9]{3})+|${lakhForm})(?:\.[0-9]*)?)`,
  },
} as const;
