/**
 * Text that a spreadsheet would take for a formula, with an apostrophe before it; numbers stay. For
 * every file and every copied table. A mark of the byte order says nothing where a text begins: at the
 * top of a file a spreadsheet passes over it.
 */
export const forSpreadsheet = (text: string): string =>
  /^\uFEFF*[=+\-@＝＋－＠\t\r\n]/.test(text) && !/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)
    ? `'${text}`
    : text;

/**
 * A cell of a table that is copied as text, to be pasted into a spreadsheet: one cell there, and no
 * formula.
 */
export const pastedCell = (text: string): string =>
  forSpreadsheet(text).replaceAll(/[\t\r\n]+/g, ' ');
