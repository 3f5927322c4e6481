import {
  looksLikeId,
  type Alert,
  type AlertThresholds,
  type ColumnDescription,
  type Overview,
} from '@columnist/contract';
import { imbalance } from '@columnist/statistics';
import { percent, short, twoPlaces } from '../words.ts';
import { col, counted, graded, sayAlert, txt, type Words } from './say-alert.ts';
import type { NumberFigures } from './read-facts.ts';
import type { TextFindings } from './scan-texts.ts';

/** A remedy that leaves the column and derives another from it. */
const derived = (column: string, how: string, expression: string): Alert['remedy'] => ({
  said: `Derive it ${how}`,
  view: { derive: [{ name: `${column} ${how}`, expression }] },
});

interface RowFacts {
  readonly rows: number;
  readonly over: Pick<Overview, 'duplicate_rows'>;
  readonly names: readonly string[];
  readonly thresholds: AlertThresholds;
}

/** Rows that repeat. */
export function judgeRows({
  rows,
  over: { duplicate_rows: duplicates },
  names,
  thresholds,
}: RowFacts): Alert[] {
  const share = rows === 0 ? 0 : duplicates / rows;
  const repeated =
    duplicates > 0 && share >= thresholds.duplicate_rows
      ? [
          sayAlert([], {
            kind: 'duplicate_rows',
            severity: graded(share, 0, 0.1),
            count: duplicates,
            measure: share,
            threshold: thresholds.duplicate_rows,
            rows: `count(1, by: [${names.map(col).join(', ')}]) > 1`,
            said: `${counted(duplicates, 'row')} (${percent(share)}) ${duplicates === 1 ? 'equals' : 'equal'} an earlier row in every column.`,
            fix: 'Drop duplicates with a cleaning step, or leave them where repetition is real.',
            remedy: {
              said: 'Keep the first row of each',
              view: { clean: [{ step: 'drop_duplicates' }] },
            },
          }),
        ]
      : [];
  return repeated;
}

interface ColumnFacts {
  readonly rows: number;
  readonly column: ColumnDescription;
  readonly texts: TextFindings | undefined;
  readonly thresholds: AlertThresholds;
}

const personName =
  /(^|[^a-z])(first|last|full|sur|family|given)?[ _-]?name$|surname|e-?mail|phone|mobile|address|birth[ _-]?(day|date|place)|(date|day|place)[ _-]of[ _-]birth|dob$|passport|ssn|iban/i;

/** What one column tells of itself. */
export function judgeColumn(facts: ColumnFacts): Alert[] {
  const { rows, column, thresholds } = facts;
  const { name, missing, n, distinct } = column;
  if (rows === 0) return [];
  const alerts: Alert[] = [];
  const add = (words: Words): void => void alerts.push(sayAlert([name], words));
  const share = missing / rows;
  if (missing > 0 && share >= thresholds.missing) {
    add({
      kind: 'missing',
      severity: graded(share, 0.2, 0.5),
      count: missing,
      measure: share,
      threshold: thresholds.missing,
      rows: `${col(name)} is missing`,
      said: `${name} is missing in ${counted(missing, 'row')} (${percent(share)}).`,
      fix: 'Find out why before filling or dropping them: rows with a value may be others than those without.',
    });
  }
  // Without a value there is nothing else to judge.
  if (n === 0) return alerts;
  if (n > 1 && distinct === 1)
    add({
      kind: 'constant',
      severity: 'medium',
      count: n,
      rows: `${col(name)} is present`,
      said: `${name} has one value only${missing > 0 ? ', or is missing' : ''}.`,
      fix: 'It tells rows apart in nothing; leave it out of comparisons and models.',
    });
  alerts.push(...uniqueness(facts));
  if (column.type === 'number') alerts.push(...ofNumbers(facts, column));
  const counts =
    column.type === 'boolean'
      ? [
          { value: 'true', n: column.true_count },
          { value: 'false', n: column.false_count },
        ].filter((one) => one.n > 0)
      : facts.texts?.counts;
  const uneven =
    counts === undefined || counts === null || distinct > n / 2
      ? null
      : imbalance(counts.map((one) => one.n));
  const first = counts?.reduce((best, one) => (one.n > best.n ? one : best));
  if (uneven !== null && first !== undefined && uneven >= thresholds.imbalance) {
    add({
      kind: 'imbalance',
      severity: graded(uneven, 0.8, 2),
      count: n - first.n,
      measure: uneven,
      threshold: thresholds.imbalance,
      rows:
        column.type === 'boolean'
          ? `${col(name)} = ${first.value === 'true' ? 'false' : 'true'}`
          : `${col(name)} != ${txt(first.value)}`,
      said: `${name} is ${first.value} in ${percent(first.n / n)} of its rows (imbalance ${twoPlaces(uneven)}).`,
      fix: 'Groups of the rare values may be too small to compare; merge them, or compare shares exactly.',
    });
  }
  alerts.push(...ofTexts(facts));
  return alerts;
}

function uniqueness({
  column: { name, n, distinct, type, storage },
  texts,
  rows,
}: ColumnFacts): Alert[] {
  if (n < 10 || distinct < n || n < rows) return [];
  if (looksLikeId(name, type, storage))
    return [
      sayAlert([name], {
        kind: 'id_like',
        severity: 'low',
        said: `${name} looks like an identifier: ${counted(n, 'row')}, every value another.`,
        fix: 'Use it to find rows, not as a number or a group.',
      }),
    ];
  const isText = texts !== undefined;
  return isText
    ? [
        sayAlert([name], {
          kind: 'unique',
          severity: 'low',
          said: `Every value of ${name} occurs once.`,
          fix: 'It forms no groups; derive some from it, such as a part of the text.',
        }),
      ]
    : [];
}

/** Counts in which 0 is no more frequent than beside 1 is usual: nothing was simply what was counted. */
const isCount = ({ storage, zeros, negatives, top_values: top }: NumberFigures): boolean =>
  storage.includes('INT') &&
  negatives === 0 &&
  zeros <= 1.5 * (top.find(({ value }) => value === 1)?.n ?? 0);

function ofNumbers({ rows, thresholds }: ColumnFacts, column: NumberFigures): Alert[] {
  const { name, n, zeros, skewness, outliers, n_excluded: excluded, min } = column;
  const alerts: Alert[] = [];
  const infinite = excluded.find(({ reason }) => reason === 'infinite')?.n ?? 0;
  if (infinite > 0) {
    alerts.push(
      sayAlert([name], {
        kind: 'infinite',
        severity: 'high',
        count: infinite,
        rows: `${col(name)} is present and ${col(name)} - ${col(name)} is missing`,
        said: `${name} is infinite in ${counted(infinite, 'row')}.`,
        fix: 'Figures leave these rows out; often a division by 0 made them.',
      }),
    );
  }
  const share = zeros / rows;
  if (
    zeros > 0 &&
    share >= thresholds.zeros &&
    share < 1 &&
    column.distinct > 2 &&
    !isCount(column)
  ) {
    alerts.push(
      sayAlert([name], {
        kind: 'zeros',
        severity: graded(share, 0.5, 2),
        count: zeros,
        measure: share,
        threshold: thresholds.zeros,
        rows: `${col(name)} = 0`,
        said: `${name} is 0 in ${counted(zeros, 'row')} (${percent(share)}).`,
        fix: 'Find out whether 0 means a missing value; if so, recode it.',
      }),
    );
  }
  if (skewness !== null && Math.abs(skewness) >= thresholds.skewed && n >= 8) {
    const far =
      outliers === null || outliers.low + outliers.high === 0
        ? null
        : [
            ...(outliers.low > 0 ? [`${col(name)} < ${outliers.lower_whisker}`] : []),
            ...(outliers.high > 0 ? [`${col(name)} > ${outliers.upper_whisker}`] : []),
          ].join(' or ');
    alerts.push(
      sayAlert([name], {
        kind: 'skewed',
        severity: graded(Math.abs(skewness), 10, 1000),
        count: outliers === null ? null : outliers.low + outliers.high,
        measure: skewness,
        threshold: thresholds.skewed,
        rows: far,
        said: `${name} is skewed to the ${skewness > 0 ? 'right' : 'left'} (skewness ${short(skewness)}).`,
        fix: `Prefer median and rank tests${Number(min) > 0 ? ', or derive log() of it' : ''}.`,
        remedy: Number(min) > 0 ? derived(name, 'in logarithms', `log(${col(name)})`) : null,
      }),
    );
  }
  return alerts;
}

function ofTexts({ column: { name, n }, texts, thresholds }: ColumnFacts): Alert[] {
  const alerts: Alert[] = [];
  const add = (words: Words): void => void alerts.push(sayAlert([name], words));
  const isPersonal =
    texts?.personal !== undefined &&
    texts.personal !== null &&
    texts.personal.n / n >= thresholds.personal_data &&
    texts.personal.n > 1
      ? texts.personal
      : null;
  if (isPersonal !== null) {
    add({
      kind: 'personal_data',
      severity: 'high',
      count: isPersonal.n,
      measure: isPersonal.n / n,
      threshold: thresholds.personal_data,
      rows: `${col(name)} is present`,
      said: `${counted(isPersonal.n, 'text')} of ${name} look like ${isPersonal.said}.`,
      fix: 'Leave the column out before sharing results; narrow API keys to aggregates.',
    });
  } else if (personName.test(name)) {
    add({
      kind: 'personal_data',
      severity: 'medium',
      count: n,
      rows: `${col(name)} is present`,
      said: `${name} may hold personal data, by its name.`,
      fix: 'Leave the column out before sharing results; narrow API keys to aggregates.',
    });
  }
  if (texts === undefined || texts.n === 0) return alerts;
  if (texts.padded > 0)
    add({
      kind: 'whitespace',
      severity: 'medium',
      count: texts.padded,
      rows: `trim(${col(name)}) != ${col(name)}`,
      said: `${counted(texts.padded, 'text')} of ${name} ${texts.padded === 1 ? 'has' : 'have'} white space before or after.`,
      fix: `Derive a column with trim(${col(name)}), or equal values count as different.`,
      remedy: derived(name, 'trimmed', `trim(${col(name)})`),
    });
  if (texts.variants !== null) {
    const { n: rows, kinds, spellings } = texts.variants;
    add({
      kind: 'case_variants',
      severity: 'medium',
      count: rows,
      rows: `${col(name)} in (${spellings.map(txt).join(', ')})`,
      said: `${counted(kinds, 'value')} of ${name} ${kinds === 1 ? 'is' : 'are'} spelled in several ways, such as ${spellings
        .slice(0, 2)
        .map((one) => `‘${one.slice(0, 40)}’`)
        .join(' and ')}.`,
      fix: `Recode the spellings, or derive a column with lower(${col(name)}).`,
      remedy: derived(name, 'in lower case', `lower(trim(${col(name)}))`),
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
