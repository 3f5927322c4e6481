import type { TableReader } from '@columnist/tables/views/table-reader';
import type { Counted } from './scan-texts.ts';

const textsAtMost = 500;
const wordsAtMost = 5000;
/** A question mark within a word, which no question has. */
const within = /\p{L}\?{1,2}\p{Ll}{2}/u;
const address = /[/=&@]/;
const unread = /\?+/g;

/** A text in which question marks are written for letters, and what was meant where it is known. */
export interface LostLetters extends Counted {
  readonly meant: string | null;
}

/**
 * Texts of the table `texts` such as ‘N?mes’: where another text of the column has the word with a
 * letter beyond ASCII in that place, or where all question marks of the column are within words.
 */
export async function findLostLetters(reader: TableReader): Promise<LostLetters[]> {
  const found = await reader.rows(
    `select v, n from texts where contains(v, '?') order by n desc, v limit ${textsAtMost}`,
  );
  if (found.length === 0) return [];
  const words = await reader.rows(
    String.raw`select distinct w from (select unnest(regexp_extract_all(v, '\p{L}+')) w from texts) where regexp_matches(w, '[^\x00-\x7F]') order by w limit ${wordsAtMost}`,
  );
  const texts = found.map(([value, n]) => ({ value: String(value), n: Number(n) }));
  const known = words.map(([word]) => String(word));
  const judged = texts.map(({ value, n }) => ({ value, n, meant: meantBy(value, known) }));
  const isWithin = ({ value }: Counted): boolean => within.test(value) && !address.test(value);
  const areAllWithin = texts.length > 1 && texts.every(isWithin);
  return judged.filter(({ meant }) => meant !== null || areAllWithin);
}

/** The text with the words that are known for those with question marks; null where one is not. */
function meantBy(text: string, known: readonly string[]): string | null {
  const parts = text.split(/([\p{L}?]*\?[\p{L}?]*)/u);
  const meant = parts.map((part, i) => (i % 2 === 0 ? part : wordOf(part, known)));
  return meant.every((part) => part !== null) ? meant.join('') : null;
}

/** One letter is meant by a question mark, or by two for its bytes. */
function wordOf(part: string, known: readonly string[]): string | null {
  if (part.replaceAll('?', '').length < 2) return null;
  const pattern = part.replaceAll(unread, (marks) =>
    marks.length === 2 ? String.raw`\P{ASCII}{1,2}` : String.raw`\P{ASCII}{${marks.length}}`,
  );
  const form = new RegExp(`^${pattern}$`, 'u');
  const [only, ...others] = known.filter((word) => form.test(word));
  return others.length === 0 ? (only ?? null) : null;
}
