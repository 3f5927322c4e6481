import { adjustments, adjustP, type Adjustment } from '../groups/adjust-p.ts';
import { anova, welchAnova } from '../groups/analysis-of-variance.ts';
import {
  bartlett,
  brownForsythe,
  flignerKilleen,
  leveneTest,
  type VarianceTest,
} from '../groups/equal-variances.ts';
import { friedman } from '../groups/friedman.ts';
import { equivalence, oneSampleT, wilcoxonSignedRank } from '../groups/paired-tests.ts';
import { permutationTest } from '../groups/permutation-test.ts';
import { dunn, gamesHowell, tukeyHsd, type MeanPair } from '../groups/post-hoc.ts';
import { binomialTest, exactInterval, proportionsTest } from '../groups/proportions.ts';
import { kruskalWallis, mannWhitney } from '../groups/rank-tests.ts';
import { welchError, type Sample } from '../groups/samples.ts';
import { tTest } from '../groups/t-test.ts';
import {
  alternativeOf,
  level,
  samplesIn,
  single,
  value,
  vector,
  vectors,
  type Figures,
  type Input,
  type Procedures,
} from './procedure-input.ts';

const isAdjustment = (name: unknown): name is Adjustment => adjustments.some((one) => one === name);

function two(input: Input): [Sample, Sample] {
  const [x, y] = samplesIn(vectors(input, 'groups'));
  if (x === undefined || y === undefined) throw new Error('There are two samples.');
  return [x, y];
}

const spread =
  (test: (samples: readonly Sample[]) => VarianceTest | null) =>
  (input: Input): Figures => {
    const found = test(samplesIn(vectors(input, 'groups')));
    return found === null ? {} : { statistic: found.statistic, p: found.p };
  };

const postHoc = (pairs: readonly MeanPair[]): Figures => ({
  differences: pairs.map(({ difference }) => difference),
  qs: pairs.map(({ q }) => q),
  lows: pairs.map(({ interval }) => interval.low),
  highs: pairs.map(({ interval }) => interval.high),
  ps: pairs.map(({ p }) => p),
  df: pairs.map(({ df }) => df),
});

function twoMeans(input: Input, equal: boolean): Figures {
  const [x, y] = two(input);
  const { t, df, p, interval, d, g } = tTest(x, y, equal, alternativeOf(input), level);
  return { statistic: t, df, p, low: interval.low, high: interval.high, d: d.value, g: g.value };
}

/** Comparisons of groups and of measurements, by their name in the fixtures. */
export const comparisonProcedures: Procedures = {
  welch_t: (input) => twoMeans(input, false),
  student_t: (input) => twoMeans(input, true),
  mann_whitney: (input) => {
    const [x = new Float64Array(), y = new Float64Array()] = vectors(input, 'groups');
    const { u, p, rank_biserial: effect } = mannWhitney(x, y, alternativeOf(input), level);
    return {
      statistic: u,
      p,
      effect: effect.value,
      effect_low: effect.interval.low,
      effect_high: effect.interval.high,
    };
  },
  anova: (input) => {
    const {
      f,
      p,
      eta_squared: eta,
      omega_squared: omega,
      epsilon_squared: epsilon,
    } = anova(samplesIn(vectors(input, 'groups')), level);
    return { statistic: f, p, eta: eta.value, omega: omega.value, epsilon: epsilon.value };
  },
  welch_anova: (input) => {
    const { f, df, p } = welchAnova(samplesIn(vectors(input, 'groups')));
    return { statistic: f, df: df[1], p };
  },
  kruskal_wallis: (input) => {
    const { h, p, epsilon_squared: epsilon } = kruskalWallis(vectors(input, 'groups'));
    return { statistic: h, p, epsilon };
  },
  one_sample_t: (input) => {
    const { sample, place } = single(input);
    const { t, df, p, interval, d, g } = oneSampleT(
      sample,
      value(input, 'mu') - place,
      alternativeOf(input),
      level,
    );
    return { statistic: t, df, p, low: interval.low, high: interval.high, d: d.value, g: g.value };
  },
  tost: (input) => {
    const { sample, sd, place } = single(input);
    const { t, p, interval } = equivalence(
      sample.mean,
      sd / Math.sqrt(sample.n),
      sample.n - 1,
      [value(input, 'low') - place, value(input, 'high') - place],
      0.05,
    );
    return {
      t_lower: t[0],
      t_upper: t[1],
      p,
      low: (interval?.low ?? NaN) + place,
      high: (interval?.high ?? NaN) + place,
    };
  },
  tost_two_sample: (input) => {
    const [x, y] = two(input);
    const { error, df } = welchError(x, y);
    const bound = value(input, 'bound');
    const { t, p } = equivalence(x.mean - y.mean, error, df, [-bound, bound], 0.05);
    return { t_lower: t[0], t_upper: t[1], p };
  },
  wilcoxon_signed_rank: (input) => {
    const {
      v,
      p,
      rank_biserial: effect,
    } = wilcoxonSignedRank(vector(input), alternativeOf(input), level);
    return {
      statistic: v,
      p,
      effect: effect.value,
      effect_low: effect.interval.low,
      effect_high: effect.interval.high,
    };
  },
  levene: spread(leveneTest),
  brown_forsythe: spread(brownForsythe),
  bartlett: spread(bartlett),
  fligner_killeen: spread(flignerKilleen),
  friedman: (input) => {
    const { statistic, p, w } = friedman(vectors(input, 'columns'));
    return { statistic, p, w };
  },
  tukey_hsd: (input) =>
    postHoc(tukeyHsd(samplesIn(vectors(input, 'groups')), value(input, 'level'))),
  games_howell: (input) => postHoc(gamesHowell(samplesIn(vectors(input, 'groups')), level)),
  dunn: (input) => {
    const pairs = dunn(vectors(input, 'groups'));
    const adjust = input['adjust'];
    return {
      statistics: pairs.map(({ z }) => z),
      ps: adjustP(
        pairs.map(({ p }) => p),
        isAdjustment(adjust) ? adjust : 'none',
      ),
    };
  },
  permutation: (input) => {
    const [x = new Float64Array(), y = new Float64Array()] = vectors(input, 'groups');
    return { p: permutationTest(x, y, alternativeOf(input), 1).p };
  },
  adjust_p: (input) => {
    const { method } = input;
    return { ps: adjustP(Array.from(vector(input, 'p')), isAdjustment(method) ? method : 'none') };
  },
  binomial: (input) => {
    const [x, n, alternative] = [value(input, 'x'), value(input, 'n'), alternativeOf(input)];
    return {
      p: binomialTest(x, n, value(input, 'p'), alternative),
      ...exactInterval(x, n, level, alternative),
    };
  },
  proportions: (input) => {
    const { statistic, p, difference, h } = proportionsTest(
      Array.from(vector(input)),
      Array.from(vector(input, 'n')),
      { yates: input['yates'] === true, alternative: alternativeOf(input), level },
    );
    return {
      statistic,
      p,
      low: difference?.interval.low ?? NaN,
      high: difference?.interval.high ?? NaN,
      h: h?.value ?? NaN,
      h_low: h?.interval.low ?? NaN,
      h_high: h?.interval.high ?? NaN,
    };
  },
};
