import { cellKind } from './cell-kind.ts';
import type { ColumnProfiles } from './column-profile.ts';
import { asNumber, judgeNumbers, type HeaderJudgement } from './judge-numbers.ts';
import { hasUsualWord } from './usual-names.ts';

/** A name as programs write them, or with a word that columns are often called. */
export const isUsualName = (cell: string): boolean => {
  const text = cell.trim();
  return (
    /^\p{L}+(?:_\p{L}*\d*)+$/u.test(text) ||
    /^\p{Ll}+\p{Lu}\p{L}*$/u.test(text) ||
    /^(?:\p{L}{1,2}|\p{L}\d{1,2})$/u.test(text) ||
    hasUsualWord(text)
  );
};

/** Words that say that a value is missing, also numbered, which no column is called. */
export const saysMissing = (cell: string): boolean =>
  /^(?:n\.?\s?[ad]\.?|n\/a|#n\/a|null|none|nan|nil|missing|unknown|tb[acd]|[-–—.?*]+)(?:\s\d+)?$/i.test(
    cell.trim(),
  );

/** A text without its numbers: user1 goes on as user2. */
const formOf = (cell: string): string => cell.trim().replaceAll(/\d+/g, '0');

/** The key at the start of a cell of a log: ts=2024-03-05. */
const keyOf = (cell: string): string | null => /^[\w.-]+=/.exec(cell.trim())?.[0] ?? null;

/** How the letters of a text are written: geo, AT, Belgium or other. */
const caseOf = (cell: string): string =>
  cell
    .trim()
    .replaceAll(/\p{Lu}+/gu, 'A')
    .replaceAll(/\p{Ll}+/gu, 'a')
    .replaceAll(/[^Aa]+/g, '');

/**
 * Whether the first record holds names: its cells are compared with their columns below. Numbers
 * are names where they run evenly as the rows below do not, lie outside what is below them, or are
 * written otherwise. Text is a name where nothing of it is repeated below.
 */
export function judgeHeader(
  first: readonly string[],
  body: readonly (readonly string[])[],
  width: number,
  profiles: ColumnProfiles,
): HeaderJudgement {
  const sure = (names: boolean): HeaderJudgement => ({ names, doubtful: false });
  const unsure = (names: boolean): HeaderJudgement => ({ names, doubtful: true });
  const filled = first.filter((cell) => cell.trim() !== '');
  if (filled.length === 0) return sure(true);
  if (body.length === 0) {
    const typed = filled.filter(
      (cell) => !['word', 'code', 'text', 'other'].includes(cellKind(cell)),
    );
    return typed.length === 0
      ? sure(true)
      : typed.length === filled.length
        ? sure(false)
        : unsure(false);
  }
  // Columns whose cells below are of a kind that names are not.
  const typed: number[] = [];
  let [unlike, alike] = [0, 0];
  for (let j = 0; j < width; j++) {
    const kind = profiles.typedKind(j);
    const cell = first[j] ?? '';
    const here = cellKind(cell);
    if (kind === null || here === 'empty' || saysMissing(cell)) continue;
    typed.push(j);
    const written = here === kind || (kind === 'number' && here === 'number');
    const near =
      written ||
      (['date', 'moment', 'time'].includes(here) && ['date', 'moment', 'time'].includes(kind)) ||
      (['number', 'money', 'percentage'].includes(here) &&
        body.some((row) => cellKind(row[j] ?? '') === here));
    if (near) alike += 1;
    else unlike += 1;
  }
  const repeats = (j: number): boolean => {
    const cell = (first[j] ?? '').trim();
    return (
      cell !== '' &&
      (body.some((row) => (row[j] ?? '').trim() === cell) ||
        (keyOf(cell) !== null && body.every((row) => keyOf(row[j] ?? '') === keyOf(cell))) ||
        (/\d/.test(cell) && body.every((row) => formOf(row[j] ?? '') === formOf(cell))))
    );
  };
  const present = Array.from({ length: width }, (_, j) => j).filter(
    (j) => (first[j] ?? '').trim() !== '' && !profiles.isEmpty(j),
  );
  if (unlike > 0 && alike === 0) return sure(true);
  // Below a number may be numbers with a letter behind them, which is text.
  const numbered = present.filter((j) => asNumber(first[j] ?? '') !== null);
  const texts = present.filter(
    (j) => profiles.typedKind(j) === null && !(alike > 0 && numbered.includes(j)),
  );
  if (alike > 0)
    return judgeNumbers({
      first,
      body,
      numbered,
      unlike,
      alike,
      texts: texts.map((j) => ({
        isUsual: isUsualName(first[j] ?? ''),
        isRepeated: repeats(j),
        isOtherCase: !body.some((row) => caseOf(row[j] ?? '') === caseOf(first[j] ?? '')),
      })),
    });
  // Text over text.
  const isUsual = filled.filter(isUsualName).length >= filled.length / 2;
  const asHeader = (row: readonly string[]): boolean =>
    texts.every((j) => (row[j] ?? '').trim() === (first[j] ?? '').trim());
  const others = body.filter((row) => !asHeader(row));
  if (
    width > 1 &&
    isUsual &&
    others.length > 0 &&
    !texts.some((j) => others.some((row) => (row[j] ?? '').trim() === (first[j] ?? '').trim()))
  )
    return sure(true);
  if (texts.some(repeats)) {
    const share = texts.filter(repeats).length / texts.length;
    return share >= 0.5 || !texts.every((j) => isUsualName(first[j] ?? ''))
      ? sure(false)
      : unsure(true);
  }
  if (new Set(filled.map((cell) => cell.trim())).size < filled.length)
    return body.some((row) => new Set(row.map((cell) => cell.trim())).size < row.length)
      ? sure(false)
      : sure(true);
  if (isUsual) return sure(true);
  // Nothing below is of the form of the names: a code over codes, a sentence over words.
  const differs = texts.some((j) => profiles.fit(first[j] ?? '', j) < Math.log(0.2));
  return differs ? sure(true) : unsure(true);
}
