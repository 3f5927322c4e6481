import { isCurrency } from '../../admission/units-and-currencies.ts';

/** A sign of a format: a digit that is always shown, one that may be, a text, or another sign. */
export interface FormatPart {
  readonly is: 'zero' | 'digit' | 'text' | 'sign';
  readonly text: string;
}

/** The sections of a format: between semicolons that are no text. */
export const sectionsOf = (code: string): string[] =>
  [...code.matchAll(/(?:^|;)((?:"[^"]*"|\\.|[^;])*)/gs)].map(([, section = '']) => section);

/** The section of a format for positive numbers. */
export const positiveOf = (code: string): string => sectionsOf(code)[0] ?? '';

/** The signs of a section of a number format (ECMA-376 part 1, 18.8.31), without colours and gaps. */
export const formatParts = (section: string): FormatPart[] =>
  [...section.matchAll(/"([^"]*)"|\\(.)|\[[^\]]*\]|[_*].|(.)/gsu)].flatMap(
    ([, quoted, escaped, sign]): FormatPart[] => {
      const text = quoted ?? escaped;
      if (text !== undefined) return text === '' ? [] : [{ is: 'text', text }];
      if (sign === undefined) return [];
      if (sign === '0') return [{ is: 'zero', text: sign }];
      if (sign === '#' || sign === '?') return [{ is: 'digit', text: sign }];
      return [{ is: /[\s()/-]/.test(sign) ? 'text' : 'sign', text: sign }];
    },
  );

/** A format of zeros, and texts between them. */
export interface Zeros {
  readonly parts: readonly FormatPart[];
  /** Whether what is shown is a code, and not a number. */
  readonly isCode: boolean;
}

/** The format where it shows whole numbers with zeros in front, as 00000, 000-00 or "ID-"0000. */
export function zerosOf(parts: readonly FormatPart[]): Zeros | null {
  const isAll = parts.every(({ is }) => is === 'zero' || is === 'text');
  const zeros = parts.filter(({ is }) => is === 'zero').length;
  if (!isAll || zeros < 2) return null;
  const first = parts.findIndex(({ is }) => is === 'zero');
  const before = textOf(parts.slice(0, first)).trim();
  const others = textOf(parts.slice(first));
  // A word behind is a unit, and so is a currency before.
  if (/\p{L}/u.test(others) || (before !== '' && isCurrency(before))) return null;
  // Two zeros may be a month or an hour, which people compute with.
  return { parts, isCode: zeros >= 3 || /\p{L}/u.test(before) };
}

const textOf = (parts: readonly FormatPart[]): string =>
  parts.flatMap(({ is, text }) => (is === 'text' ? [text] : [])).join('');

/** Whether these digits are shown otherwise than they are: with zeros in front, or texts. */
export const isPadded = (digits: string, { parts }: Zeros): boolean =>
  parts.some(({ is }) => is === 'text') || digits.length < parts.length;

/** A whole number as a format of zeros shows it. */
export function withZeros(digits: string, { parts }: Zeros): string {
  const places = parts.filter(({ is }) => is === 'zero').length;
  const padded = digits.padStart(places, '0');
  let at = padded.length - places;
  const more = padded.slice(0, at);
  const first = parts.findIndex(({ is }) => is === 'zero');
  return parts
    .map(({ is, text }, i) =>
      is === 'zero' ? `${i === first ? more : ''}${padded[at++] ?? ''}` : text,
    )
    .join('');
}
