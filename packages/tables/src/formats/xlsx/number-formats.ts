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
  /** Zeros and the signs between them, where whole numbers are shown with zeros in front. */
  readonly zeros: string | null;
  /** A currency or “%” that the format adds. */
  readonly unit: string | null;
}

/** Of cells without a format. */
export const general: NumberFormat = { shown: 'number', zeros: null, unit: null };

/** Percent formats that a workbook does not write down. */
const knownPercent = new Set([9, 10]);

export function numberFormat(id: number, code: string | undefined): NumberFormat {
  const shown = shownBy(id, code);
  if (shown !== 'number') return { shown, zeros: null, unit: null };
  const [positive = ''] = (code ?? '').split(';');
  const bare = positive.replaceAll(/["\\]/g, '');
  // Two zeros may be a month or an hour, which people compute with.
  const isCode = /^0[0 ()/-]*0$/.test(bare) && (bare.match(/0/g) ?? []).length >= 3;
  const currency = /\[\$([^\]-]+)(?:-[^\]]*)?\]|([\p{Sc}])|"([A-Z]{3})"/u.exec(positive);
  return {
    shown,
    zeros: isCode ? bare : null,
    unit:
      knownPercent.has(id) || /%/.test(positive.replaceAll(/"[^"]*"/g, ''))
        ? '%'
        : (currency?.slice(1).find((one) => one !== undefined) ?? null),
  };
}

/** A whole number as a format of zeros shows it. */
export function withZeros(digits: string, zeros: string): string {
  const places = (zeros.match(/0/g) ?? []).length;
  const padded = digits.padStart(places, '0');
  let at = padded.length;
  let text = '';
  for (let i = zeros.length - 1; i >= 0; i--)
    text = zeros[i] === '0' ? `${padded[(at -= 1)] ?? ''}${text}` : `${zeros[i] ?? ''}${text}`;
  return padded.slice(0, at) + text;
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
