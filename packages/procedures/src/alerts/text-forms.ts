import { plainNumberForm } from '@columnist/contract';
import { literal } from '@columnist/tables/database/sql';
import type { TableReader } from '@columnist/tables/views/table-reader';
import type { TextFindings } from './scan-texts.ts';
import { telephoneForm } from './telephone-form.ts';
import type { TextsMay } from './what-texts-may-have.ts';

/** A text of the table `texts` without white space before and after. */
export const bare = String.raw`trim(v, e' \t\r\n')`;

const hasForm = (form: string): string => `regexp_full_match(${bare}, ${literal(form)})`;
/** Whether a text of the table is a number. */
export const isPlainNumber = hasForm(plainNumberForm);

/**
 * UTF-8 that was read as windows-1252 or Latin-1 (of Latin letters, Greek and Cyrillic ones), and the
 * sign for what could not be read.
 */
export const brokenForm = String.raw`[\x{C3}\x{C5}\x{C2}\x{CE}\x{CF}\x{D0}\x{D1}][\x{80}-\x{BF}\x{152}\x{153}\x{160}\x{161}\x{178}\x{17D}\x{17E}\x{192}\x{2C6}\x{2DC}\x{201A}-\x{203A}\x{20AC}\x{2122}]|\x{C4}[\x{8D}\x{2021}\x{2026}\x{203A}\x{2122}]|\x{E2}\x{20AC}|\x{E2}\x{80}|\x{FFFD}`;

/** Ways to write a date that are not read as one, with the pattern of to_date. */
const dateForms = [
  { pattern: 'DD.MM.YYYY', form: String.raw`\d{2}\.\d{2}\.\d{4}`, format: '%d.%m.%Y' },
  { pattern: 'DD/MM/YYYY', form: String.raw`\d{2}/\d{2}/\d{4}`, format: '%d/%m/%Y' },
  { pattern: 'MM/DD/YYYY', form: String.raw`\d{2}/\d{2}/\d{4}`, format: '%m/%d/%Y' },
  { pattern: 'DD-MM-YYYY', form: String.raw`\d{2}-\d{2}-\d{4}`, format: '%d-%m-%Y' },
  { pattern: 'YYYY-MM-DD', form: String.raw`\d{4}-\d{2}-\d{2}`, format: '%Y-%m-%d' },
  { pattern: 'YYYY/MM/DD', form: String.raw`\d{4}/\d{2}/\d{2}`, format: '%Y/%m/%d' },
  { pattern: 'YYYYMMDD', form: String.raw`(19|20)\d{6}`, format: '%Y%m%d' },
] as const;

/** What texts of people look like, and what is cheap to see of all of these. */
const worded = [
  {
    said: 'e-mail addresses',
    form: String.raw`[^@\s]+@[^@\s]+\.[A-Za-z]{2,}`,
    among: `contains(v, '@')`,
  },
  {
    said: 'IBANs',
    form: String.raw`[A-Z]{2}\d{2}( ?[A-Z0-9]{4}){2,7}( ?[A-Z0-9]{1,4})?`,
    among: `ascii(${bare}) between 65 and 90 and length(${bare}) between 12 and 46`,
  },
] as const;
/** What a text has that may have one of these forms, in their order. */
export const mayBeWorded: readonly string[] = worded.map(({ among }) => among);
const numbered = [
  { said: 'card numbers', form: String.raw`\d{4}([ -]\d{4}){3}` },
  { said: 'social security numbers', form: String.raw`\d{3}-\d{2}-\d{4}` },
  { said: 'IP addresses', form: String.raw`\d{1,3}(\.\d{1,3}){3}` },
] as const;

/** The first character of all numbers, dates and groups of digits: from ( to 9. */
export const isDigits = `ascii(${bare}) between 40 and 57`;

interface MatchedForms extends Pick<TextFindings, 'numbers' | 'personal'> {
  /** The date form that most rows have, and the condition for a text of the table to have it. */
  readonly dates: { readonly pattern: string; readonly is: string; readonly n: number } | null;
}

/**
 * How many rows of the table `texts` have which form. Regular expressions take long: they are tried
 * on the texts alone that may match.
 */
export async function matchForms(
  reader: TableReader,
  name: string,
  may: TextsMay,
): Promise<MatchedForms> {
  const telephone = telephoneForm(name);
  const written = dateForms.map(({ pattern, form, format }) => ({
    pattern,
    is: `${hasForm(form)} and try_strptime(v, ${literal(format)}) is not null`,
  }));
  const matching = (form: string): string => `coalesce(sum(n) filter (${form}), 0)`;
  const [numbers = 0, ...digits] = await countsOf(may.digits, isDigits, [
    matching(isPlainNumber),
    ...written.map(({ is }) => matching(is)),
    ...numbered.map(({ form }) => matching(hasForm(form))),
    matching(
      `${hasForm(telephone.form)} and not ${hasForm(telephone.not)}
        and length(regexp_replace(v, '[^0-9]', '', 'g')) between 7 and 15`,
    ),
  ]);
  const words: number[] = [];
  for (const [i, { form, among }] of worded.entries())
    words.push(...(await countsOf(may.worded[i] !== false, among, [matching(hasForm(form))])));
  return {
    numbers,
    dates: most(written.map((one, i) => ({ ...one, n: digits[i] ?? 0 }))),
    personal: most([
      ...worded.map(({ said }, i) => ({ said, n: words[i] ?? 0 })),
      ...[...numbered.map(({ said }) => said), 'telephone numbers'].map((said, i) => ({
        said,
        n: digits[dateForms.length + i] ?? 0,
      })),
    ]),
  };

  async function countsOf(
    isThere: boolean,
    among: string,
    counts: readonly string[],
  ): Promise<number[]> {
    if (!isThere) return counts.map(() => 0);
    const [row = []] = await reader.rows(`select ${counts.join(', ')} from texts where ${among}`);
    return row.map(Number);
  }
}

/** The first of those that occur most; null where none occurs. */
function most<One extends { readonly n: number }>(all: readonly One[]): One | null {
  const best = all.reduce<One | null>(
    (found, one) => (one.n > (found?.n ?? 0) ? one : found),
    null,
  );
  return best;
}
