import { describe, expect, it } from 'vitest';
import type { DatasetColumn, NumberDescription } from '@columnist/contract';
import { centreOf, kindOf, rangeOf, shortRangeOf, summaryOf, writeValue } from './column-words.ts';

const column = (changes: Partial<DatasetColumn>): DatasetColumn => ({
  name: 'x',
  type: 'number',
  storage: 'BIGINT',
  missing: 0,
  distinct: 9,
  low: null,
  high: null,
  picture: null,
  ...changes,
});

describe('a range in few words', () => {
  it.each<[Partial<DatasetColumn>, string, string]>([
    [{ storage: 'DECIMAL(5,1)', low: -9.9, high: 1042.1 }, '−9.9 to 1,042.1', '−9.9 to 1,042.1'],
    [{ low: 2013, high: 2013, distinct: 1 }, 'only 2013', 'only 2013'],
    [
      { low: 1, high: '9007199254740993' },
      '1 to 9,007,199,254,740,993',
      '1 to 9,007,199,254,740,993',
    ],
    [
      {
        type: 'datetime',
        storage: 'TIMESTAMPTZ',
        low: '2013-01-01T06:00:00Z',
        high: '2013-12-30T23:00:00Z',
      },
      '2013-01-01 to 2013-12-30',
      '2013',
    ],
    [
      { type: 'datetime', storage: 'TIME', low: '00:00:00', high: '23:00:00' },
      '00:00:00 to 23:00:00',
      '00:00:00 to 23:00:00',
    ],
    [{ type: 'category', storage: 'VARCHAR', distinct: 3 }, '3 values', '3 values'],
    [{ type: 'text', storage: 'VARCHAR', distinct: 0 }, 'no value', 'no value'],
  ])('%j', (changes, range, short) =>
    expect([rangeOf(column(changes)), shortRangeOf(column(changes))]).toEqual([range, short]),
  );
});

it('values are written as the column has them', () => {
  expect(writeValue(column({ storage: 'DECIMAL(9,2)' }))(1204.5)).toBe('1,204.50');
  expect(writeValue(column({ low: 1, high: '9007199254740993' }))('9007199254740993')).toBe(
    '9,007,199,254,740,993',
  );
  expect(writeValue(column({ type: 'text', storage: 'VARCHAR' }))('00041')).toBe('00041');
  expect(
    writeValue(column({ type: 'datetime', storage: 'TIMESTAMPTZ' }))('2013-01-01T06:00:00Z'),
  ).toBe('2013-01-01 06:00:00Z');
  expect(writeValue(column({}))(null)).toBe('NA');
});

describe('mean, sd and median are aligned', () => {
  const description = (changes: Partial<NumberDescription>): NumberDescription => ({
    name: 'x',
    type: 'number',
    storage: 'DOUBLE',
    n: 100,
    missing: 0,
    n_excluded: [],
    distinct: 50,
    top_values: [],
    reasons: {},
    min: 0,
    max: 1,
    sum: 1,
    mean: 0,
    mean_ci: null,
    standard_error: 0,
    variance: 0,
    sd: 0,
    median: 0,
    q1: 0,
    q3: 0,
    quantiles: [],
    iqr: 0,
    mad: 0,
    skewness: null,
    kurtosis: null,
    mode: null,
    geometric_mean: null,
    harmonic_mean: null,
    trimmed_mean: null,
    winsorised_mean: null,
    weighted: null,
    zeros: 0,
    negatives: 0,
    histogram: null,
    outliers: null,
    density: null,
    normal_plot: null,
    extremes: null,
    ...changes,
  });
  it.each<[string, Partial<NumberDescription>, { mean: string; sd: string; median: string }]>([
    [
      'pressure',
      { mean: 1017.9027, sd: 7.4238, median: 1017.6, iqr: 10.1 },
      { mean: '1,017.90', sd: '7.42', median: '1,017.60' },
    ],
    [
      'body mass',
      { mean: 4201.754, sd: 801.9545, median: 4050, iqr: 1200 },
      { mean: '4,202', sd: '802', median: '4,050' },
    ],
    [
      'a heavy tail shows its median',
      { mean: 96.0069, sd: 1425.5599, median: 2.67, iqr: 5.9468 },
      { mean: '96.01', sd: '1,425.56', median: '2.67' },
    ],
    [
      'a constant year',
      { storage: 'BIGINT', min: 2013, max: 2013, mean: 2013, sd: 0, median: 2013 },
      { mean: '2013', sd: '0', median: '2013' },
    ],
    [
      'a year',
      { storage: 'BIGINT', min: 2007, max: 2009, mean: 2008.049, sd: 0.8192, median: 2008, iqr: 2 },
      { mean: '2008.049', sd: '0.819', median: '2008.000' },
    ],
    ['one value', { mean: 7, sd: null, median: 7 }, { mean: '7', sd: '–', median: '7' }],
    [
      'tiny',
      { mean: 5.0043e-8, sd: 2.853e-8, median: 5.1008e-8, iqr: 4.7e-8 },
      { mean: '5.004 × 10⁻⁸', sd: '2.853 × 10⁻⁸', median: '5.101 × 10⁻⁸' },
    ],
  ])('%s', (_name, changes, expected) => expect(centreOf(description(changes))).toEqual(expected));
});

it('the values of a category are apart from how often they are', () => {
  const summary = summaryOf({
    name: 'tagged',
    type: 'category',
    storage: 'VARCHAR',
    n: 1344,
    missing: 0,
    n_excluded: [],
    distinct: 2,
    reasons: {},
    lengths: null,
    first: '0',
    last: '1',
    mode: null,
    weighted: null,
    histogram: null,
    top_values: [
      { value: '0', n: 1174, share: 0.5 },
      { value: '1', n: 170, share: 0.5 },
    ],
  });
  expect(summary).toBe('0: 1,174, 1: 170');
});

it('the type of a column with how it is kept', () => {
  expect([
    kindOf({ type: 'datetime', storage: 'DATE' }),
    kindOf({ type: 'number', storage: 'BIGINT' }),
    kindOf({ type: 'category', storage: 'VARCHAR' }),
  ]).toEqual(['Dates', 'Number, whole numbers', 'Category']);
});
