import type { Alert } from '@columnist/contract';
import { change } from './impossible-values.ts';
import { col, counted, sayAlert, setMissing, someOf } from './say-alert.ts';
import { quantileOf, type NumberFacts } from './read-facts.ts';

const fewest = 20;
const fewestCoded = 3;
/** Codes that say that a value is missing: nines, and −1, −8 and −9. */
const placeholderForm = /^(-?9{2,}|-1|-8{1,4}|-9{1,4})$/;
/** The codes of questionnaires, such as 7, 8 and 9 or 97, 98 and 99; of one digit only with 9. */
const scaleForm = /^(-?9{0,3}[789]|-?(7{2,4}|8{2,4})|-1)$/;
/** Levels of a scale, from 0 or 1 on. */
const levelsAtMost = 12;
const usedShare = 0.02;

/** Codes for missing values: the same outermost value many times, or several beyond a scale. */
export function placeholdersOf(facts: NumberFacts): readonly number[] {
  if (facts.sorted.length < fewest) return [];
  const code = outermostCode(facts);
  return code === null ? codesOfScale(facts) : [code];
}

/** The same outermost value many times, far from the others. */
function outermostCode({ name, sorted, figures }: NumberFacts): number | null {
  const median = quantileOf(sorted, 0.5);
  for (const side of ['low', 'high'] as const) {
    const code = (side === 'low' ? sorted[0] : sorted.at(-1)) ?? NaN;
    const others = sorted.filter((value) => value !== code);
    const next = (side === 'low' ? others[0] : others.at(-1)) ?? NaN;
    const n = sorted.length - others.length;
    if (n < fewestCoded || others.length < fewest / 2 || figures.distinct < 8) continue;
    if (!placeholderForm.test(String(code))) continue;
    // Of a change or a delay −1 is the first value below 0, next to a 0 that is there as well.
    const isEarly = code === -1 && next === 0 && change.test(name);
    if (isEarly) continue;
    const isNegativeCode = code < 0 && next >= 0;
    if (isNegativeCode || Math.abs(code - next) > 0.5 * Math.abs(next - median)) return code;
  }
  return null;
}

/**
 * Codes outside a scale of few whole numbers that follow one another from 0 or 1 on. A level is left
 * out between the scale and a code above it, and 0 between it and −1: −1, 0 and 1 are a scale.
 */
function codesOfScale({ name, sorted, figures }: NumberFacts): readonly number[] {
  if (figures.distinct > levelsAtMost + 4) return [];
  const counts = new Map<number, number>();
  for (const value of sorted) counts.set(value, (counts.get(value) ?? 0) + 1);
  const start = counts.has(1) && !counts.has(0) ? 1 : 0;
  let end = start;
  while (counts.has(end)) end++;
  const levels = end - start;
  if (levels < 2 || levels > levelsAtMost) return [];
  const codes = [...counts.keys()].filter((value) => value < start || value >= end);
  const coded = codes.reduce((n, code) => n + (counts.get(code) ?? 0), 0);
  const rest = sorted.length - coded;
  // A long tail of counts thins out before a last value of one digit; a scale is used up to its end.
  const isTail = (counts.get(end - 1) ?? 0) < Math.max(fewestCoded, usedShare * rest);
  const isCode = (code: number): boolean =>
    scaleForm.test(String(code)) &&
    (code !== -1 || start === 1 || (levels > 3 && !change.test(name))) &&
    (code < 7 || code > 8 || codes.includes(9)) &&
    (code < 7 || code > 9 || (!isTail && (counts.get(code) ?? 0) >= fewestCoded));
  return coded >= fewestCoded && rest >= fewest / 2 && codes.every(isCode) ? codes : [];
}

export const sayPlaceholders = (
  { name, figures, sorted }: NumberFacts,
  codes: readonly number[],
): Alert => {
  const n = sorted.reduce((sum, value) => sum + (codes.includes(value) ? 1 : 0), 0);
  const some = someOf(codes).replace(/ and (?!.*more)/, ' or ');
  return sayAlert([name], {
    kind: 'placeholder',
    severity: 'high',
    count: sorted.length === figures.n ? n : null,
    measure: n / sorted.length,
    rows: codes.map((code) => `${col(name)} = ${code}`).join(' or '),
    said: `${name} is ${some} in ${sorted.length === figures.n ? counted(n, 'row') : 'many rows'}, apart from all other values.`,
    fix: `If ${codes.length === 1 ? 'it is a code' : 'they are codes'} for a missing value, set ${codes.length === 1 ? 'it' : 'them'} to missing.`,
    remedy: setMissing(name, codes, someOf(codes)),
  });
};
