import { cells, type Note } from './column-notes.ts';
import type { MarkEvidence } from './number-marks.ts';
import { bareText } from './number-writing.ts';

/** How a decimal mark is named. */
export const words = {
  ',': { one: 'a decimal comma', many: 'decimal commas', sign: 'comma' },
  '.': { one: 'a decimal point', many: 'decimal points', sign: 'point' },
} as const;
export const other = (mark: '.' | ','): '.' | ',' => (mark === ',' ? '.' : ',');

export const note = (code: string, column: string, count: number, message: string): Note => ({
  code,
  message,
  column,
  count,
  rows: [],
  examples: [],
});
export const form = (count: number, one: string, many: string): string =>
  count === 1 ? one : many;

/** What of the signs of numbers cannot be seen any more once they are read. */
export function signNotes({
  name,
  negatives,
  negativeExample,
  dashed,
  dashedExample,
}: MarkEvidence): Note[] {
  const notes: Note[] = [];
  if (negatives > 0)
    notes.push(
      note(
        'read_as_negative',
        name,
        negatives,
        `${cells(negatives)} such as '${negativeExample}' ` +
          `${form(negatives, 'is read as a negative number', 'are read as negative numbers')}.`,
      ),
    );
  if (dashed > 0)
    notes.push(
      note(
        'interpreted',
        name,
        dashed,
        `${cells(dashed)} such as '${dashedExample}' ${form(dashed, 'is read as an amount', 'are read as amounts')} ` +
          'with a dash in place of decimals.',
      ),
    );
  return notes;
}

export function readingsOf(example: string): { readonly whole: string; readonly decimals: string } {
  const number = bareText(example, null);
  return { whole: number.replaceAll(/[.,]/g, ''), decimals: number.replace(',', '.') };
}

/** Says how a column was read of which nothing shows the mark, and the other reading. */
export function ambiguity(
  { name, present, dotted, commaed, example }: MarkEvidence,
  way: '.' | ',',
): Note {
  const { whole, decimals } = readingsOf(example);
  const [fraction, thousands] = [
    `decimals (${decimals})`,
    `whole numbers with thousands separators (${whole})`,
  ];
  const [taken, instead] =
    (way === ',' ? commaed : dotted) > 0 ? [fraction, thousands] : [thousands, fraction];
  return note(
    'ambiguous_decimal_mark',
    name,
    present,
    `${cells(present)} such as '${example}' ${form(present, 'is', 'are')} read as ` +
      `${taken}; they could also be ${instead}. If so, state the decimal mark ` +
      `'${other(way)}' (decimal_mark).`,
  );
}
