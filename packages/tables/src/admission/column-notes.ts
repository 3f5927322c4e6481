import type { Admission } from '@columnist/contract';
import { textForms, type TextForm } from './classify-values.ts';

export type Note = Admission['notes'][number];

export const cells = (count: number): string => (count === 1 ? '1 cell' : `${count} cells`);
const are = (count: number): string => (count === 1 ? 'is' : 'are');

export const keptAsText = (column: string, count: number, why: string): Note => ({
  code: 'kept_as_text',
  message: `${cells(count)} ${why}: the column is kept as text.`,
  column,
  count,
  rows: [],
  examples: [],
});

/** Cells that look like more than text, in a column that is text all the same. */
export const keptAsForm = (column: string, count: number, form: TextForm): Note =>
  keptAsText(column, count, count === 1 ? textForms[form].one : textForms[form].many);

export function readAsMissing(column: string, words: ReadonlyMap<string, number>): Note[] {
  if (words.size === 0) return [];
  const count = [...words.values()].reduce((sum, n) => sum + n, 0);
  const quoted = [...words.keys()].sort().map((word) => `'${word}'`);
  return [
    {
      code: 'read_as_missing',
      message: `${cells(count)} ${quoted.join(', ')} ${are(count)} read as missing.`,
      column,
      count,
      rows: [],
      examples: [],
    },
  ];
}

export const spacesAreMissing = (column: string, count: number): Note => ({
  code: 'read_as_missing',
  message: `${cells(count)} of spaces alone ${are(count)} read as missing.`,
  column,
  count,
  rows: [],
  examples: [],
});

export const readAsBoolean = (column: string, count: number): Note => ({
  code: 'read_as_boolean',
  message: `${cells(count)} ${count === 1 ? 'says' : 'say'} yes or no and ${are(count)} read as true or false.`,
  column,
  count,
  rows: [],
  examples: [],
});

export const keptInUtc = (column: string, count: number): Note => ({
  code: 'kept_in_utc',
  message:
    `${cells(count)} ${count === 1 ? 'has' : 'have'} an offset and ${are(count)} kept in UTC: days and hours are those ` +
    'of UTC, and local_time(…) gives those of a place.',
  column,
  count,
  rows: [],
  examples: [],
});

export const readAsInfinite = (column: string, count: number): Note => ({
  code: 'read_as_infinite',
  message: `${cells(count)} ${count === 1 ? "says 'inf' and is" : "say 'inf' and are"} read as infinite.`,
  column,
  count,
  rows: [],
  examples: [],
});

export const rounded = (column: string, count: number): Note => ({
  code: 'rounded',
  message:
    `${cells(count)} ${count === 1 ? 'has' : 'have'} more digits than a 64-bit float ` +
    `holds and ${are(count)} rounded to the nearest.`,
  column,
  count,
  rows: [],
  examples: [],
});

/** Why numbers and dates are kept as text, by what they may be. */
export const codeReasons = {
  numbered: 'look like numbers of chapters, versions or articles, where 1.10 is not 1.1',
  grouped: 'look like identifiers in groups of digits',
  identifiers: 'look like telephone, tax or other numbers that say who or what something is',
  addresses: 'look like IP addresses',
  months: 'may be weeks or months of a year, where 2024.10 is not 2024.1',
  days: 'may be days and months without a year, or decimals',
  thai: 'have years around 2560, as the Thai calendar counts them, and may be of 543 years before',
  islamic: 'have years that the Islamic and the Persian calendar count, and may be days of these',
  ratios: 'may be scores or ratios, durations or times of day',
  durations: 'may be durations in hours and minutes or in minutes and seconds, or times of day',
} as const;

/** Numbers that are codes by the name of their column or by their form; counted over the sample. */
export const keptAsCodes = (
  column: string,
  sample: readonly string[],
  why: keyof typeof codeReasons,
): Note => ({
  code: 'kept_as_text',
  message: `Cells such as '${sample[0] ?? ''}' ${codeReasons[why]}: the column is kept as text.`,
  column,
  count: sample.length,
  rows: [],
  examples: [],
});
