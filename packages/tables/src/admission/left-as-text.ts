import { readingNames, type OtherReading } from '@columnist/contract';
import { isReadMonth } from '../reading/read-months.ts';
import { cells, type Note } from './column-notes.ts';
import type { Shown } from './count-fits.ts';
import { textWordsOf } from './missing-words.ts';

/** NA and the like that are kept as values, and the reading in which they are missing. */
export function keptWords(
  name: string,
  sample: readonly string[],
): { readonly note: Note; readonly reading: OtherReading } | null {
  const { kept } = textWordsOf(name, sample);
  const [word = ''] = kept;
  if (kept.length === 0) return null;
  const present = sample.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const count = present.filter((cell) => kept.includes(cell)).length;
  return {
    note: {
      code: 'kept_as_value',
      message:
        `${kept.map((one) => `'${one}'`).join(', ')} ${kept.length === 1 ? 'is' : 'are'} kept as ` +
        'a value, as the other cells of the column are like it; it could also mean a missing value.',
      column: name,
      count,
      rows: [],
      examples: [],
    },
    reading: {
      reading: { as: 'text', missing: [...kept] },
      cells: present.length - count,
      of: present.length,
      before: word,
      after: '',
      misfit: word,
    },
  };
}

/** Says what the cells of a column could be read as that is kept as it is. */
export const leftAsText = (
  { name: column, kept, present }: Shown,
  { reading, cells: n, of, misfit }: OtherReading,
): Note => ({
  code: kept === 'text' ? 'kept_as_text' : 'may_be_dates',
  message:
    misfit === null
      ? present.every(isReadMonth)
        ? `${cells(of)} could be read as dates, each month as its first day: the column is kept as ${kept}; to_date(…) reads it in a view.`
        : `${cells(of)} could be read as ${readingNames[reading.as]}: the column is kept as ${kept}.`
      : `${n} of ${cells(of)} could be read as ${readingNames[reading.as]}, but not '${misfit}': the column is kept as ${kept}.`,
  column,
  count: of,
  rows: [],
  examples: [],
});
