import type { Alert, AlertThresholds, ColumnDescription } from '@columnist/contract';
import { keptAsText } from './kept-as-text.ts';
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
  alerts.push(...keptAsText(name, texts, thresholds));
  return alerts;
}
