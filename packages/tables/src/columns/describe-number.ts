import type { NumberDescription } from '@columnist/contract';
import {
  bandwidthNrd0,
  binnedDensity,
  countBelow,
  countUpTo,
  countsBetween,
  describeNumbers,
  interquartileRange,
  momentsOf,
  normalQuantile,
  orderStatistic,
  placeOf,
  quantile,
  spanOf,
  standardDeviation,
  tukeyFences,
  type FigureTypes,
  type FrequencyTable,
  type QuantileType,
  type Scale,
} from '@columnist/statistics';
import type { NumberSummary } from './column-summary.ts';
import { categoriesAtMost } from './meaning-of.ts';
import { histogramOf } from './draw-histogram.ts';
import type { TableColumn } from '../table/table-column.ts';

export interface DescribeOptions {
  readonly quantiles: readonly number[];
  readonly confidence_level: number;
  readonly quantile_type?: QuantileType | undefined;
  readonly moments_type?: FigureTypes['moments'] | undefined;
  readonly trim?: number | undefined;
  readonly proportion_interval?: 'wilson' | 'exact' | undefined;
  readonly weights?: string | undefined;
  /** Also densities and examples of outliers. */
  readonly plot: boolean;
}

/** Why a column, here of so many values, has no weighted figures. */
export const whyNotWeighted = (
  column: TableColumn,
  { weights }: DescribeOptions,
  distinct = 0,
): string =>
  weights === undefined
    ? 'Not asked for.'
    : weights === column.name
      ? 'It is the column of weights.'
      : column.type === 'text' && distinct > categoriesAtMost
        ? `Texts of more than ${categoriesAtMost} values are not weighted.`
        : 'No row has a value and a weight above 0.';

const examplesShown = 100;
const densityBins = 512;
const densityPoints = 200;

/** Every figure of a number column. */
export function describeNumber(
  column: TableColumn,
  summary: NumberSummary,
  options: DescribeOptions,
  weighted: NumberDescription['weighted'],
): NumberDescription {
  const { table, scale, missing, infinite, min, max, sum, top } = summary;
  const { n, values } = table;
  const types = {
    quantiles: options.quantile_type ?? 7,
    moments: options.moments_type ?? 2,
    trim: options.trim ?? 0.1,
  };
  const { figures, reasons } = describeNumbers(table, scale, options.confidence_level, types);
  const zero = -scale.origin * scale.perUnit;
  const drawn = drawnOf(table, scale, types.quantiles, options.plot);
  const [mode] = top;
  return {
    name: column.name,
    type: 'number',
    storage: column.storage,
    n,
    missing,
    n_excluded: [
      ...(missing > 0 ? [{ reason: 'missing', n: missing }] : []),
      ...(infinite > 0 ? [{ reason: 'infinite', n: infinite }] : []),
    ],
    distinct: summary.distinct,
    min,
    max,
    sum,
    ...figures,
    weighted,
    quantiles:
      n === 0
        ? []
        : options.quantiles.map((p) => ({
            p,
            value: placeOf(scale, quantile(table, p, types.quantiles)),
          })),
    mode: mode ?? null,
    zeros: countUpTo(table, zero) - countBelow(table, zero),
    negatives: countBelow(table, zero),
    top_values: top.map((entry) => ({ ...entry, share: entry.n / n })),
    ...drawn.figures,
    reasons: {
      ...(n === 0 ? { min: none, max: none, sum: none, mode: none } : {}),
      ...(n > 0 && sum === null ? { sum: beyond } : {}),
      ...reasons,
      ...drawn.reasons,
      ...(options.plot
        ? {}
        : { density: 'Not asked for.', normal_plot: 'Not asked for.', extremes: 'Not asked for.' }),
      ...(weighted === null ? { weighted: whyNotWeighted(column, options) } : {}),
      ...(options.plot && n > 0 && values.length === 1
        ? { density: 'All values are equal.', normal_plot: 'All values are equal.' }
        : {}),
    },
  };
}

const none = 'No value is present.';
const beyond = 'Beyond the range of a double.';
const tooClose = 'Its bars are narrower than doubles lie apart there.';

type Drawn = Pick<
  NumberDescription,
  'histogram' | 'outliers' | 'density' | 'normal_plot' | 'extremes'
>;

/** Fences and curves reach further than the values, and must be doubles themselves. */
const reaches = (scale: Scale, low: number, high: number): boolean =>
  [low - 4 * (high - low), high + 4 * (high - low)].every((place) =>
    Number.isFinite(placeOf(scale, place)),
  );

/**
 * What pictures of the column need; nulls where there is no value or the range is too large for a
 * double.
 */
function drawnOf(
  table: FrequencyTable,
  scale: Scale,
  type: QuantileType,
  plot: boolean,
): { figures: Drawn; reasons: Record<string, string> } {
  const low = table.values[0];
  const high = table.values.at(-1);
  const missing =
    low === undefined || high === undefined ? none : reaches(scale, low, high) ? null : beyond;
  if (missing !== null)
    return {
      figures: {
        histogram: null,
        outliers: null,
        density: null,
        normal_plot: null,
        extremes: null,
      },
      reasons: {
        histogram: missing,
        outliers: missing,
        density: missing,
        normal_plot: missing,
        extremes: missing,
      },
    };
  const { rule, edges: places, counts } = histogramOf(table);
  const edges = places.map((edge) => placeOf(scale, edge));
  // A single value has a bar between two equal edges.
  const isDrawn = counts.length === 1 || edges.every((edge, i) => edge !== edges[i + 1]);
  return {
    figures: {
      histogram: isDrawn ? { rule, edges, counts } : null,
      outliers: outliersOf(table, scale, type, plot),
      density: plot && table.values.length > 1 ? densityOf(table, scale) : null,
      normal_plot: plot && table.values.length > 1 ? normalPlotOf(table, scale, type) : null,
      extremes: plot ? extremesOf(table, scale) : null,
    },
    reasons: isDrawn ? {} : { histogram: tooClose },
  };
}

function outliersOf(
  table: FrequencyTable,
  scale: Scale,
  type: QuantileType,
  withExamples: boolean,
): NonNullable<Drawn['outliers']> {
  const fences = tukeyFences(quantile(table, 0.25, type), quantile(table, 0.75, type));
  const low = countBelow(table, fences.low);
  const high = table.n - countUpTo(table, fences.high);
  return {
    low_fence: placeOf(scale, fences.low),
    high_fence: placeOf(scale, fences.high),
    low,
    high,
    lower_whisker: placeOf(scale, orderStatistic(table, low)),
    upper_whisker: placeOf(scale, orderStatistic(table, table.n - high - 1)),
    examples: withExamples ? farthest(table, fences).map((value) => placeOf(scale, value)) : [],
  };
}

/** Distinct values outside the fences, farthest first. */
function farthest(
  { values }: FrequencyTable,
  { low, high }: { low: number; high: number },
): number[] {
  const below = values.slice(0, examplesShown).filter((value) => value < low);
  const above = values.slice(-examplesShown).filter((value) => value > high);
  const reach = (value: number) => Math.max(low - value, value - high);
  return [...below, ...above].sort((a, b) => reach(b) - reach(a)).slice(0, examplesShown);
}

const plottedAtMost = 200;

/**
 * Evenly chosen order statistics against the normal quantiles of R's ppoints, and the line through
 * the quartiles.
 */
function normalPlotOf(
  table: FrequencyTable,
  scale: Scale,
  type: QuantileType,
): NonNullable<Drawn['normal_plot']> {
  const { n } = table;
  const offset = n <= 10 ? 3 / 8 : 1 / 2;
  const step = Math.max(1, (n - 1) / (plottedAtMost - 1));
  const places = Array.from({ length: Math.min(n, plottedAtMost) }, (_, i) => Math.round(i * step));
  const [q1, q3] = [quantile(table, 0.25, type), quantile(table, 0.75, type)];
  const slope = spanOf(scale, interquartileRange(table, type)) / (2 * normalQuantile(0.75));
  return {
    theoretical: places.map((i) => normalQuantile((i + 1 - offset) / (n + 1 - 2 * offset))),
    observed: places.map((i) => placeOf(scale, orderStatistic(table, i))),
    line: { slope, intercept: placeOf(scale, q1 + (q3 - q1) / 2) },
  };
}

const extremesShown = 5;

function extremesOf(
  { values, counts }: FrequencyTable,
  scale: Scale,
): NonNullable<Drawn['extremes']> {
  const entryAt = (i: number): { value: number; n: number } => ({
    value: placeOf(scale, values[i] ?? NaN),
    n: counts[i] ?? 1,
  });
  const many = Math.min(extremesShown, values.length);
  return {
    lowest: Array.from({ length: many }, (_, i) => entryAt(i)),
    highest: Array.from({ length: many }, (_, i) => entryAt(values.length - 1 - i)),
  };
}

function densityOf(table: FrequencyTable, scale: Scale): NonNullable<Drawn['density']> {
  // R's bw.nrd0 is defined with quartiles of type 7.
  const iqr = quantile(table, 0.75) - quantile(table, 0.25);
  const bandwidth = bandwidthNrd0(table.n, standardDeviation(momentsOf(table)), iqr);
  const low = table.values[0] ?? 0;
  const high = table.values.at(-1) ?? 0;
  const width = (high - low) / densityBins;
  const counts = countsBetween(
    table,
    Array.from({ length: densityBins + 1 }, (_, i) => low + i * width),
  );
  const { x, y } = binnedDensity({ low, width, counts }, bandwidth, {
    from: low - 3 * bandwidth,
    to: high + 3 * bandwidth,
    points: densityPoints,
  });
  return {
    bandwidth: spanOf(scale, bandwidth),
    x: x.map((place) => placeOf(scale, place)),
    y: y.map((height) => height * scale.perUnit),
  };
}
