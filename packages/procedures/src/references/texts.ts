import { figuresOf, type Json } from './figures.ts';

/** A number in a text of an answer. */
export interface NumberInText {
  readonly text: string;
  /** As it is written. */
  readonly token: string;
  /** Whether it is the rounding of a figure that is known. */
  readonly isKnown: boolean;
}

/** Numbers of phrases that say the same of every answer, and years of publications. */
const fixed: readonly RegExp[] = [
  /30 values or more/,
  /Cook’s distance is above 1\b/,
  /2 where neighbours/,
  /below \.60/,
  /1 for Poisson counts/,
  /at lag 1\b/,
  /lag-1\b/,
  /\(type 1\)/,
  /\b(?:19|20)\d\d\b(?!-)/g,
  /\d{4}-\d\d-\d\d/g,
  /I\(\w+\^\d\)/g,
];

const number = /(?<![\w.])[−-]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?:e[−+-]?\d+)?%?/g;

/** Every number in these texts; `known` are figures that a reference has given or a caller has. */
export function numbersIn(texts: readonly string[], known: readonly Json[]): NumberInText[] {
  const values = known.flatMap((one) =>
    figuresOf(one).flatMap(({ value }) => (typeof value === 'number' ? [value] : [])),
  );
  return texts.flatMap((text) => {
    const plain = fixed.reduce((left, phrase) => left.replace(phrase, ''), text);
    return [...plain.matchAll(number)].map((match): NumberInText => {
      const before = plain.slice(0, match.index).trimEnd().at(-1) ?? '';
      const isShare = match[0].endsWith('%') || text.includes('percentage points');
      return {
        text,
        token: match[0],
        isKnown:
          isOneOf(match[0], before, values, 1) ||
          (isShare && isOneOf(match[0], before, values, 100)),
      };
    });
  });
}

/** Whether a token is the rounding of one of the values, or a bound beyond which one lies. */
function isOneOf(token: string, before: string, values: readonly number[], times: number): boolean {
  const digits = token.replaceAll('−', '-').replaceAll(',', '').replace(/%$/, '');
  const stated = Math.abs(Number(digits));
  // Large numbers are written with three digits.
  const [, zeros = ''] = /^-?\d{3}(0+)$/.exec(digits) ?? [];
  const places = (/\.(\d+)/.exec(digits)?.[1]?.length ?? 0) - zeros.length;
  if (before === '<' && digits === '.001')
    return values.some((value) => value >= 0 && value < stated);
  if (before === '>' && digits === '.999')
    return values.some((value) => value > stated && value <= 1);
  return values.some(
    (value) => Math.abs(Math.abs(value) * times - stated) <= (0.5 + 1e-9) * 10 ** -places,
  );
}
