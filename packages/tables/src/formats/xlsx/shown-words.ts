import { formatParts, sectionsOf } from './format-parts.ts';

/** A section of a format, and the numbers that it is for. */
interface Section {
  readonly isFor: (value: number) => boolean;
  /** The word that is shown in place of the number; null where the number is shown. */
  readonly word: string | null;
}

const compared: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '=': (value, bound) => value === bound,
  '<>': (value, bound) => value !== bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

const condition = /\[(<>|<=|>=|=|<|>)\s*(-?\d+(?:\.\d+)?)\]/;

/** Which numbers sections are for that state no condition, by how many there are. */
function usual(at: number, count: number): (value: number) => boolean {
  if (at === 0) return count === 1 ? () => true : (value) => (count === 2 ? value >= 0 : value > 0);
  return at === 1 ? (value) => value < 0 : () => true;
}

/**
 * What a format shows in place of a number (ECMA-376 part 1, 18.8.31): a word as in "yes";"no", or
 * nothing as in ;;;. Null where no section does that, which is of nearly every format: dashes and
 * blanks in place of zero alone are 0.
 */
export function shownWords(code: string): ((value: number) => string | null) | null {
  // The fourth section is that of texts.
  const sections = sectionsOf(code).slice(0, 3);
  const states = sections.map((section) => condition.exec(section.replaceAll(/"[^"]*"|\\./g, '')));
  const hasConditions = states.some((found) => found !== null);
  const all = sections.map((section, at): Section => {
    const [, sign = '', bound = ''] = states[at] ?? [];
    const compare = compared[sign];
    return {
      isFor:
        compare !== undefined
          ? (value) => compare(value, Number(bound))
          : hasConditions
            ? () => true
            : usual(at, sections.length),
      word: wordOf(section),
    };
  });
  // A format without sections is none.
  const hidesAll = code.trim() !== '' && all.every(({ word }) => word === '');
  if (!hidesAll && !all.some(({ word }) => word !== null && word !== '')) return null;
  return (value) => {
    const word = all.find(({ isFor }) => isFor(value))?.word ?? null;
    return word === '' && !hidesAll ? null : word;
  };
}

/** The word of a section without digits; '' where it shows nothing. */
function wordOf(section: string): string | null {
  const parts = formatParts(section);
  if (parts.some(({ is }) => is === 'zero' || is === 'digit')) return null;
  // General, @ and signs of dates are no words.
  if (parts.some(({ is, text }) => is === 'sign' && /[\p{L}@]/u.test(text))) return null;
  const word = parts
    .map(({ text }) => text)
    .join('')
    .trim();
  // A colour alone shows the number.
  if (word === '') return section.replaceAll('""', '').trim() === '' ? '' : null;
  return /[\p{L}\p{N}]/u.test(word) ? word : null;
}
