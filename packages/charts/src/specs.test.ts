import { charts, type Mode } from '@columnist/design';
import type { DatetimeDescription, NumberDescription, TextDescription } from '@columnist/contract';
import { compile, type TopLevelSpec } from 'vega-lite';
import { describe, expect, it } from 'vitest';
import { countsSpec, groupsHeight, groupsSpec, histogramSpec, vegaConfig } from './index.ts';

const common = { n: 10, missing: 0, n_excluded: [], distinct: 7, top_values: [], reasons: {} };

/** R: x <- c(1, 2, 2, 3, 3, 3, 4, 4, 5, 20); the box as boxplot.stats with quantile(type = 7). */
const numbers: NumberDescription = {
  ...common,
  name: 'x',
  type: 'number',
  storage: 'BIGINT',
  min: 1,
  max: 20,
  sum: 47,
  mean: 4.7,
  mean_ci: { level: 0.95, low: 0.741, high: 8.659 },
  standard_error: 1.7502,
  variance: 30.6333,
  sd: 5.5347,
  median: 3,
  q1: 2.25,
  q3: 4,
  quantiles: [],
  iqr: 1.75,
  mad: 1.4826,
  skewness: 2.94,
  kurtosis: 9,
  mode: { value: 3, n: 3 },
  geometric_mean: 3.4,
  harmonic_mean: 2.7,
  trimmed_mean: 3.25,
  winsorised_mean: null,
  weighted: null,
  zeros: 0,
  negatives: 0,
  histogram: { rule: 'freedman-diaconis', edges: [1, 5.75, 10.5, 15.25, 20], counts: [9, 0, 0, 1] },
  outliers: {
    low_fence: -0.375,
    high_fence: 6.625,
    low: 0,
    high: 1,
    lower_whisker: 1,
    upper_whisker: 5,
    examples: [20],
  },
  normal_plot: null,
  extremes: null,
  density: { bandwidth: 1, x: [1, 10, 20], y: [0.125, 0.0625, 0] },
};
const texts: TextDescription = {
  ...common,
  name: 'note',
  type: 'text',
  storage: 'VARCHAR',
  lengths: { min: 3, max: 8, mean: 5, median: 5 },
  first: 'a',
  last: 'z',
  mode: null,
  weighted: null,
  histogram: { rule: 'whole numbers', edges: [2.5, 5.5, 8.5], counts: [6, 4] },
};
const moments: DatetimeDescription = {
  ...common,
  name: 'when',
  type: 'datetime',
  storage: 'TIMESTAMPTZ',
  min: '2013-01-01T00:00:00Z',
  max: '2013-01-03T00:00:00Z',
  median: null,
  range_seconds: 172_800,
  gaps: null,
  histogram: {
    rule: 'calendar',
    edges: ['2013-01-01T00:00:00Z', '2013-01-02T00:00:00Z', '2013-01-03T00:00:00Z'],
    counts: [4, 6],
  },
};

/** The data sets of a compiled specification that were given with it, in order. */
function dataOf(spec: TopLevelSpec | null, mode: Mode): unknown[] {
  if (spec === null) throw new Error('There is no specification.');
  const warnings: string[] = [];
  const keep = (...words: unknown[]) => void warnings.push(words.join(' '));
  const logger = {
    level: () => logger,
    warn: (...words: unknown[]) => (keep(...words), logger),
    info: () => logger,
    debug: () => logger,
    error: (...words: unknown[]) => (keep(...words), logger),
  };
  const { spec: vega } = compile(spec, { config: vegaConfig(mode), logger });
  expect(warnings).toEqual([]);
  return (vega.data ?? []).flatMap((data) => ('values' in data ? [data.values] : []));
}

describe.each(['light', 'dark'] as const)('%s', (mode) => {
  it('a histogram has its bars, the density as rows a bar, whiskers, box, mean and outliers', () => {
    expect(dataOf(histogramSpec(numbers, mode, 480), mode)).toEqual([
      [
        { from: 1, to: 5.75, rows: 9 },
        { from: 5.75, to: 10.5, rows: 0 },
        { from: 10.5, to: 15.25, rows: 0 },
        { from: 15.25, to: 20, rows: 1 },
      ],
      [
        { x: 1, rows: 5.9375 },
        { x: 10, rows: 2.96875 },
        { x: 20, rows: 0 },
      ],
      [{ low: 1, high: 5 }],
      [{ q1: 2.25, q3: 4 }],
      [{ median: 3 }],
      [{ mean: 4.7 }],
      [{ value: 20 }],
    ]);
  });

  it('groups are points with intervals, or bars from zero', () => {
    const points = [
      { group: 'Gentoo', series: null, value: 5076, low: 4986, high: 5166 },
      { group: 'Adelie', series: null, value: 3701, low: null, high: null },
    ];
    const picture = { points, figure: 'mean body_mass_g', series: null, fromZero: false };
    expect(dataOf(groupsSpec(picture, mode, 480), mode)).toEqual([
      points.map((point) => ({ ...point, series: '' })),
    ]);
    expect(groupsSpec(picture, mode, 480)?.description).toBe(
      'mean body_mass_g of 2 groups, with 95% intervals.',
    );
    const bars = groupsSpec(
      {
        points: points.map((point, i) => ({
          ...point,
          group: 'all',
          series: ['f', 'm'][i] ?? null,
          low: null,
        })),
        figure: 'count',
        series: 'sex',
        fromZero: true,
      },
      mode,
      480,
    );
    expect(bars?.description).toBe('count of 1 groups by sex.');
    expect(dataOf(bars, mode)).toHaveLength(1);
    expect(groupsSpec({ ...picture, points: [] }, mode, 480)).toBeNull();
  });

  it('no two of many series look alike, and their rows have the height that is kept free', () => {
    const points = Array.from({ length: 20 }, (_, i) => ({
      group: i % 2 === 0 ? 'a' : 'b',
      series: `city ${i}`,
      value: i,
      low: null,
      high: null,
    }));
    const picture = { points, figure: 'mean', series: 'city', fromZero: false };
    const shapes =
      'circle triangle-up square diamond cross triangle-down triangle-left triangle-right';
    const looks = points.map((_, i) => ({
      colour: charts[mode].category[i % 8],
      shape: shapes.split(' ')[(i + Math.floor(i / 8)) % 8],
    }));
    expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(20);
    const height = 2 * (12 * 20 + 8);
    expect(groupsSpec(picture, mode, 480)).toMatchObject({
      height,
      layer: [
        {
          encoding: {
            color: { scale: { range: looks.map(({ colour }) => colour) } },
            shape: { scale: { range: looks.map(({ shape }) => shape) } },
          },
        },
      ],
    });
    expect(groupsHeight(picture)).toBeGreaterThan(height);
  });

  it('lengths and moments are bars', () => {
    expect(dataOf(countsSpec(texts, mode, 480), mode)).toEqual([
      [
        { from: 2.5, to: 5.5, rows: 6 },
        { from: 5.5, to: 8.5, rows: 4 },
      ],
    ]);
    const day = 86_400_000;
    const start = Date.UTC(2013, 0, 1);
    expect(dataOf(countsSpec(moments, mode, 480), mode)).toEqual([
      [
        { from: start, to: start + day, rows: 4 },
        { from: start + day, to: start + 2 * day, rows: 6 },
      ],
    ]);
  });
});

it.each([
  // The bins of freedmanDiaconis: 0 and 1; tens from 1; pairs of whole numbers from 1.
  [0, [-0.5, 0.5, 1.5], 0],
  [1, [-4, 6, 16], 0],
  [1, [0.5, 2.5, 4.5], 3],
])('no smooth line is drawn over single places of a grid: from %d, %j', (min, edges, points) => {
  const whole = {
    ...numbers,
    min,
    histogram: { rule: 'freedman-diaconis, whole steps', edges, counts: [4, 6] },
  };
  expect(dataOf(histogramSpec(whole, 'light', 480), 'light')[1]).toHaveLength(points);
});

it.each([
  ['2013-01-01', Date.UTC(2013, 0, 1)],
  ['2013-01-01T06:30:00', Date.UTC(2013, 0, 1, 6, 30)],
  ['06:30:00', Date.UTC(1970, 0, 1, 6, 30)],
])('the moment %s is read as UTC', (edge, expected) => {
  const spec = countsSpec(
    { ...moments, histogram: { rule: 'calendar', edges: [edge, '2030-01-01'], counts: [10] } },
    'light',
    480,
  );
  expect(dataOf(spec, 'light')).toEqual([[{ from: expected, to: Date.UTC(2030, 0, 1), rows: 10 }]]);
});

it('where there is nothing to draw there is no specification', () => {
  expect(histogramSpec({ ...numbers, histogram: null }, 'light', 480)).toBeNull();
  expect(countsSpec({ ...texts, histogram: null }, 'light', 480)).toBeNull();
  expect(
    countsSpec(
      { ...texts, histogram: { rule: 'constant', edges: [5, 5], counts: [10] } },
      'light',
      480,
    ),
  ).toBeNull();
});
