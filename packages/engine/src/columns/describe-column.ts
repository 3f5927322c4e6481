import type { BooleanDescription, ColumnDescription, DatetimeDescription, NumberDescription, TextDescription } from '@columnist/contract';
import {
  bandwidthNrd0,
  binEdges,
  binnedDensity,
  countBelow,
  countUpTo,
  countsBetween,
  describeNumbers,
  freedmanDiaconis,
  grainOf,
  momentsOf,
  orderStatistic,
  quantile,
  topValues,
  tukeyFences,
  wilsonInterval,
  type FrequencyTable,
} from '@columnist/statistics';
import { exactNumber, momentOf } from './cells.ts';
import type { ColumnSummary } from './gather-column.ts';
import type { TableColumn } from './table-column.ts';

export interface DescribeOptions {
  readonly quantiles: readonly number[];
  readonly confidence_level: number;
  readonly plot: boolean;
}

type SummaryOf<Kind extends ColumnSummary['kind']> = Extract<ColumnSummary, { kind: Kind }>;

const topShown = 10;

export function describeColumn(column: TableColumn, summary: ColumnSummary, options: DescribeOptions): ColumnDescription {
  switch (summary.kind) {
    case 'number':
      return describeNumber(column, summary, options);
    case 'text':
      return describeText(column, summary);
    case 'datetime':
      return describeDatetime(column, summary);
    case 'boolean':
      return describeBoolean(column, summary, options.confidence_level);
  }
}

const excluded = (missing: number, infinite = 0) => [
  ...(missing > 0 ? [{ reason: 'missing', n: missing }] : []),
  ...(infinite > 0 ? [{ reason: 'infinite', n: infinite }] : []),
];

const last = (table: FrequencyTable): number => table.values.at(-1) ?? NaN;
const first = (table: FrequencyTable): number => table.values[0] ?? NaN;

function describeNumber(column: TableColumn, summary: SummaryOf<'number'>, options: DescribeOptions): NumberDescription {
  const { table, scale, missing, infinite, distinct } = summary;
  const { n } = table;
  const unit = 10 ** scale;
  const { reasons, ...figures } = describeNumbers(table, scale, options.confidence_level);
  const none = 'No value is present.';
  if (n === 0) for (const name of ['min', 'max', 'sum', 'mode', 'histogram', 'outliers', 'density']) reasons[name] = none;
  const top =
    summary.top.length > 0
      ? summary.top.map(({ value, n: count }) => ({ value: exactNumber(value), n: count, share: count / n }))
      : topValues(table, topShown).map(({ value, n: count }) => ({ value: value / unit, n: count, share: count / n }));
  const [mode] = top;
  const constant = n > 0 && first(table) === last(table);
  if (options.plot && n > 0 && constant) reasons['density'] = 'All values are equal.';
  if (!options.plot && n > 0) reasons['density'] = 'Not asked for.';
  return {
    name: column.name,
    type: 'number',
    storage: column.storage,
    n,
    missing,
    n_excluded: excluded(missing, infinite),
    distinct,
    min: summary.min === null ? null : exactNumber(summary.min),
    max: summary.max === null ? null : exactNumber(summary.max),
    sum: summary.sum === null ? null : exactNumber(summary.sum),
    ...figures,
    quantiles: n === 0 ? [] : options.quantiles.map((p) => ({ p, value: quantile(table, p) / unit })),
    mode: mode === undefined ? null : { value: mode.value, n: mode.n },
    zeros: countUpTo(table, 0) - countBelow(table, 0),
    negatives: countBelow(table, 0),
    top_values: top,
    histogram: n === 0 ? null : numberHistogram(table, unit),
    outliers: n === 0 ? null : outliersOf(table, unit, options.plot),
    density: options.plot && n > 1 && !constant ? densityOf(table, unit) : null,
    reasons,
  };
}

function numberHistogram(table: FrequencyTable, unit: number) {
  const { rule, edges, counts } = histogramOf(table);
  return { rule, edges: edges.map((edge) => edge / unit), counts };
}

function outliersOf(table: FrequencyTable, unit: number, withExamples: boolean) {
  const fences = tukeyFences(quantile(table, 0.25), quantile(table, 0.75));
  const low = countBelow(table, fences.low);
  const high = table.n - countUpTo(table, fences.high);
  return {
    low_fence: fences.low / unit,
    high_fence: fences.high / unit,
    low,
    high,
    lower_whisker: orderStatistic(table, low) / unit,
    upper_whisker: orderStatistic(table, table.n - high - 1) / unit,
    examples: withExamples ? farthest(table, fences).map((value) => value / unit) : [],
  };
}

function farthest({ values }: FrequencyTable, fences: { low: number; high: number }): number[] {
  const beyond: number[] = [];
  for (let i = 0; i < values.length && beyond.length < 100 && (values[i] ?? NaN) < fences.low; i++) beyond.push(values[i] ?? NaN);
  for (let i = values.length - 1; i >= 0 && beyond.length < 200 && (values[i] ?? NaN) > fences.high; i--) beyond.push(values[i] ?? NaN);
  const reach = (value: number) => Math.max(fences.low - value, value - fences.high);
  return beyond.sort((a, b) => reach(b) - reach(a)).slice(0, 100);
}

function densityOf(table: FrequencyTable, unit: number) {
  const { m2, n } = momentsOf(table);
  const iqr = quantile(table, 0.75) - quantile(table, 0.25);
  const bandwidth = bandwidthNrd0(n, Math.sqrt(m2 / (n - 1)), iqr);
  const low = first(table);
  const width = (last(table) - low) / 512;
  const counts = countsBetween(table, Array.from({ length: 513 }, (_, i) => low + i * width));
  const density = binnedDensity({ low, width, counts }, bandwidth, { from: low - 3 * bandwidth, to: last(table) + 3 * bandwidth, points: 200 });
  return { bandwidth: bandwidth / unit, x: density.x.map((x) => x / unit), y: density.y.map((y) => y * unit) };
}

/** Histogram in the table's own unit. */
function histogramOf(table: FrequencyTable) {
  const iqr = quantile(table, 0.75) - quantile(table, 0.25);
  const bins = freedmanDiaconis({ n: table.n, min: first(table), max: last(table), iqr, grain: grainOf(table.values) });
  const edges = bins.width === 0 ? [bins.low, bins.low] : binEdges(bins, last(table));
  return { rule: bins.rule, edges, counts: countsBetween(table, edges) };
}

function describeText(column: TableColumn, summary: SummaryOf<'text'>): TextDescription {
  const { n, missing, distinct, lengths } = summary;
  const [mode] = summary.top;
  return {
    name: column.name,
    type: column.type === 'category' ? 'category' : 'text',
    storage: column.storage,
    n,
    missing,
    n_excluded: excluded(missing),
    distinct,
    lengths: n === 0 ? null : { min: first(lengths), max: last(lengths), mean: momentsOf(lengths).mean, median: quantile(lengths, 0.5) },
    first: summary.min,
    last: summary.max,
    mode: mode === undefined ? null : { value: mode.value, n: mode.n },
    top_values: summary.top.slice(0, topShown).map(({ value, n: count }) => ({ value, n: count, share: count / n })),
    histogram: n === 0 ? null : histogramOf(lengths),
    reasons: n === 0 ? noValue('lengths', 'first', 'last', 'mode', 'histogram') : {},
  };
}

const noValue = (...names: string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, 'No value is present.']));

function describeDatetime(column: TableColumn, { table, missing }: SummaryOf<'datetime'>): DatetimeDescription {
  const { n } = table;
  const moment = (micros: number) => momentOf(micros, column.storage);
  const empty = n === 0;
  const histogram = empty ? null : histogramOf(table);
  return {
    name: column.name,
    type: 'datetime',
    storage: column.storage,
    n,
    missing,
    n_excluded: excluded(missing),
    distinct: table.values.length,
    min: empty ? null : moment(first(table)),
    max: empty ? null : moment(last(table)),
    median: empty ? null : moment(quantile(table, 0.5)),
    range_seconds: empty ? null : (last(table) - first(table)) / 1e6,
    gaps: gapsOf(table, moment),
    histogram: histogram === null ? null : { ...histogram, edges: histogram.edges.map(moment) },
    top_values: topValues(table, topShown).map(({ value, n: count }) => ({ value: moment(value), n: count, share: count / n })),
    reasons: {
      ...(empty ? noValue('min', 'max', 'median', 'range_seconds', 'histogram') : {}),
      ...(table.values.length < 2 ? { gaps: 'Needs at least two distinct moments.' } : {}),
    },
  };
}

function gapsOf({ values }: FrequencyTable, moment: (micros: number) => string) {
  if (values.length < 2) return null;
  const gaps = Float64Array.from({ length: values.length - 1 }, (_, i) => (values[i + 1] ?? NaN) - (values[i] ?? NaN));
  const sorted = gaps.toSorted();
  const middle = (sorted.length - 1) / 2;
  const largest = Array.from(gaps.keys())
    .filter((i) => (gaps[i] ?? 0) > (sorted[Math.ceil(middle)] ?? 0))
    .sort((a, b) => (gaps[b] ?? 0) - (gaps[a] ?? 0) || a - b)
    .slice(0, 5);
  return {
    median_seconds: ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2 / 1e6,
    max_seconds: (sorted.at(-1) ?? NaN) / 1e6,
    regular: sorted[0] === sorted.at(-1),
    largest: largest.map((i) => ({ from: moment(values[i] ?? NaN), to: moment(values[i + 1] ?? NaN), seconds: (gaps[i] ?? NaN) / 1e6 })),
  };
}

function describeBoolean(column: TableColumn, { trues, falses, missing }: SummaryOf<'boolean'>, level: number): BooleanDescription {
  const n = trues + falses;
  const counts = [
    { value: true, n: trues, share: trues / n },
    { value: false, n: falses, share: falses / n },
  ].filter((entry) => entry.n > 0);
  return {
    name: column.name,
    type: 'boolean',
    storage: column.storage,
    n,
    missing,
    n_excluded: excluded(missing),
    distinct: counts.length,
    true_count: trues,
    false_count: falses,
    true_share: n === 0 ? null : trues / n,
    true_share_ci: n === 0 ? null : wilsonInterval(trues, n, level),
    top_values: counts.sort((a, b) => b.n - a.n),
    reasons: n === 0 ? noValue('true_share', 'true_share_ci') : {},
  };
}
