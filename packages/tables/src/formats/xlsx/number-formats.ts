import { formatParts, positiveOf, zerosOf, type FormatPart, type Zeros } from './format-parts.ts';
import { shownWords } from './shown-words.ts';

/** What a number is shown as, by the format of its cell. */
export type Shown = 'number' | 'date' | 'time' | 'datetime' | 'elapsed';

/** Formats that a workbook does not write down (ECMA-376 part 1, 18.8.30). */
const known: Readonly<Record<number, Shown>> = {
  14: 'date',
  15: 'date',
  16: 'date',
  17: 'date',
  18: 'time',
  19: 'time',
  20: 'time',
  21: 'time',
  22: 'datetime',
  27: 'date',
  28: 'date',
  29: 'date',
  30: 'date',
  31: 'date',
  32: 'time',
  33: 'time',
  34: 'time',
  35: 'time',
  36: 'date',
  45: 'time',
  46: 'elapsed',
  47: 'time',
  50: 'date',
  51: 'date',
  52: 'date',
  53: 'date',
  54: 'date',
  55: 'time',
  56: 'time',
  57: 'date',
  58: 'date',
};

/** How the numbers of a cell are to be read, by its format. */
export interface NumberFormat {
  readonly shown: Shown;
  /** How whole numbers are shown with zeros in front. */
  readonly zeros: Zeros | null;
  /** A currency, “%” or a unit that the format adds. */
  readonly unit: string | null;
  /** The word, or the nothing, that is shown in place of a number; null where none is. */
  readonly wordFor: ((value: number) => string | null) | null;
}

/** Of cells without a format. */
export const general: NumberFormat = { shown: 'number', zeros: null, unit: null, wordFor: null };

/** Percent formats that a workbook does not write down. */
const knownPercent = new Set([9, 10]);

export function numberFormat(id: number, code: string | undefined): NumberFormat {
  const shown = shownBy(id, code);
  if (shown !== 'number') return { shown, zeros: null, unit: null, wordFor: null };
  const positive = positiveOf(code ?? '');
  const parts = formatParts(positive);
  const currency = /\[\$([^\]-]+)(?:-[^\]]*)?\]|([\p{Sc}])|"([A-Z]{3})"/u.exec(positive);
  return {
    shown,
    zeros: zerosOf(parts),
    unit:
      knownPercent.has(id) || parts.some(({ is, text }) => is === 'sign' && text === '%')
        ? '%'
        : (currency?.slice(1).find((one) => one !== undefined) ?? wordBehind(parts)),
    wordFor: code === undefined ? null : shownWords(code),
  };
}

/**
 * A word behind the digits, as kg; of numbers that are shown in thousands it is none of the values.
 */
function wordBehind(parts: readonly FormatPart[]): string | null {
  const last = parts.findLastIndex(({ is }) => is === 'zero' || is === 'digit');
  const behind = parts.slice(last + 1);
  const text = behind.map((part) => part.text).join('');
  const isScaled = behind.some((part) => part.is === 'sign' && part.text === ',');
  return last !== -1 && !isScaled && /^\s*[\p{L}°‰][^\d]{0,19}$/u.test(text) ? text.trim() : null;
}

/** What a number of this format is; `code` is its text, where the workbook writes it down. */
function shownBy(id: number, code: string | undefined): Shown {
  if (code === undefined) return known[id] ?? 'number';
  // The first section is that of positive numbers; texts in it and colours are no format.
  const [positive = ''] = code.replaceAll(/"[^"]*"|\\.|_./g, '').split(';');
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return 'elapsed';
  const bare = positive.replaceAll(/\[[^\]]*\]|\*./g, '').toLowerCase();
  if (/^general$/.test(bare.trim())) return 'number';
  const hasTime = /[hs]/.test(bare) || /am\/pm|a\/p/.test(bare);
  const hasDate = /[yd]/.test(bare.replaceAll(/am\/pm|a\/p/g, '')) || /m{3,}/.test(bare);
  if (/[#0?]/.test(bare) && !hasTime && !hasDate) return 'number';
  if (hasDate) return hasTime ? 'datetime' : 'date';
  if (hasTime) return 'time';
  return /m/.test(bare) ? 'date' : 'number';
}
