import type {
  BooleanDescription,
  ColumnDescription,
  DatetimeDescription,
  TextDescription,
} from '@columnist/contract';
import {
  exactInterval,
  momentsOf,
  orderStatistic,
  quantile,
  tabulate,
  topValues,
  wilsonInterval,
  type FrequencyTable,
} from '@columnist/statistics';
import { momentOf } from '../table/cells.ts';
import type {
  BooleanSummary,
  ColumnSummary,
  Counted,
  DatetimeSummary,
  TextSummary,
} from './column-summary.ts';
import { describeNumber, whyNotWeighted, type DescribeOptions } from './describe-number.ts';
import { histogramOf } from './draw-histogram.ts';
import { notWeighted, type Weighted } from './weigh-columns.ts';
import type { TableColumn } from '../table/table-column.ts';

const topShown = 10;
const gapsShown = 5;

/** Every figure of a column, from what was gathered of it. */
export function describeColumn(
  column: TableColumn,
  summary: ColumnSummary,
  options: DescribeOptions,
  weighted: Weighted = notWeighted,
): ColumnDescription {
  switch (summary.kind) {
    case 'number':
      return describeNumber(column, summary, options, weighted.number);
    case 'text':
      return describeText(column, summary, options, weighted.text);
    case 'datetime':
      return describeDatetime(column, summary);
    case 'boolean':
      return describeBoolean(column, summary, options, weighted.boolean);
  }
}

const withoutMissing = (missing: number) =>
  missing > 0 ? [{ reason: 'missing', n: missing }] : [];
const withShares = <Value>(counts: readonly Counted<Value>[], n: number) =>
  counts.map((entry) => ({ ...entry, share: entry.n / n }));
const noValue = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, 'No value is present.']));

function describeText(
  column: TableColumn,
  { n, missing, distinct, lengths, min, max, top }: TextSummary,
  options: DescribeOptions,
  weighted: TextDescription['weighted'],
): TextDescription {
  return {
    name: column.name,
    type: column.type === 'category' ? 'category' : 'text',
    storage: column.storage,
    n,
    missing,
    n_excluded: withoutMissing(missing),
    distinct,
    lengths:
      n === 0
        ? null
        : {
            min: lengths.values[0] ?? 0,
            max: lengths.values.at(-1) ?? 0,
            mean: momentsOf(lengths).mean,
            median: quantile(lengths, 0.5),
          },
    first: min,
    last: max,
    mode: top[0] ?? null,
    weighted,
    top_values: withShares(top, n),
    histogram: n === 0 ? null : histogramOf(lengths),
    reasons: {
      ...(n === 0 ? noValue('lengths', 'first', 'last', 'mode', 'histogram') : {}),
      ...(weighted === null ? { weighted: whyNotWeighted(column, options, distinct) } : {}),
    },
  };
}

function describeDatetime(
  column: TableColumn,
  { table, missing }: DatetimeSummary,
): DatetimeDescription {
  const { n, values } = table;
  const first = values[0];
  const last = values.at(-1);
  const moment = (micros: number) => momentOf(micros, column.storage);
  const common = {
    name: column.name,
    type: 'datetime' as const,
    storage: column.storage,
    n,
    missing,
    n_excluded: withoutMissing(missing),
    distinct: values.length,
    top_values: withShares(topValues(table, topShown), n).map((entry) => ({
      ...entry,
      value: moment(entry.value),
    })),
    gaps: gapsOf(table, moment),
  };
  const noGaps = values.length < 2 ? { gaps: 'Needs at least two distinct moments.' } : {};
  if (first === undefined || last === undefined) {
    return {
      ...common,
      min: null,
      max: null,
      median: null,
      range_seconds: null,
      histogram: null,
      reasons: { ...noValue('min', 'max', 'median', 'range_seconds', 'histogram'), ...noGaps },
    };
  }
  const histogram = histogramOf(table);
  return {
    ...common,
    min: moment(first),
    max: moment(last),
    median: moment(quantile(table, 0.5)),
    range_seconds: (last - first) / 1e6,
    histogram: { ...histogram, edges: histogram.edges.map(moment) },
    reasons: noGaps,
  };
}

/**
 * Between neighbouring distinct moments: the middle one, the largest, and the five largest where
 * any stands out.
 */
function gapsOf(
  { values }: FrequencyTable,
  moment: (micros: number) => string,
): DatetimeDescription['gaps'] {
  if (values.length < 2) return null;
  const gaps = new Float64Array(values.length - 1);
  for (let i = 0; i < gaps.length; i++) gaps[i] = (values[i + 1] ?? NaN) - (values[i] ?? NaN);
  const table = tabulate(gaps);
  return {
    median_seconds: quantile(table, 0.5) / 1e6,
    max_seconds: (table.values.at(-1) ?? NaN) / 1e6,
    regular: table.values.length === 1,
    largest: largestPlaces(
      gaps,
      orderStatistic(table, Math.max(0, gaps.length - gapsShown)),
      orderStatistic(table, gaps.length >>> 1),
    ).map((place) => ({
      from: moment(values[place] ?? NaN),
      to: moment(values[place + 1] ?? NaN),
      seconds: (gaps[place] ?? NaN) / 1e6,
    })),
  };
}

/**
 * Places of the gaps that are `least` or more and above the middle one; the larger, then the
 * earlier first.
 */
function largestPlaces(gaps: Float64Array, least: number, middle: number): number[] {
  const larger: number[] = [];
  const equal: number[] = [];
  for (let place = 0; place < gaps.length; place++) {
    const gap = gaps[place] ?? NaN;
    if (gap <= middle) continue;
    if (gap > least) larger.push(place);
    if (gap === least && equal.length < gapsShown) equal.push(place);
  }
  const size = (place: number): number => gaps[place] ?? NaN;
  return [...larger.sort((a, b) => size(b) - size(a) || a - b), ...equal].slice(0, gapsShown);
}

function describeBoolean(
  column: TableColumn,
  { trues, falses, missing }: BooleanSummary,
  options: DescribeOptions,
  weighted: BooleanDescription['weighted'],
): BooleanDescription {
  const { confidence_level: level, proportion_interval: form } = options;
  const n = trues + falses;
  const counts = [
    { value: false, n: falses },
    { value: true, n: trues },
  ].filter((entry) => entry.n > 0);
  return {
    name: column.name,
    type: 'boolean',
    storage: column.storage,
    n,
    missing,
    n_excluded: withoutMissing(missing),
    distinct: counts.length,
    true_count: trues,
    false_count: falses,
    true_share: n === 0 ? null : trues / n,
    true_share_ci:
      n === 0 ? null : (form === 'exact' ? exactInterval : wilsonInterval)(trues, n, level),
    top_values: withShares(
      counts.sort((a, b) => b.n - a.n),
      n,
    ),
    weighted,
    reasons: {
      ...(n === 0 ? noValue('true_share', 'true_share_ci') : {}),
      ...(weighted === null ? { weighted: whyNotWeighted(column, options) } : {}),
    },
  };
}
