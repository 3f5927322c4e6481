import type { Alert, AlertThresholds, ColumnDescription } from '@columnist/contract';
import { percent } from '../words.ts';
import { col, counted, derived, recoding, sayAlert, txt, type Words } from './say-alert.ts';
import type { TextFindings } from './scan-texts.ts';

interface TextFacts {
  readonly column: ColumnDescription;
  readonly texts: TextFindings | undefined;
  readonly thresholds: AlertThresholds;
}

/** Two spellings that are seen to differ: not by white space alone. */
function twoOf(spellings: readonly string[]): string[] {
  const [first = '', ...others] = spellings;
  const other = others.find((one) => one.trim() !== first.trim());
  return [first, other ?? others[0] ?? ''];
}

/** What the texts of a column look like. */
export function judgeTexts({ column: { name }, texts, thresholds }: TextFacts): Alert[] {
  const alerts: Alert[] = [];
  const add = (words: Words): void => void alerts.push(sayAlert([name], words));
  if (texts === undefined || texts.n === 0) return alerts;
  if (texts.padded > 0)
    add({
      kind: 'whitespace',
      severity: 'medium',
      count: texts.padded,
      rows: `trim(${col(name)}) != ${col(name)}`,
      said: `${counted(texts.padded, 'text')} of ${name} ${texts.padded === 1 ? 'has' : 'have'} white space before or after.`,
      fix: 'Write them without it, or equal values count as different.',
      remedy:
        recoding(name, 'Remove the white space', texts.trimmed) ??
        derived(name, 'trimmed', `trim(${col(name)})`),
    });
  if (texts.variants !== null) {
    const { n: rows, kinds, spellings, merged } = texts.variants;
    add({
      kind: 'case_variants',
      severity: 'medium',
      count: rows,
      rows: `${col(name)} in (${spellings.map(txt).join(', ')})`,
      said: `${counted(kinds, 'value')} of ${name} ${kinds === 1 ? 'is' : 'are'} spelled in several ways, such as ${twoOf(
        spellings,
      )
        .map((one) => `‘${one.slice(0, 40)}’`)
        .join(' and ')}.`,
      fix: 'Write all of them in the most frequent way, or equal values count as different.',
      remedy:
        recoding(name, 'Merge the spellings', merged) ??
        derived(name, 'in lower case', `lower(trim(${col(name)}))`),
    });
  }
  const numberShare = texts.numbers / texts.n;
  const mixed = Math.min(numberShare, 1 - numberShare);
  if (mixed > 0 && mixed >= thresholds.mixed_types) {
    const isFew = numberShare < 0.5;
    add({
      kind: 'mixed_types',
      severity: 'high',
      count: isFew ? texts.numbers : texts.n - texts.numbers,
      measure: mixed,
      threshold: thresholds.mixed_types,
      rows: isFew
        ? `to_number(${col(name)}) is present`
        : `${col(name)} is present and to_number(${col(name)}) is missing`,
      said: `${name} holds ${isFew ? 'numbers among texts' : 'texts among numbers'}: ${counted(isFew ? texts.numbers : texts.n - texts.numbers, 'row')} (${percent(mixed)}).`,
      fix: isFew
        ? 'Find out what the numbers mean.'
        : 'Read them as numbers with the step parse_numbers; the other texts become missing.',
      remedy: isFew
        ? null
        : {
            said: 'Read as numbers',
            view: { clean: [{ step: 'parse_numbers', columns: [name] }] },
          },
    });
  }
  if (texts.dates !== null && texts.dates.n / texts.n >= thresholds.date_like) {
    add({
      kind: 'date_like',
      severity: 'medium',
      count: texts.dates.n,
      measure: texts.dates.n / texts.n,
      threshold: thresholds.date_like,
      rows: `to_date(${col(name)}, ${txt(texts.dates.pattern)}) is present`,
      said: `${name} is text, but written as dates (${texts.dates.pattern}).`,
      fix: `Read it as dates with the step parse_dates, pattern ${texts.dates.pattern}.`,
      remedy: {
        said: 'Read as dates',
        view: {
          clean: [{ step: 'parse_dates', columns: [name], pattern: texts.dates.pattern }],
        },
      },
    });
  }
  return alerts;
}
