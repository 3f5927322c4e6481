import { describe, expect, it } from 'vitest';
import { pseudomedian, shiftBetween } from './shift.ts';

const numbers = (count: number, of: (i: number) => number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => of(i));
const ends = (level: number, low: number, high: number) => ({
  level,
  low: expect.closeTo(low, 12),
  high: high === Infinity ? high : expect.closeTo(high, 12),
});

/** R 4.2.2: wilcox.test(…, conf.int = TRUE); data of its help page. */
describe('the shift of Hodges and Lehmann', () => {
  const asked = { alternative: 'two_sided', level: 0.95, exact: true } as const;
  const a = Float64Array.of(0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46);
  const b = Float64Array.of(1.15, 0.88, 0.9, 0.74, 1.21);
  const differences = Float64Array.of(0.952, -0.147, 1.022, 0.43, 0.62, 0.59, 0.49, -0.08, 0.01);

  it('is that of R, by the distribution of U and of V', () => {
    expect(shiftBetween(a, b, asked)).toMatchObject({
      value: expect.closeTo(0.305, 12),
      interval: ends(0.95, -0.15, 0.76),
    });
    expect(shiftBetween(a, b, { ...asked, alternative: 'less' })).toMatchObject({
      value: expect.closeTo(0.305, 12),
      interval: { level: 0.95, low: -Infinity, high: expect.closeTo(0.72, 12) },
    });
    expect(pseudomedian(differences, asked)).toMatchObject({
      value: expect.closeTo(0.46, 12),
      interval: ends(0.95, 0.01, 0.786),
    });
    expect(
      pseudomedian(differences, { alternative: 'greater', level: 0.9, exact: true }),
    ).toMatchObject({
      value: expect.closeTo(0.46, 12),
      interval: ends(0.9, 0.22, Infinity),
    });
  });

  it('has no interval where the test rejects no shift at this level', () => {
    const [x, y] = [Float64Array.of(1.1, 2.2, 3.7), Float64Array.of(4.5, 5.1, 6.9)];
    // qwilcox(0.025, 3, 3) = 0: of 20 arrangements no tail is as small.
    expect(shiftBetween(x, y, asked)).toMatchObject({
      value: expect.closeTo(-3.2, 12),
      interval: null,
    });
    // One arrangement of 20 is 5 % on one side.
    expect(shiftBetween(x, y, { ...asked, alternative: 'less' }).interval?.high).toBeCloseTo(
      -0.8,
      12,
    );
    expect(pseudomedian(Float64Array.of(1, 2, 4), { ...asked, exact: false }).interval).toBeNull();
  });

  it('ends with ties where R finds the root of z, which it ends within 10⁻⁴', () => {
    const normal = { ...asked, exact: false };
    const u = numbers(120, (i) => ((i * 37) % 53) + Math.floor(i / 40));
    const v = numbers(90, (i) => (i * 29) % 41);
    const w = numbers(120, (i) => ((i * 31) % 47) - 15.5);
    // R: 6.99998, [2.99998, 11.0000] and [3.00006, Inf]; 8.00004, [5.50003, 10.99992] and [−Inf, 9.99996].
    expect(shiftBetween(u, v, normal)).toMatchObject({
      value: 7,
      interval: { level: 0.95, low: 3, high: 11 },
    });
    expect(shiftBetween(u, v, { ...normal, alternative: 'greater' }).interval?.low).toBe(3);
    expect(pseudomedian(w, normal)).toMatchObject({
      value: 8,
      interval: { level: 0.95, low: 5.5, high: 11 },
    });
    expect(
      pseudomedian(w, { alternative: 'less', level: 0.9, exact: false }).interval,
    ).toMatchObject({
      level: 0.9,
      low: -Infinity,
      high: 10,
    });
  });

  it('is the median of all pairs, whatever the sizes of the values', () => {
    const spread = numbers(61, (i) =>
      (i * 17) % 61 === 0 ? 0 : (i % 2 ? -1 : 1) * 10 ** (((i * 17) % 61) * 10 - 300),
    );
    const other = numbers(40, (i) => ((i * 7) % 11) - 5);
    const middle = (list: number[]): number => {
      const sorted = list.toSorted((one, two) => one - two);
      const [low, high] = [
        sorted[Math.floor((sorted.length - 1) / 2)],
        sorted[Math.floor(sorted.length / 2)],
      ];
      return ((low ?? NaN) + (high ?? NaN)) / 2;
    };
    const pairs = [...spread].flatMap((one) => [...other].map((two) => one - two));
    expect(shiftBetween(spread, other, asked).value).toBe(middle(pairs));
    const means = [...spread].flatMap((one, i) =>
      [...spread.subarray(i)].map((two) => (one + two) / 2),
    );
    expect(pseudomedian(spread, asked).value).toBe(middle(means));
  });

  it('takes no list of all pairs', () => {
    const half = 300_000;
    const x = numbers(half, (i) => (i * 7919) % half);
    const y = numbers(half, (i) => ((i * 104_729) % half) + 1000);
    // 90,000,000,000 differences of two uniform lists that lie 1000 apart.
    expect(shiftBetween(x, y, { ...asked, exact: false }).value).toBe(-1000);
  });
});
