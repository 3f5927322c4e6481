import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  anova,
  brownForsythe,
  chiSquareSurvival,
  fSurvival,
  kruskalWallis,
  mannWhitney,
  noncentralFCdf,
  noncentralTCdf,
  normalSurvival,
  samplesOf,
  tTest,
  welchAnova,
} from '../index.ts';

/**
 * Written by scripts/fixtures/compare-groups.R with R 4.2.2, car 3.1.1 and effectsize 0.8.3;
 * fifteen digits.
 */
interface Fixtures {
  readonly tails: Record<'f' | 'chi' | 'nct' | 'ncf', number[][]> &
    Record<'pf' | 'pchi' | 'z' | 'pz' | 'pnct' | 'pncf', number[]>;
  readonly cases: Record<string, Case>;
}
interface T {
  readonly t: number;
  readonly df: number;
  readonly p: number;
  readonly low: number;
  readonly high: number;
  readonly d: number;
  readonly d_ci: number[];
  readonly g: number;
  readonly g_ci: number[];
}
interface Case {
  readonly groups: number[][];
  readonly welch: T;
  readonly student: T;
  readonly welch_less: number;
  readonly welch_greater: number;
  readonly mann_whitney: {
    readonly w: number;
    readonly p: number;
    readonly less: number;
    readonly greater: number;
    readonly r: number;
    readonly r_ci: number[];
  };
  readonly anova: {
    readonly f: number;
    readonly df2: number;
    readonly p: number;
    readonly eta: number;
    readonly eta_ci: number[];
    readonly omega: number;
    readonly epsilon: number;
  };
  readonly welch_anova: { readonly f: number; readonly df2: number; readonly p: number };
  readonly kruskal: { readonly h: number; readonly p: number; readonly epsilon: number };
  readonly levene: { readonly f: number; readonly p: number };
}
const { tails, cases }: Fixtures = JSON.parse(
  readFileSync(resolve(import.meta.dirname, 'compare-groups.fixtures.json'), 'utf8'),
);

const close = (
  actual: number | undefined,
  wanted: number | undefined,
  tolerance: number,
  what: string,
): void => {
  const error =
    Math.abs((actual ?? NaN) - (wanted ?? NaN)) / (wanted === 0 ? 1 : Math.abs(wanted ?? NaN));
  expect(error <= tolerance, `${what}: ${actual} against ${wanted}`).toBe(true);
};
const [statistic, probability] = [1e-9, 1e-7];

test('tails of the distributions', () => {
  tails.f.forEach(([f = 0, a = 0, b = 0], i) =>
    close(fSurvival(f, a, b), tails.pf[i], 1e-12, `F ${f}`),
  );
  tails.chi.forEach(([x = 0, df = 0], i) =>
    close(chiSquareSurvival(x, df), tails.pchi[i], 1e-12, `χ² ${x}`),
  );
  tails.z.forEach((z, i) => close(normalSurvival(z), tails.pz[i], 1e-12, `z ${z}`));
  tails.nct.forEach(([t = 0, df = 0, delta = 0], i) =>
    close(noncentralTCdf(t, df, delta), tails.pnct[i], 1e-10, `t ${t}, ${delta}`),
  );
  tails.ncf.forEach(([f = 0, a = 0, b = 0, ncp = 0], i) =>
    close(noncentralFCdf(f, a, b, ncp), tails.pncf[i], 1e-8, `F ${f}, ${ncp}`),
  );
});

describe.each(Object.entries(cases))('%s', (_, wanted) => {
  const groups = wanted.groups.map((group) => Float64Array.from(group));
  const { samples } = samplesOf(groups, { origin: 0, perUnit: 1 });
  const [x, y] = samples;
  const [gx = new Float64Array(), gy = new Float64Array()] = groups;
  const [exact, p] = [statistic, probability];

  test.each([
    ['welch', false],
    ['student', true],
  ] as const)('t test: %s', (kind, equal) => {
    if (x === undefined || y === undefined) throw new Error('There are two samples.');
    const found = tTest(x, y, equal, 'two_sided', 0.95);
    const of = wanted[kind];
    close(found.t, of.t, exact, 't');
    close(found.df, of.df, exact, 'df');
    close(found.p, of.p, p, 'p');
    close(found.interval.low, of.low, exact, 'low');
    close(found.interval.high, of.high, exact, 'high');
    close(found.d.value, of.d, exact, 'd');
    close(found.g.value, of.g, exact, 'g');
    const ends = [
      found.d.interval.low,
      found.d.interval.high,
      found.g.interval.low,
      found.g.interval.high,
    ];
    // R's noncentral t ends at 37.62: beyond, the reference has none.
    [...of.d_ci, ...of.g_ci].forEach(
      (end, i) => typeof end === 'number' && close(ends[i], end, 1e-7, `end ${i}`),
    );
    if (kind === 'welch') {
      close(tTest(x, y, false, 'less', 0.95).p, wanted.welch_less, p, 'less');
      close(tTest(x, y, false, 'greater', 0.95).p, wanted.welch_greater, p, 'greater');
    }
  });

  test('Mann–Whitney', () => {
    const of = wanted.mann_whitney;
    const found = mannWhitney(gx, gy, 'two_sided', 0.95);
    close(found.u, of.w, statistic, 'U');
    close(found.p, of.p, probability, 'p');
    close(mannWhitney(gx, gy, 'less', 0.95).p, of.less, probability, 'less');
    close(mannWhitney(gx, gy, 'greater', 0.95).p, of.greater, probability, 'greater');
    close(found.rank_biserial.value, of.r, statistic, 'rank-biserial');
    close(found.rank_biserial.interval.low, of.r_ci[0], statistic, 'low');
    close(found.rank_biserial.interval.high, of.r_ci[1], statistic, 'high');
  });

  test('analysis of variance', () => {
    const found = anova(samples, 0.95);
    close(found.f, wanted.anova.f, exact, 'F');
    close(found.df[1], wanted.anova.df2, statistic, 'df');
    close(found.p, wanted.anova.p, p, 'p');
    close(found.eta_squared.value, wanted.anova.eta, exact, 'η²');
    close(found.omega_squared.value, wanted.anova.omega, exact, 'ω²');
    close(found.epsilon_squared.value, wanted.anova.epsilon, exact, 'ε²');
    const ends = [found.eta_squared.interval.low, found.eta_squared.interval.high];
    wanted.anova.eta_ci.forEach((end, i) =>
      expect(Math.abs((ends[i] ?? NaN) - end), `end ${i}: ${ends[i]} against ${end}`).toBeLessThan(
        1e-4,
      ),
    );
    const welch = welchAnova(samples);
    close(welch.f, wanted.welch_anova.f, exact, 'Welch F');
    close(welch.df[1], wanted.welch_anova.df2, exact, 'Welch df');
    close(welch.p, wanted.welch_anova.p, p, 'Welch p');
  });

  test('Kruskal–Wallis and Brown–Forsythe', () => {
    const found = kruskalWallis(groups);
    close(found.h, wanted.kruskal.h, statistic, 'H');
    close(found.p, wanted.kruskal.p, probability, 'p');
    close(found.epsilon_squared, wanted.kruskal.epsilon, statistic, 'ε²');
    const spread = brownForsythe(samples);
    // Where every distance is the same, R divides what is left of rounding.
    if (wanted.levene.f > 1e15) return;
    close(spread?.statistic, wanted.levene.f, exact, 'Brown–Forsythe F');
    close(spread?.p, wanted.levene.p, p, 'Brown–Forsythe p');
  });
});

test('values far from zero lose nothing: the figures are those of the same values near it', () => {
  const units = [
    [4, 1, 3, 2],
    [5, 9, 6],
    [2, 8, 7, 4, 6],
  ];
  const figuresAt = (place: number, perUnit: number) => {
    const { samples, scale } = samplesOf(
      units.map((group) => Float64Array.from(group, (value) => value + place)),
      { origin: 0, perUnit },
    );
    const [x, y] = samples;
    if (x === undefined || y === undefined) throw new Error('There are two samples.');
    return {
      means: samples.map(({ mean }) => mean + scale.origin * perUnit - place),
      f: anova(samples, 0.95).f,
      welch: welchAnova(samples).f,
      t: tTest(x, y, false, 'two_sided', 0.95).t,
    };
  };
  const near = figuresAt(0, 10);
  const far = figuresAt(1e15, 10);
  close(far.f, near.f, 1e-15, 'F');
  close(far.welch, near.welch, 1e-15, 'Welch F');
  close(far.t, near.t, 1e-15, 't');
});

test('shares of variance have the intervals that effectsize 0.8.3 gives for PlantGrowth', () => {
  const groups = [
    [4.17, 5.58, 5.18, 6.11, 4.5, 4.61, 5.17, 4.53, 5.33, 5.14],
    [4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69],
    [6.31, 5.12, 5.54, 5.5, 5.37, 5.29, 4.92, 6.15, 5.8, 5.26],
  ];
  const {
    eta_squared: eta,
    omega_squared: omega,
    epsilon_squared: epsilon,
  } = anova(
    samplesOf(
      groups.map((group) => Float64Array.from(group)),
      { origin: 0, perUnit: 1 },
    ).samples,
    0.95,
  );
  expect(
    [eta, omega, epsilon].map(({ value, interval }) => [value, interval.low, interval.high]),
  ).toEqual([
    [expect.closeTo(0.2641483, 6), expect.closeTo(0.010992313, 6), expect.closeTo(0.49017489, 6)],
    [expect.closeTo(0.20407885, 6), 0, expect.closeTo(0.43399966, 6)],
    [expect.closeTo(0.20964076, 6), 0, expect.closeTo(0.43946208, 6)],
  ]);
});
