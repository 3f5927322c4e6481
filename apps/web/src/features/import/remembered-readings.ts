import {
  firstInDates,
  encodingTitle,
  readingNames,
  type Dialect,
  type ImportPreview,
  type Reading,
} from '@columnist/contract';
import * as z from 'zod/mini';
import { delimiterName } from '../../lib/reading-words.ts';

/** Files of as many forms are remembered. */
const most = 50;

/** A line of names, by which a file of the same form is known again, and how it was read. */
const remembered = z.array(
  z.object({
    names: z.string(),
    // The server checks it when it is sent again.
    reading: z.custom<Reading>((value) => typeof value === 'object' && value !== null),
  }),
);
type Remembered = z.infer<typeof remembered>;

/** Each person of this browser has their own. */
const keyOf = (user: string): string => `readings of ${user}`;

function readAll(user: string): Remembered {
  try {
    return remembered.safeParse(JSON.parse(localStorage.getItem(keyOf(user)) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}

/** The last line of names as it is in the file; null where there is none, or it is not shown. */
const namesOf = (
  { lines }: Pick<ImportPreview, 'lines'>,
  { preamble_lines: above, header_rows: rows }: Dialect,
): string | null => {
  const line = rows === 0 ? undefined : lines[above + rows - 1];
  return line === undefined || line.trim() === '' ? null : line;
};

/** Keeps what was stated of a file for the next one with these names; nothing stated forgets it. */
export function rememberReading(
  user: string,
  preview: Pick<ImportPreview, 'lines' | 'reading'>,
  dialect: Dialect,
): void {
  const names = namesOf(preview, dialect);
  if (names === null) return;
  const { part: _part, ...reading } = preview.reading;
  const others = readAll(user).filter((one) => one.names !== names);
  const all = Object.keys(reading).length === 0 ? others : [{ names, reading }, ...others];
  localStorage.setItem(keyOf(user), JSON.stringify(all.slice(0, most)));
}

/** How a file with the names of one of these lines was read before; null where none was. */
export const rememberedReading = (
  user: string,
  { lines }: Pick<ImportPreview, 'lines'>,
): Reading | null => readAll(user).find(({ names }) => lines.includes(names))?.reading ?? null;

/** What is stated, each in a few words: 'dates begin with the day'. */
export const readingInWords = ({
  delimiter,
  quote,
  escape,
  encoding,
  skip_lines: skipped,
  header_rows: headers,
  comment,
  decimal_mark: decimal,
  date_order: order,
  text_columns: texts = [],
  read_columns: read = [],
}: Reading): string[] => [
  ...(delimiter === undefined ? [] : [`delimiter: ${delimiterName(delimiter) ?? 'none'}`]),
  ...(quote === undefined ? [] : [`quote: ${quote}`]),
  ...(escape === undefined ? [] : [`quotes within fields: ${escape}`]),
  ...(encoding === undefined ? [] : [`encoding: ${encodingTitle(encoding)}`]),
  ...(skipped === undefined ? [] : [`lines before the table: ${skipped}`]),
  ...(headers === undefined ? [] : [`lines of names: ${headers}`]),
  ...(comment === undefined ? [] : [`comments begin with ${comment}`]),
  ...(decimal === undefined ? [] : [`decimal ${decimal === ',' ? 'comma' : 'point'}`]),
  ...(order === undefined ? [] : [`dates begin with the ${firstInDates[order]}`]),
  ...texts.map((column) => `${column} as text`),
  ...read.map(({ column, as }) => `${column} as ${readingNames[as]}`),
];
