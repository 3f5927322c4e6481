import type { Alert, AlertThresholds, ColumnDescription } from '@columnist/contract';
import { namesPeople } from './names-of-people.ts';
import { col, counted, sayAlert } from './say-alert.ts';
import type { TextFindings } from './scan-texts.ts';

/** Of people beside their names, of whatever type: a day of birth is a date. */
const personal =
  /e-?mail|phone|mobile|address|birth[ _-]?(day|date|place)|(date|day|place)[ _-]of[ _-]birth|dob$|passport|ssn|iban/i;

const fix = 'Leave the column out before sharing results; narrow API keys to aggregates.';
const fixOfSeveral = 'Leave the columns out before sharing results; narrow API keys to aggregates.';

const shownAtMost = 5;
const listed = (names: readonly string[]): string =>
  names.length <= shownAtMost
    ? `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
    : `${names.slice(0, shownAtMost).join(', ')} and ${names.length - shownAtMost} more`;

/** Columns of persons: each whose texts look like it, and in one alert those that are named so. */
export function personalData(
  rows: number,
  columns: readonly ColumnDescription[],
  texts: ReadonlyMap<string, TextFindings>,
  threshold: AlertThresholds['personal_data'],
): Alert[] {
  const ofPersons = columns.flatMap(({ name, n }) => {
    const found = texts.get(name)?.personal ?? null;
    return found !== null && found.n > 1 && found.n / n >= threshold ? [{ name, n, found }] : [];
  });
  const byTexts = ofPersons.map(({ name, n, found }) =>
    sayAlert([name], {
      kind: 'personal_data',
      severity: 'high',
      count: found.n,
      measure: found.n / n,
      threshold,
      rows: `${col(name)} is present`,
      said: `${counted(found.n, 'text')} of ${name} look like ${found.said}.`,
      fix,
    }),
  );
  const named = columns.filter(
    ({ name, n }) =>
      n > 0 &&
      !ofPersons.some((one) => one.name === name) &&
      (personal.test(name) || (texts.has(name) && namesPeople(name))),
  );
  const names = named.map(({ name }) => name);
  const [first] = named;
  if (first === undefined) return byTexts;
  return [
    ...byTexts,
    sayAlert(names, {
      kind: 'personal_data',
      severity: 'medium',
      // Rows that lack some of them are counted by the filter alone.
      count: names.length === 1 ? first.n : named.some(({ n }) => n === rows) ? rows : null,
      rows: names.map((name) => `${col(name)} is present`).join(' or '),
      said:
        names.length === 1
          ? `${names[0] ?? ''} may hold personal data, by its name.`
          : `${listed(names)} may hold personal data, by their names.`,
      fix: names.length === 1 ? fix : fixOfSeveral,
    }),
  ];
}
