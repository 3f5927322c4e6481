import type { Alert } from '@columnist/contract';
import type { TableReader } from '@columnist/tables/views/table-reader';
import { percent } from '../words.ts';
import { col, counted, sayAlert } from './say-alert.ts';

/** Texts of the greatest length of a column. */
export interface CutTexts {
  readonly length: number;
  readonly n: number;
  readonly share: number;
  readonly example: string;
}

/** Characters of texts that may be cut. */
export const shortestCut = 10;
const fewestTexts = 3;
const shareAtLeast = 0.02;
/** Of the rows with the greatest length, to those of each of the three lengths before it. */
const timesMore = 1.3;
const brokenAtLeast = 0.2;
const textsAtMost = 500;
const othersAtMost = 2000;

/**
 * Texts that were cut at a length, of the table `texts` of values and their rows: more rows have the
 * greatest length than have those before it, and some texts end within a word, which others of the
 * column write on. At most 500 of the longest and 2,000 of the other texts are compared.
 */
export async function findCut(reader: TableReader): Promise<CutTexts | null> {
  const lengths = await reader.rows(
    `select length(v)::double, sum(n), count(*)::double, (select sum(n) from texts) from texts group by length(v) order by 1 desc limit 4`,
  );
  const [longest = [], ...before] = lengths.map((row) => row.map(Number));
  const [length = 0, n = 0, texts = 0, all = 0] = longest;
  if (length < shortestCut || texts < fewestTexts || n < shareAtLeast * all || n > 0.6 * all)
    return null;
  if (before.some(([, rows = 0]) => n < timesMore * rows)) return null;
  const cut = await textsOf(`length(v) = ${length}`, textsAtMost);
  const others = await textsOf(`length(v) < ${length}`, othersAtMost);
  const whole = new Set(others.flatMap(wordsOf));
  const words = [...whole, ...cut.flatMap(wordsOf)];
  const begun = new Set(words.flatMap(beginningsOf));
  const broken = cut.filter((text) => {
    const last = wordsOf(text).at(-1) ?? '';
    return text.endsWith(last) && last !== '' && !whole.has(last) && begun.has(last);
  });
  return broken.length >= fewestTexts && broken.length >= brokenAtLeast * cut.length
    ? { length, n, share: n / all, example: broken[0] ?? '' }
    : null;

  async function textsOf(condition: string, atMost: number): Promise<string[]> {
    const found = await reader.rows(
      `select v from texts where ${condition} order by n desc, v limit ${atMost}`,
    );
    return found.map(([text]) => String(text));
  }
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

const beginningsOf = (word: string): string[] =>
  Array.from({ length: Math.min(30, word.length - 1) }, (_, i) => word.slice(0, i + 1));

export const cutTexts = (name: string, found: CutTexts | null): Alert | null =>
  found === null
    ? null
    : sayAlert([name], {
        kind: 'cut_texts',
        severity: 'medium',
        count: found.n,
        measure: found.share,
        rows: `length(${col(name)}) = ${found.length}`,
        said: `${counted(found.n, 'text')} of ${name} (${percent(found.share)}) have exactly ${found.length} characters, none has more, and some end within a word, such as ‘${found.example.slice(0, 60)}’: they seem cut.`,
        fix: 'Export the column again with its whole texts: what is cut off cannot be read back.',
      });
