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
 * A cell of a file with this delimiter, read by a spreadsheet that may divide it at other signs: of
 * `a;=1` between commas Excel makes two cells where lists have semicolons, and quotes that do not
 * begin a cell hold nothing together (OWASP, CSV injection). Each of its parts is no formula.
 */
export function forSpreadsheetFile(text: string, delimiter = ','): string {
  const guarded = forSpreadsheet(text);
  if (!/[,;|\t\r\n]/.test(guarded)) return guarded;
  let before = '';
  return guarded
    .split(/([,;|\t\r\n])/)
    .map((part, i) => {
      const written = i % 2 === 0 && i > 0 && before !== delimiter ? guardedPart(part) : part;
      before = part;
      return written;
    })
    .join('');
}

function guardedPart(part: string): string {
  const inside = part.replace(/^["\s]+/, '');
  const written = forSpreadsheet(inside);
  return written === inside || isNumber.test(inside.trimEnd())
    ? part
    : `${part.slice(0, part.length - inside.length)}${written}`;
}

/**
 * A cell of a table that is copied as text, to be pasted into a spreadsheet: one cell there, and no
 * formula.
 */
export const pastedCell = (text: string): string =>
  forSpreadsheet(text).replaceAll(/[\t\r\n]+/g, ' ');
