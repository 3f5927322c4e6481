import { resultPicture, type ResultPicture } from '@columnist/contract';
import { compile } from 'vega-lite';
import { describe, expect, test } from 'vitest';
import { resultHeight, resultSpec, vegaConfig } from './index.ts';

const named = { x_name: 'mass', y_name: 'wing' };
const xy = { x: [1, 2, 3], y: [2, 4, 5] };

/** One of each kind, and how it is described to people who do not see it. */
const samples: { readonly [Kind in ResultPicture['kind']]: readonly [object, string] } = {
  groups: [
    {
      x_name: 'mass',
      groups: [
        { name: 'a', density: { x: [1, 2], y: [0, 1] }, points: [1, 2] },
        { name: 'b', density: null, points: [] },
      ],
    },
    'mass in 2 groups: a mean 1.5.',
  ],
  quantiles: [
    {
      column: 'mass',
      theoretical: [-1, 0, 1],
      observed: [1, 2, 3],
      line: { slope: 1, intercept: 2 },
    },
    'Quantiles of mass against those of a normal distribution.',
  ],
  points: [{ ...named, ...xy, marked: [1] }, 'wing against mass, 1 outliers marked.'],
  counts: [
    {
      ...named,
      rows: ['a', 'b'],
      columns: ['c', 'd'],
      counts: [
        [1, 2],
        [3, 4],
      ],
      residuals: [
        [0, 1],
        [-1, 3],
      ],
    },
    'Counts of mass by wing.',
  ],
  intervals: [
    {
      x_name: 'share',
      shares: true,
      items: [{ name: 'a', value: 0.5, low: 0.25, high: 0.75, expected: 0.4 }],
    },
    'share: a 50%.',
  ],
  fit: [
    { ...named, ...xy, line: { ...xy, low: [1, 3, 4], high: [3, 5, 6] } },
    'wing against mass with the fitted curve and the interval of its mean.',
  ],
  series: [
    {
      ...named,
      x: ['2026-01-01T00:00:00', '2026-01-02T00:00:00'],
      lines: [
        { name: 'observed', y: [1, null] },
        { name: 'trend', y: [1, 2] },
      ],
      band: { low: [null, 1], high: [null, 3] },
    },
    'observed, trend over mass.',
  ],
  bars: [{ ...named, x: [1, 2], values: [0.5, -0.25], limit: 0.3 }, 'wing by mass.'],
  means: [
    { ...named, x: ['a', 'b'], lines: [{ name: '', y: [1, 2], low: [0, 1], high: [2, 3] }] },
    'wing by mass: a 1; b 2.',
  ],
  map: [
    { ...named, ...xy, groups: ['a', 'b', 'a'], arrows: [{ name: 'bill', x: 1, y: 0 }] },
    'wing against mass, with 1 columns as arrows.',
  ],
  curve: [{ ...named, ...xy, at: { x: 2, y: 0.8 } }, 'wing rises with mass; at 2 it is 80%.'],
};

describe.each(['light', 'dark'] as const)('pictures of results, %s', (mode) => {
  test.each(Object.entries(samples))('%s', (kind, [sample, description]) => {
    const picture = resultPicture.parse({ kind, ...sample });
    const spec = resultSpec(picture, [{ name: 'a', mean: 1.5, low: 1, high: 2 }], mode, 480);
    expect(spec?.description).toBe(description);
    expect(resultHeight(picture)).toBeGreaterThan(80);
    const warnings: string[] = [];
    const noted = (...words: unknown[]) => (warnings.push(words.join(' ')), logger);
    const logger = {
      level: () => logger,
      warn: noted,
      error: noted,
      info: () => logger,
      debug: () => logger,
    };
    if (spec !== null) compile(spec, { config: vegaConfig(mode), logger });
    expect(warnings).toEqual([]);
  });
});

test('intervals of what is no share are drawn in the units of their values', () => {
  const items = [{ name: 'sex[male]', value: 3.7578, low: 2.65, high: 4.87, expected: 0 }];
  const spec = JSON.stringify(
    resultSpec({ kind: 'intervals', x_name: 'coefficient, in mm', items }, [], 'light', 600),
  );
  expect(spec).toContain('coefficient, in mm: sex[male] 3.76.');
  expect(spec).not.toContain('%');
});
