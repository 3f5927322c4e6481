/**
 * What one cell looks like, by its form alone; enough to tell names from values and one delimiter
 * from another.
 */
const forms = [
  // Negative, as accounts write it; without decimals brackets hold notes and numbers of columns.
  ['number', /^(?:\(\d{1,3}(?:[.,' \u00a0\u202f]?\d{3})*[.,]\d+\)|\d+(?:[.,]\d{3})*[.,]\d+[-−])$/],
  [
    'number',
    /^[+-]?(?:\d+(?:[.,]\d+)?|\d{1,3}(?:([., '\u00a0\u202f])\d{3})(?:\1\d{3})*(?:[.,]\d+)?|[.,]\d+)(?:[eE][+-]?\d+)?$/,
  ],
  ['percentage', /^[+-]?\d+(?:[.,]\d+)?\s?%$/],
  [
    'money',
    /^(?:[$€£¥\\]\s?\(\d[\d.,' ]*\)|\([$€£¥\\]\s?\d[\d.,' ]*\))$|^[+-]?(?:[$€£¥\\]|USD|EUR|GBP|CHF)\s?[+-]?\d[\d.,' ]*$|^[+-]?\d[\d.,' ]*\s?(?:[$€£¥\\]|USD|EUR|GBP|CHF)$/,
  ],
  ['time', /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[AaPp]\.?[Mm]\.?)?$/],
  [
    'date',
    /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2})|\d{1,2}(?:st|nd|rd|th|er|[º°])?[- ](?:of |de )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*[- ,]+(?:del? )?\d{2,4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}(?:st|nd|rd|th)?,? \d{4})$/iu,
  ],
  [
    'moment',
    /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4})[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[AaPp][Mm])?\s?(?:Z|UTC|[+-]\d{2}:?\d{2})?$/,
  ],
  ['email', /^[^\s@,;]+@[^\s@,;]+\.[a-z]{2,}$/i],
  ['address', /^(?:https?|ftp):\/\/[^\s"']+$/i],
] as const;

export type TypedKind = (typeof forms)[number][0];
export type CellKind = TypedKind | 'empty' | 'word' | 'code' | 'text' | 'other';

const typedKinds: ReadonlySet<string> = new Set(forms.map(([kind]) => kind));
export const isTypedKind = (kind: CellKind): kind is TypedKind => typedKinds.has(kind);

/** Words that mean a missing value in any column. */
const missing = /^(?:|n\/?a|#n\/a|null|none|nan|nil|-{1,2}|\?|\.)$/i;

export function cellKind(text: string): CellKind {
  const cell = text.length > 200 ? text.slice(0, 200) : text.trim();
  if (missing.test(cell)) return 'empty';
  const found = forms.find(([, form]) => form.test(cell));
  if (found !== undefined) return found[0];
  if (/^[\p{L}\p{M}_.'’-]+$/u.test(cell)) return 'word';
  if (/^[\p{L}\p{N}_./:#+-]+$/u.test(cell)) return 'code';
  return /^[\p{L}\p{N}(¿¡"'“‘#&@*-].*[\p{L}\p{N})\]!?.%*"'”’°…-]$/su.test(cell) &&
    !/[;\t|]/.test(cell)
    ? 'text'
    : 'other';
}

/** How much a cell looks like one value, 0 to 1. */
export const cellCertainty = (kind: CellKind): number =>
  isTypedKind(kind) || kind === 'word' || kind === 'code'
    ? 1
    : kind === 'empty'
      ? 0.8
      : kind === 'text'
        ? 0.7
        : 0.1;
