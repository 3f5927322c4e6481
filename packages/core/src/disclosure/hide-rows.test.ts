import type { ResultPicture, TestResult } from '@columnist/contract';
import { describe, expect, test } from 'vitest';
import { hideRows, withoutSingleValues } from './hide-rows.ts';

const named = { x_name: 'x', y_name: 'y' };
const line = { x: [1], y: [2] };
const pictures: { [Kind in ResultPicture['kind']]: Extract<ResultPicture, { kind: Kind }> } = {
  counts: {
    kind: 'counts',
    ...named,
    rows: ['a'],
    columns: ['b'],
    counts: [[9]],
    residuals: [[0]],
  },
  intervals: {
    kind: 'intervals',
    x_name: 'x',
    items: [{ name: 'a', value: 1, low: 0, high: 2, expected: null }],
  },
  means: { kind: 'means', ...named, x: ['a'], lines: [{ name: '', y: [1], low: [0], high: [2] }] },
  bars: { kind: 'bars', ...named, x: ['a'], values: [7], limit: null },
  curve: { kind: 'curve', ...named, ...line, at: { x: 1, y: 2 } },
  groups: {
    kind: 'groups',
    x_name: 'x',
    groups: [{ name: 'a', density: { x: [1], y: [2] }, points: [7] }],
  },
  fit: { kind: 'fit', ...named, x: [7], y: [7], line: { ...line, low: [1], high: [3] } },
  map: {
    kind: 'map',
    ...named,
    x: [7],
    y: [7],
    groups: ['a'],
    arrows: [{ name: 'b', x: 1, y: 2 }],
  },
  quantiles: {
    kind: 'quantiles',
    column: 'x',
    theoretical: [1],
    observed: [7],
    line: { slope: 1, intercept: 0 },
  },
  points: { kind: 'points', ...named, x: [7], y: [7], marked: [0] },
  series: { kind: 'series', ...named, x: [7], lines: [{ name: 'a', y: [7] }], band: null },
};
const { counts, intervals, means, bars, curve, groups, fit, map, quantiles } = pictures;
const table = { title: 'Limits', columns: ['low'], rows: [[1]] };
const ofRows = { title: 'Outliers', columns: ['row'], rows: [[7]], single_rows: true as const };
const result: TestResult = {
  dataset_id: null,
  dataset_version: null,
  engine_version: '1',
  view: null,
  n_used: 9,
  n_excluded: [],
  method: {},
  view_effects: [
    {
      step: 'x',
      rows_removed: 0,
      cells_changed: 0,
      cells_lost: 1,
      examples: ['7'],
      nearest: ['7'],
    },
  ],
  procedure: { method: 'welch_t', name: 'Welch', variant: 'two sided' },
  hypotheses: null,
  statistic: null,
  df: [],
  p_value: 0.5,
  p_text: null,
  estimate: null,
  effects: [],
  groups: [],
  tables: [table, ofRows],
  picture: null,
  assumptions: [],
  recommendation: null,
  sentence: 'x',
  apa: 'x',
  code: { r: 'x', python: 'x' },
};
const effects = [{ step: 'x', rows_removed: 0, cells_changed: 0, cells_lost: 1 }];

describe('to a credential that may not read rows', () => {
  test.each(Object.values(pictures))(
    'a picture of $kind is shown where it has figures alone',
    (picture) => {
      const shown = [counts, intervals, means].some(({ kind }) => kind === picture.kind);
      expect(hideRows({ picture })).toEqual({ picture: shown ? picture : null });
    },
  );

  test('no table of rows, no further picture and no cell of an effect is shown', () => {
    const { view_effects: _, ...rest } = result;
    expect(hideRows({ ...result, pictures: [{ title: 'Residuals', picture: quantiles }] })).toEqual(
      {
        ...rest,
        view_effects: effects,
        tables: [table],
      },
    );
  });

  test('what has none of these is as it was', () => {
    for (const answer of [{ total: 3, items: [{ picture: [1, 2] }] }, [1], null, undefined])
      expect(hideRows(answer)).toEqual(answer);
  });
});

describe('to everybody who has the link of a result', () => {
  test.each<[ResultPicture, ResultPicture | null]>([
    [counts, counts],
    [intervals, intervals],
    [means, means],
    [bars, bars],
    [curve, curve],
    [groups, { ...groups, groups: [{ name: 'a', density: { x: [1], y: [2] }, points: [] }] }],
    [fit, { ...fit, x: [], y: [] }],
    [map, { ...map, x: [], y: [], groups: [] }],
    [quantiles, null],
    [pictures.points, null],
    [pictures.series, null],
  ])('$kind has its shapes and no points', (picture, shown) => {
    expect(withoutSingleValues({ ...result, picture })).toMatchObject({ picture: shown });
    expect(
      withoutSingleValues({ ...result, pictures: [{ title: 'One', picture }] })?.pictures,
    ).toEqual(shown === null ? [] : [{ title: 'One', picture: shown }]);
  });

  test('there is no table of rows and no cell of an effect', () => {
    expect(withoutSingleValues(result)).toEqual({
      ...result,
      view_effects: effects,
      tables: [table],
    });
  });
});
