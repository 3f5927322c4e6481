/**
 * Text that a spreadsheet would take for a formula, with an apostrophe before it; numbers stay. For
 * every file and every copied table.
 */
export const forSpreadsheet = (text: string): string =>
  /^[=+\-@＝＋－＠\t\r\n]/.test(text) && !/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)
    ? `'${text}`
    : text;

/**
 * A cell of a table that is copied as text, to be pasted into a spreadsheet: one cell there, and no
 * formula.
 */
export const pastedCell = (text: string): string =>
  forSpreadsheet(text).replaceAll(/[\t\r\n]+/g, ' ');
