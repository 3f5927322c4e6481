import { describe, expect, it } from 'vitest';
import { fisherExactDrawn, fisherExactLarge } from '../index.ts';

/** Too many others to count, for R as well (FEXACT error 501). */
const heavy = [
  [120, 130, 120, 110, 90],
  [135, 145, 125, 100, 80],
  [120, 130, 160, 123, 70],
  [99, 101, 140, 97, 85],
];

describe('Fisher’s exact test of a larger table', () => {
  // R 4.2.2: fisher.test(matrix(c(…), nrow, byrow = TRUE), workspace = 2e8)$p.value; it takes paths
  // within 3e-7 for the same.
  it.each<[string, number[][], number]>([
    [
      '2 × 3',
      [
        [3, 1, 2],
        [4, 5, 0],
      ],
      0.16783216783216814,
    ],
    [
      '3 × 2, some cells empty',
      [
        [0, 5],
        [3, 2],
        [4, 4],
      ],
      0.18300653594771155,
    ],
    [
      '4 × 5',
      [
        [2, 0, 1, 2, 6],
        [1, 3, 1, 1, 1],
        [1, 0, 3, 1, 0],
        [1, 2, 1, 2, 0],
      ],
      0.091117772025847102,
    ],
    [
      '4 × 4, Job satisfaction of Agresti',
      [
        [1, 2, 1, 0],
        [3, 3, 6, 1],
        [10, 10, 14, 9],
        [6, 7, 12, 11],
      ],
      0.78268493896653135,
    ],
    [
      '6 × 4 of 88 rows',
      [
        [3, 1, 7, 4],
        [6, 2, 1, 5],
        [0, 8, 3, 2],
        [4, 4, 5, 1],
        [7, 1, 2, 3],
        [2, 6, 3, 8],
      ],
      0.0034448107924244724,
    ],
    [
      '3 × 5 of 263 rows',
      [
        [30, 10, 5, 2, 1],
        [60, 20, 12, 5, 3],
        [70, 25, 12, 6, 2],
      ],
      0.99962742006670413,
    ],
    [
      '3 × 3 of 305 rows, far in the tail',
      [
        [40, 30, 20],
        [35, 45, 25],
        [20, 30, 60],
      ],
      5.9893585702658428e-7,
    ],
  ])('has the p of R: %s', (_, table, p) => {
    const found = fisherExactLarge(table);
    expect((found ?? NaN) / p).toBeCloseTo(1, 9);
    // Nothing depends on which way the table lies.
    const turned = (table[0] ?? []).map((__, j) => table.map((row) => row[j] ?? 0));
    if (table.flat().length < 20) expect((fisherExactLarge(turned) ?? NaN) / p).toBeCloseTo(1, 9);
  });

  // All tables of 2 × 3 with these sums, counted one by one in whole numbers.
  it('is the share of tables that are no more probable', () => {
    const [rows, columns] = [
      [7n, 9n],
      [5n, 4n, 7n],
    ];
    const factorial = (n: bigint): bigint => (n <= 1n ? 1n : n * factorial(n - 1n));
    const weights: { weight: bigint; table: number[][] }[] = [];
    const all = columns.reduce((product, c) => product * factorial(c), 1n);
    for (let a = 0n; a <= 5n; a++)
      for (let b = 0n; b <= 4n; b++) {
        const c = (rows[0] ?? 0n) - a - b;
        if (c < 0n || c > 7n) continue;
        const table = [
          [a, b, c],
          [5n - a, 4n - b, 7n - c],
        ];
        weights.push({
          weight: all / table.flat().reduce((product, cell) => product * factorial(cell), 1n),
          table: table.map((row) => row.map(Number)),
        });
      }
    const sum = (list: readonly { weight: bigint }[]): bigint =>
      list.reduce((total, { weight }) => total + weight, 0n);
    for (const { weight, table } of weights) {
      const share =
        Number(sum(weights.filter((one) => one.weight <= weight))) / Number(sum(weights));
      expect((fisherExactLarge(table) ?? NaN) / share).toBeCloseTo(1, 10);
    }
  });

  it('gives up on a table with too many others', () => {
    expect(fisherExactLarge(heavy)).toBeNull();
  });
});

describe('Fisher’s exact test by tables that are drawn', () => {
  // R 4.2.2: fisher.test(table, workspace = 2e8)$p.value; of the last, of 2,000,000 tables that R
  // drew: fisher.test(table, simulate.p.value = TRUE, B = 2e6) after set.seed(7).
  it.each<[string, number[][], number]>([
    [
      '4 × 4',
      [
        [1, 2, 1, 0],
        [3, 3, 6, 1],
        [10, 10, 14, 9],
        [6, 7, 12, 11],
      ],
      0.78268493896653135,
    ],
    [
      '6 × 4',
      [
        [3, 1, 7, 4],
        [6, 2, 1, 5],
        [0, 8, 3, 2],
        [4, 4, 5, 1],
        [7, 1, 2, 3],
        [2, 6, 3, 8],
      ],
      0.0034448107924244724,
    ],
    [
      'two rows of a thousand',
      [
        [520, 460, 430],
        [505, 515, 480],
      ],
      0.19403089389549869,
    ],
    ['too many to count', heavy, 0.050606],
  ])('has the p of R within the error of drawing: %s', (_, table, p) => {
    for (const seed of [1, 2, 3]) {
      const found = fisherExactDrawn(table, seed);
      expect(found).toEqual(fisherExactDrawn(table, seed));
      expect(found.draws).toBe(99_999);
      expect(found.error).toBeCloseTo(Math.sqrt((found.p * (1 - found.p)) / 99_999), 15);
      expect(Math.abs(found.p - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / 99_999));
    }
  });

  // 1 in 252 tables of these sums is as improbable as either of the two.
  it('counts the observed table as one of those drawn', () => {
    const { p, draws } = fisherExactDrawn(
      [
        [5, 0],
        [0, 5],
      ],
      5,
    );
    expect(Math.abs(p - 2 / 252)).toBeLessThan(4 * Math.sqrt(((2 / 252) * (250 / 252)) / draws));
    expect(
      fisherExactDrawn(
        [
          [400, 0, 0],
          [0, 400, 0],
          [0, 0, 400],
        ],
        1,
      ).p,
    ).toBe(1e-5);
  });
});
