import type { TestResult } from '@columnist/contract';
import {
  bandwidthNrd0,
  binnedDensity,
  normalScores,
  orderStatistic,
  placeOf,
  quantile,
  spanOf,
  tabulate,
  varianceOf,
  wilsonInterval,
  type FrequencyTable,
  type Sample,
  type Samples,
  type Scale,
} from '@columnist/statistics';
import { shownOf } from './shown-of.ts';

const quantilesDrawn = 300;

/**
 * Sorted values, in units of the scale, against normal quantiles; of many, evenly chosen ones.
 */
export function quantilesOf(
  column: string,
  values: Float64Array,
  scale: Scale = { origin: 0, perUnit: 1 },
): Extract<TestResult['picture'], { kind: 'quantiles' }> {
  const sorted = Float64Array.from(values).sort();
  const scores = normalScores(sorted.length);
  const step = Math.max(1, sorted.length / quantilesDrawn);
  const places = [
    ...new Set(
      Array.from({ length: Math.min(quantilesDrawn, sorted.length) }, (_, i) =>
        Math.min(sorted.length - 1, Math.round(i * step)),
      ).concat(sorted.length - 1),
    ),
  ];
  const observed = places.map((i) => placeOf(scale, sorted[i] ?? NaN));
  // R's qqline: through the quartiles.
  const table = tabulate(values);
  const [q1, q3] = [quantile(table, 0.25), quantile(table, 0.75)];
  const slope = spanOf(scale, q3 - q1) / (2 * 0.6744897501960817);
  return {
    kind: 'quantiles',
    column,
    theoretical: places.map((i) => scores[i] ?? NaN),
    observed,
    line: { slope, intercept: placeOf(scale, q1 + (q3 - q1) / 2) },
  };
}

const pointsDrawn = 500;

/** Two columns as points, those that stand out all, of the others evenly chosen ones. */
export function pointsOf(
  [xName = '', yName = '']: readonly string[],
  [x = new Float64Array(), y = new Float64Array()]: readonly Float64Array[],
  marked: readonly number[],
): NonNullable<TestResult['picture']> {
  const some = marked.slice(0, 200);
  const isMarked = new Set(some);
  const step = Math.max(1, Math.ceil(x.length / pointsDrawn));
  const plain = Array.from({ length: Math.ceil(x.length / step) }, (_, i) => i * step).filter(
    (i) => !isMarked.has(i),
  );
  const places = [...plain, ...some];
  return {
    kind: 'points',
    x_name: xName,
    y_name: yName,
    x: places.map((i) => x[i] ?? NaN),
    y: places.map((i) => y[i] ?? NaN),
    marked: some.map((_, i) => plain.length + i),
  };
}

const intervalsDrawn = 40;

/** Shares of counts with Wilson's intervals, beside what is expected. */
export const sharesPicture = (
  name: string,
  shares: readonly {
    readonly name: string;
    readonly count: number;
    readonly n: number;
    readonly expected: number | null;
  }[],
  level: number,
): NonNullable<TestResult['picture']> => ({
  kind: 'intervals',
  x_name: shownOf(name, { shown: intervalsDrawn, of: shares.length }),
  shares: true,
  items: shares.slice(0, intervalsDrawn).map(({ name: label, count, n, expected }) => {
    const { low, high } = wilsonInterval(count, n, level);
    return { name: label, value: count / n, low, high, expected };
  }),
});

const groupPointsDrawn = 120;
const densityBins = 256;
const densityPoints = 64;
const groupsDrawn = 20;

/**
 * How the values of each group lie: a density, and some of the values themselves. Of many groups
 * those of the most rows are drawn, in the order of all.
 */
export function groupsPicture(
  column: string,
  names: readonly string[],
  { samples, scale }: Samples,
): NonNullable<TestResult['picture']> {
  const sizeOf = (i: number): number => samples[i]?.n ?? 0;
  const drawn = names
    .map((_, i) => i)
    .sort((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, groupsDrawn)
    .sort((a, b) => a - b);
  const groups = drawn.map((i) => {
    const name = names[i] ?? '';
    // Counted, not sorted: of a million values that takes a tenth of the time.
    const table = tabulate(samples[i]?.values ?? new Float64Array());
    const step = Math.max(1, table.n / groupPointsDrawn);
    const points = Array.from({ length: Math.min(groupPointsDrawn, table.n) }, (_, k) =>
      placeOf(scale, orderStatistic(table, Math.min(table.n - 1, Math.floor((k + 0.5) * step)))),
    );
    return { name, density: densityOf(table, samples[i], scale), points };
  });
  return { kind: 'groups', x_name: column, groups };
}

/** In bins: a value on an edge is in the bin above it, however its distance was rounded. */
const roundingOfBins = 1e-9;

function densityOf(
  { values: distinct, counts: times, ...table }: FrequencyTable,
  sample: Sample | undefined,
  scale: Samples['scale'],
): { x: number[]; y: number[] } | null {
  const [low, high] = [distinct[0], distinct.at(-1)];
  if (
    sample === undefined ||
    low === undefined ||
    high === undefined ||
    table.n < 5 ||
    low === high
  )
    return null;
  // From the smallest on: a group far from the place of the others would lose digits.
  const [values, range] = [distinct.map((value) => value - low), high - low];
  const shifted = { ...table, values, counts: times };
  const bandwidth = bandwidthNrd0(
    table.n,
    Math.sqrt(varianceOf(sample)),
    quantile(shifted, 0.75) - quantile(shifted, 0.25),
  );
  const width = range / densityBins;
  const counts = Array.from({ length: densityBins }, () => 0);
  values.forEach((value, i) => {
    const bin = Math.min(densityBins - 1, Math.floor(value / width + roundingOfBins));
    counts[bin] = (counts[bin] ?? 0) + (times[i] ?? 0);
  });
  const { x, y } = binnedDensity({ low: 0, width, counts }, bandwidth, {
    from: -2 * bandwidth,
    to: range + 2 * bandwidth,
    points: densityPoints,
  });
  return {
    x: x.map((place) => placeOf(scale, low + place)),
    y: y.map((height) => height * scale.perUnit),
  };
}
