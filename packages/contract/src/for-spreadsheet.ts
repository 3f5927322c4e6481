/** Digits with one kind of sign between thousands, a decimal mark, an exponent, a percent sign. */
const isNumber =
  /^[+-]?(?:\d+|\d{1,3}(?:([.,' \u00A0\u2009\u202F’])\d{3})(?:\1\d{3})*)?(?:[.,]\d+)?(?<=\d)(?:e[+-]?\d+)?[ \u00A0\u202F]?%?$/i;

/**
 * Text that a spreadsheet would take for a formula, with an apostrophe before it; numbers stay, also
 * with a decimal comma, signs between thousands or a percent sign. For
 * every file and every copied table. A mark of the byte order says nothing where a text begins: at the
 * top of a file a spreadsheet passes over it.
 */
export const forSpreadsheet = (text: string): string =>
  /^\uFEFF*[=+\-@＝＋－＠\t\r\n]/.test(text) && !isNumber.test(text) ? `'${text}` : text;

/**
 * A cell of a table that is copied as text, to be pasted into a spreadsheet: one cell there, and no
 * formula.
 */
export const pastedCell = (text: string): string =>
  forSpreadsheet(text).replaceAll(/[\t\r\n]+/g, ' ');
