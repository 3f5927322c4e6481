import { describe, expect, it } from 'vitest';
import {
  alignedFormat,
  decimalsOf,
  formatBytes,
  formatCorrelation,
  formatCount,
  formatFigure,
  formatFixed,
  formatInterval,
  formatMoment,
  formatShare,
  formatSpan,
  formatValue,
  rangeEnd,
  valueFormat,
} from './formats.ts';

describe('figures', () => {
  it.each([
    [0, '0'],
    [1017.9027, '1,018'],
    [-0.00446, '−0.00446'],
    [26115, '26,115'],
    [5.00431e-8, '5.004 × 10⁻⁸'],
    [-6.2e21, '−6.200 × 10²¹'],
    [null, '–'],
    ['9007199254740993', '9,007,199,254,740,993'],
    ['-1234567.50', '−1,234,567.50'],
    ['9.984e-08', '9.98400 × 10⁻⁸'],
  ])('%s is written %s', (value, text) => expect(formatFigure(value)).toBe(text));

  it('keeps every digit of a value', () => {
    expect([0.1, 1042.1, -9.94, 123456.789, 0, 1.621e-11].map(formatValue)).toEqual([
      '0.1',
      '1,042.1',
      '−9.94',
      '123,456.789',
      '0',
      '1.62100 × 10⁻¹¹',
    ]);
  });

  it('writes both ends of an interval alike', () => {
    expect(formatInterval(1017.80765, 1017.99804)).toBe('1,017.808 to 1,017.998');
    expect(formatInterval(-2.92739, 194.94123)).toBe('−3 to 195');
    expect(formatInterval(7, 7)).toBe('7 to 7');
  });

  it('never says minus zero', () => {
    expect([formatFixed(-0.0004, 2), formatCorrelation(-0.001)]).toEqual(['0.00', '.00']);
  });

  it('counts the decimals a value needs, rounding aside', () => {
    expect([7, 1.25, 1036.315, 24.270200000000013, 5e-8, 1e15].map(decimalsOf)).toEqual([
      0, 2, 3, 4, 8, 0,
    ]);
  });
});

describe('values of a column', () => {
  const years = { storage: 'BIGINT', low: 1956, high: 2013 };
  const money = { storage: 'DECIMAL(9,2)', low: 0, high: 1204.5 };
  const measured = { storage: 'DOUBLE', low: 1.000912, high: 36740.3956 };

  it('have as many decimals as the column, and years no separators', () => {
    expect([
      valueFormat(years)(2013),
      valueFormat(money)(1204.5),
      valueFormat(measured)(36740.3956),
    ]).toEqual(['2013', '1,204.50', '36,740.3956']);
  });

  it('are names rather than amounts where they are ids', () => {
    const ids = { storage: 'BIGINT', low: 1000, high: 23_004 };
    expect([
      valueFormat({ ...ids, name: 'order_id' })(23_004),
      valueFormat({ ...ids, name: 'amount' })(23_004),
      rangeEnd({ ...ids, name: 'order_id' }, 1000),
    ]).toEqual(['23004', '23,004', '1000']);
  });

  it('are short at the ends of a range', () => {
    expect([rangeEnd(years, 1956), rangeEnd(money, 0), rangeEnd(measured, 36740.3956)]).toEqual([
      '1956',
      '0.00',
      '36,740',
    ]);
  });
});

describe('shares and correlations', () => {
  it.each([
    [0, '0.0%'],
    [0.0002, '< 0.1%'],
    [0.104499, '10.4%'],
    [0.99999, '> 99.9%'],
    [1, '100.0%'],
  ])('share %d is %s', (share, text) => expect(formatShare(share)).toBe(text));

  it('a correlation has no zero before the point', () => {
    expect([0.8917, -0.5162, 1, -1].map(formatCorrelation)).toEqual([
      '.89',
      '−.52',
      '1.00',
      '−1.00',
    ]);
  });

  it('a correlation below 1 is never written as 1', () => {
    expect([0.9949, 0.9951, -0.9993, 0.99999994, 1 - 2 ** -52].map(formatCorrelation)).toEqual([
      '.99',
      '.995',
      '−.9993',
      '.99999994',
      '1.00',
    ]);
  });
});

it('sizes, counts, moments and spans', () => {
  expect([
    formatBytes(35),
    formatBytes(478),
    formatBytes(15_241),
    formatBytes(1_048_524),
    formatBytes(1_048_525),
    formatBytes(1_048_575),
    formatBytes(1_048_576),
    formatBytes(2_306_867),
    formatCount(1_000_000),
  ]).toEqual([
    '0.0 KB',
    '0.5 KB',
    '14.9 KB',
    '1,023.9 KB',
    '1.0 MB',
    '1.0 MB',
    '1.0 MB',
    '2.2 MB',
    '1,000,000',
  ]);
  expect(formatMoment('2013-01-01T06:00:00Z')).toBe('2013-01-01 06:00:00Z');
  expect([1, 90, 5400, 86_400, 20_124_000].map(formatSpan)).toEqual([
    '1 second',
    '90 seconds',
    '90 minutes',
    '24 hours',
    '232.9 days',
  ]);
});

it('infinities and what is no number are written as such, alone and in a column', () => {
  const values = [Infinity, -Infinity, NaN];
  const write = alignedFormat([1.25, 12.5, ...values]);
  expect([
    values.map((value) => formatFigure(value)),
    values.map((value) => formatFixed(value, 2)),
    ['Infinity', '-Infinity', 'NaN'].map((value) => formatFigure(value)),
    [1.25, 12.5, ...values].map((value) => write(value)),
  ]).toEqual([
    ['∞', '−∞', 'NaN'],
    ['∞', '−∞', 'NaN'],
    ['∞', '−∞', 'NaN'],
    ['1.25', '12.50', '∞', '−∞', 'NaN'],
  ]);
});

describe('figures of one column', () => {
  it.each([
    [
      [1006, 1006.9, 1007.25],
      ['1,006.00', '1,006.90', '1,007.25'],
    ],
    [
      [2008, 2011],
      ['2,008', '2,011'],
    ],
    [
      [5.3333, 74.008, 221.2, null],
      ['5.33', '74.01', '221.20', '–'],
    ],
    [
      [-12.25, 0, 8],
      ['−12.25', '0.00', '8.00'],
    ],
    [
      [0.00213, 1.5],
      ['0.0021', '1.5000'],
    ],
    // What rounding left of zero beside figures of its column.
    [
      [-302.25, 1.14e-13, 411.5],
      ['−302.3', '0.0', '411.5'],
    ],
    // Too far apart for one number of decimals: each by itself.
    [
      [0.000012, 123_456_789],
      ['0.000012', '123,456,789'],
    ],
  ])('%j', (values, written) => {
    const write = alignedFormat(values);
    expect(values.map((value) => write(value))).toEqual(written);
  });
});
