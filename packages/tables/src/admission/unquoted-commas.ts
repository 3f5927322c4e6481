import type { Admission } from '@columnist/contract';
import type { FieldDialect } from './field-dialect.ts';
import type { RawRecord } from './read-records.ts';

const leastRows = 2;
/** Rows of the usual width among those that are looked at. */
const usual = 0.8;

/**
 * A note where the names are fewer than the cells of the rows by as many as there are pairs of whole
 * numbers side by side: `x,y` above `1,5,2,7` are two numbers with decimal commas that nobody
 * quoted. The text cannot say which commas separate; the rows are read by all of them.
 */
export function noteUnquotedCommas(
  header: RawRecord | undefined,
  rows: readonly RawRecord[],
  width: number,
  { delimiter }: FieldDialect,
): Admission['notes'] {
  const missing = width - (header?.fields.length ?? width);
  const whole = rows.filter(({ fields }) => fields.length === width);
  const [first] = whole;
  if (
    delimiter !== ',' ||
    header === undefined ||
    first === undefined ||
    missing < 1 ||
    whole.length < Math.max(leastRows, usual * rows.length) ||
    header.fields.some((name) => /^[-+]?\d/.test(name.trim())) ||
    pairsOf(whole, width) < missing ||
    // A single name too few is that of the rows, as R writes it, unless a number begins with 0.
    (missing === 1 && !whole.some(({ fields }) => fields.some((cell) => /^\s*0\d+$/.test(cell))))
  )
    return [];
  return [
    {
      code: 'decimal_commas',
      message:
        `Line ${header.line} names ${header.fields.length} columns and the rows have ${width} ` +
        'cells: numbers with a decimal comma may stand in the file without quotes. Every comma ' +
        'separates here. Put such numbers in quotes, or save the file with semicolons.',
      column: null,
      count: whole.length,
      rows: whole.slice(0, 10).map(({ line }) => line),
      examples: [{ line: first.line, before: first.text.slice(0, 300), after: null }],
    },
  ];
}

/** How many pairs of neighbouring columns are whole numbers in every row, the second unsigned. */
function pairsOf(rows: readonly RawRecord[], width: number): number {
  const all = (column: number, form: RegExp): boolean =>
    rows.every(({ fields }) => form.test(fields[column]?.trim() ?? ''));
  let pairs = 0;
  for (let column = 0; column + 1 < width; column += 1)
    if (all(column, /^[-+]?\d+$/) && all(column + 1, /^\d+$/)) {
      pairs += 1;
      column += 1;
    }
  return pairs;
}
