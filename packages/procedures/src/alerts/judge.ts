import {
  looksLikeId,
  type Alert,
  type AlertThresholds,
  type ColumnDescription,
  type Overview,
} from '@columnist/contract';
import { imbalance } from '@columnist/statistics';
import { percent, short, twoPlaces } from '../words.ts';
import { isNaturalZero } from './counts.ts';
import { pairsByChance } from './equal-by-chance.ts';
import { judgeTexts } from './judge-texts.ts';
import { sayGroups, type MissingGroups } from './missing-by-group.ts';
import { sayRun, type MissingRun } from './missing-run.ts';
import { skewnessWithoutOne } from './skewness-without-one.ts';
import { col, counted, derived, graded, sayAlert, txt, type Words } from './say-alert.ts';
import type { NumberFigures } from './read-facts.ts';
import type { TextFindings } from './scan-texts.ts';

interface RowFacts {
  readonly rows: number;
  readonly over: Pick<Overview, 'duplicate_rows'>;
  readonly columns: readonly ColumnDescription[];
  readonly thresholds: AlertThresholds;
}

/** Of fewer rows each is looked at. */
const fewestByChance = 50;

/** Rows that repeat; values of a single column repeat by themselves. */
export function judgeRows({
  rows,
  over: { duplicate_rows: duplicates },
  columns,
  thresholds,
}: RowFacts): Alert[] {
  const share = rows === 0 ? 0 : duplicates / rows;
  const names = columns.map(({ name }) => name);
  // A few answers of few levels are alike in several persons.
  const isByChance = rows >= fewestByChance && duplicates <= 2 * pairsByChance(rows, columns);
  const repeated =
    names.length > 1 && duplicates > 0 && !isByChance && share >= thresholds.duplicate_rows
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
              said: `Drop ${counted(duplicates, 'repeated row')}`,
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
  /** Where most of its missing values follow one another. */
  readonly run: MissingRun | undefined;
  /** Where most of them are in a few groups of a category. */
  readonly groups: MissingGroups | undefined;
  readonly thresholds: AlertThresholds;
}

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
      said: `${name} is missing in ${counted(missing, 'row')} (${percent(share)})${sayRun(facts.run, missing)}${sayGroups(facts.groups)}.`,
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
  alerts.push(...judgeTexts(facts));
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

/** From this many values on a far one is named by itself, and a skewness that it alone makes is none. */
const fewestWithoutOne = 20;

function isSkewed(column: NumberFigures, threshold: number): boolean {
  const { n, skewness } = column;
  if (n < 8 || skewness === null || Math.abs(skewness) < threshold) return false;
  return n < fewestWithoutOne || Math.abs(skewnessWithoutOne(column) ?? 0) >= threshold;
}

function ofNumbers({ rows, thresholds }: ColumnFacts, column: NumberFigures): Alert[] {
  const { name, zeros, skewness, outliers, n_excluded: excluded, min } = column;
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
    !isNaturalZero(column)
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
  if (skewness !== null && isSkewed(column, thresholds.skewed)) {
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
