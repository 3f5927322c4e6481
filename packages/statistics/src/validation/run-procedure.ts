// One table of all procedures that are compared with other programs, and so one file.
import { momentsOf } from '../descriptive/moments.ts';
import { tabulate } from '../descriptive/tabulate.ts';
import { chiSquareSurvival } from '../distributions/chi-square.ts';
import {
  andersonDarling,
  kolmogorovOneSample,
  kolmogorovTwoSample,
  lilliefors,
} from '../tests/empirical-tests.ts';
import { goodnessOfFit } from '../tests/goodness-of-fit.ts';
import { kolmogorovLimitSurvival, kolmogorovSurvival } from '../distributions/kolmogorov.ts';
import { dagostinoK2, jarqueBera } from '../tests/moment-tests.ts';
import { normalScores } from '../distributions/normal-scores.ts';
import { normalSurvival } from '../distributions/normal.ts';
import { grubbs, mahalanobis, tukeyOutliers, zScoreOutliers } from '../tests/outliers.ts';
import { shapiroWilk } from '../tests/shapiro-wilk.ts';
import { studentizedRangeSurvival } from '../distributions/studentized-range.ts';
import {
  chiSquareTest,
  cohenKappa,
  cramersV,
  mcnemar,
  oddsRatio,
  riskRatio,
} from '../association/contingency.ts';
import { codesOf } from '../association/codes.ts';
import { correlation, type Correlation } from '../association/correlation.ts';
import { pearsonProducts, spearmanProducts } from '../association/pairwise.ts';
import { cronbachAlpha } from '../association/cronbach-alpha.ts';
import { fisherExact } from '../association/fisher-exact.ts';
import { fisherExactLarge } from '../association/fisher-exact-large.ts';
import { kendall } from '../association/kendall.ts';
import { pointBiserial } from '../association/point-biserial.ts';
import { partialCorrelation } from '../association/partial-correlation.ts';
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
import { samplesOf, varianceOf, welchError, type Sample } from '../groups/samples.ts';
import { tTest, type Alternative } from '../groups/t-test.ts';
import {
  powerOfAnova,
  powerOfChiSquare,
  powerOfCorrelation,
  powerOfProportions,
  powerOfT,
  sizeFor,
  type PowerOf,
} from '../power/power.ts';
import { listOf, numberOf, numbersOf } from './fixtures.ts';
import { descriptiveProcedures } from './run-description.ts';
import { modelProcedures } from './run-model.ts';

type Input = Readonly<Record<string, unknown>>;
type Figures = Readonly<Record<string, number | readonly number[]>>;

const level = 0.95;
const vector = (input: Input, name = 'x'): Float64Array => numbersOf(input[name]);
const value = (input: Input, name: string): number => numberOf(input[name]);
const vectors = (input: Input, name: string): Float64Array[] => listOf(input[name]).map(numbersOf);
const tableOf = (input: Input): number[][] => vectors(input, 'table').map((row) => Array.from(row));
const alternativeOf = ({ alternative = 'two.sided' }: Input): Alternative =>
  alternative === 'less' ? 'less' : alternative === 'greater' ? 'greater' : 'two_sided';
const samplesIn = (groups: readonly Float64Array[]): readonly Sample[] =>
  samplesOf(groups, { origin: 0, perUnit: 1 }).samples;
const isAdjustment = (name: unknown): name is Adjustment => adjustments.some((one) => one === name);

/** Samples and the place they were moved by. */
function single(input: Input): { sample: Sample; mean: number; sd: number; place: number } {
  const { samples, scale } = samplesOf([vector(input)], { origin: 0, perUnit: 1 });
  const [sample] = samples;
  if (sample === undefined) throw new Error('There is a sample.');
  return {
    sample,
    mean: scale.origin + sample.mean,
    sd: Math.sqrt(varianceOf(sample)),
    place: scale.origin,
  };
}

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

const correlated = ({ estimate, statistic, p_value, ci }: Correlation): Figures => ({
  estimate: estimate ?? NaN,
  statistic: statistic ?? NaN,
  p: p_value ?? NaN,
  low: ci?.low ?? NaN,
  high: ci?.high ?? NaN,
});

function twoMeans(input: Input, equal: boolean): Figures {
  const [x, y] = two(input);
  const { t, df, p, interval, d, g } = tTest(x, y, equal, alternativeOf(input), level);
  return { statistic: t, df, p, low: interval.low, high: interval.high, d: d.value, g: g.value };
}

function powerIn(input: Input): PowerOf {
  const alternative = alternativeOf(input);
  switch (input['design']) {
    case 't':
      return powerOfT(
        input['type'] === 'paired'
          ? 'paired'
          : input['type'] === 'one.sample'
            ? 'one_sample'
            : 'two_sample',
        alternative,
      );
    case 'anova':
      return powerOfAnova(value(input, 'k'));
    case 'two_proportions':
      return powerOfProportions(2, alternative);
    case 'one_proportion':
      return powerOfProportions(1, alternative);
    case 'correlation':
      return powerOfCorrelation(alternative);
    default:
      return powerOfChiSquare(value(input, 'df'));
  }
}

/** Every procedure that is compared with others, by its name in the fixtures. */
export const procedures: Readonly<Record<string, (input: Input) => Figures>> = {
  ...descriptiveProcedures,
  ...modelProcedures,
  shapiro_wilk: (input) => {
    const { w, p } = shapiroWilk(vector(input));
    return { statistic: w, p };
  },
  anderson_darling: (input) => {
    const { a, p } = andersonDarling(vector(input));
    return { statistic: a, p };
  },
  lilliefors: (input) => {
    const { d, p } = lilliefors(vector(input));
    return { statistic: d, p };
  },
  jarque_bera: (input) => ({ ...jarqueBera(momentsOf(tabulate(vector(input)))) }),
  dagostino_k2: (input) => ({ ...dagostinoK2(momentsOf(tabulate(vector(input)))) }),
  kolmogorov_smirnov: (input) => {
    const { d, p } = kolmogorovOneSample(
      vector(input).map((x) => normalSurvival((value(input, 'mean') - x) / value(input, 'sd'))),
    );
    return { statistic: d, p };
  },
  kolmogorov_smirnov_two_sample: (input) => {
    const [x = new Float64Array(), y = new Float64Array()] = vectors(input, 'groups');
    const { d, p } = kolmogorovTwoSample(x, y);
    return { statistic: d, p };
  },
  goodness_of_fit: (input) => {
    const { statistic, p, w } = goodnessOfFit(
      Array.from(vector(input, 'counts')),
      Array.from(vector(input, 'shares')),
      level,
    );
    return { statistic, p, w: w.value, w_low: w.interval.low, w_high: w.interval.high };
  },
  normal_scores: (input) => ({ scores: normalScores(value(input, 'n')) }),
  grubbs: (input) => {
    const { sample, sd } = single(input);
    const { g, p, critical } = grubbs(sample.values, sample.mean, sd, 0.05);
    return { statistic: g, p, critical };
  },
  mahalanobis: (input) => {
    const found = mahalanobis(vectors(input, 'columns'));
    return found === null
      ? {}
      : { distances: Array.from(found.distances), ps: Array.from(found.p) };
  },
  z_score_outliers: (input) => {
    const { sample, sd, place } = single(input);
    const { low, high, at } = zScoreOutliers(
      sample.values,
      sample.mean,
      sd,
      value(input, 'threshold'),
    );
    return {
      low: low + place,
      high: high + place,
      at: at.map((i) => i + 1),
      count: at.length,
      z: at.map((i) => ((sample.values[i] ?? NaN) - sample.mean) / sd),
    };
  },
  tukey_outliers: (input) => {
    const { low, high, at } = tukeyOutliers(vector(input), value(input, 'k'));
    return { low, high, at: at.map((i) => i + 1), count: at.length };
  },
  studentized_range: (input) => ({
    p: studentizedRangeSurvival(value(input, 'q'), value(input, 'k'), value(input, 'df')),
  }),
  kolmogorov_tail: (input) => ({ p: kolmogorovSurvival(value(input, 'd'), value(input, 'n')) }),
  kolmogorov_limit: (input) => ({ p: kolmogorovLimitSurvival(value(input, 'x')) }),
  chi_square_tail: (input) => ({ p: chiSquareSurvival(value(input, 'x'), value(input, 'df')) }),

  pearson: (input) => {
    const [products] = pearsonProducts([vector(input), vector(input, 'y')]);
    return products === undefined ? {} : correlated(correlation(products, level, 'pearson'));
  },
  spearman: (input) => {
    const codes = [vector(input), vector(input, 'y')].map((values) =>
      codesOf(values, tabulate(values)),
    );
    const [products] = spearmanProducts(codes);
    return products === undefined ? {} : correlated(correlation(products, level, 'spearman'));
  },
  point_biserial: (input) => {
    const [x = new Float64Array(), y = new Float64Array()] = vectors(input, 'groups');
    return correlated(pointBiserial(x, y, level));
  },
  kendall: (input) => {
    const { tau, p } = kendall(vector(input), vector(input, 'y'), alternativeOf(input));
    return { estimate: tau, p };
  },
  partial_correlation: (input) => {
    const [x = new Float64Array(), y = new Float64Array(), ...given] = vectors(input, 'columns');
    const found = partialCorrelation(x, y, given, level);
    return found === null
      ? {}
      : {
          estimate: found.r,
          statistic: found.t,
          p: found.p,
          low: found.interval?.low ?? NaN,
          high: found.interval?.high ?? NaN,
        };
  },
  correlation_ratio: (input) => ({
    eta: Math.sqrt(anova(samplesIn(vectors(input, 'groups')), level).eta_squared.value),
  }),
  chi_square: (input) => {
    const { statistic, df, p, residuals } = chiSquareTest(tableOf(input), input['yates'] === true);
    return { statistic, df, p, residuals: residuals.flat() };
  },
  cramers_v: (input) => {
    const table = tableOf(input);
    const { v, corrected, interval } = cramersV(
      chiSquareTest(table, false).statistic,
      table.flat().reduce((sum, count) => sum + count, 0),
      table.length,
      table[0]?.length ?? 0,
      level,
    );
    return { v, corrected, low: interval.low, high: interval.high };
  },
  fisher_exact: (input) => {
    const { p, odds_ratio, interval } = fisherExact(tableOf(input), alternativeOf(input), level);
    return { p, estimate: odds_ratio ?? Infinity, low: interval.low, high: interval.high };
  },
  fisher_exact_large: (input) => ({ p: fisherExactLarge(tableOf(input)) ?? NaN }),
  odds_ratio: (input) => {
    const found = oddsRatio(tableOf(input), level);
    return found === null
      ? {}
      : { estimate: found.value, low: found.interval.low, high: found.interval.high };
  },
  risk_ratio: (input) => {
    const found = riskRatio(tableOf(input), level);
    return found === null
      ? {}
      : { estimate: found.value, low: found.interval.low, high: found.interval.high };
  },
  mcnemar: ({ variant, ...input }) => {
    const { statistic, p } = mcnemar(
      tableOf(input),
      variant === 'exact' ? 'exact' : variant === 'corrected' ? 'corrected' : 'uncorrected',
    );
    return { statistic, p };
  },
  cohen_kappa: (input) => {
    const { kappa, interval } = cohenKappa(tableOf(input), level);
    return { estimate: kappa, low: interval.low, high: interval.high };
  },
  cronbach_alpha: (input) => {
    const { alpha, interval, items } = cronbachAlpha(vectors(input, 'columns'), level);
    return {
      alpha,
      low: interval.low,
      high: interval.high,
      rest: items.map(({ rest_correlation }) => rest_correlation),
    };
  },

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
      low: interval.low + place,
      high: interval.high + place,
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
  power: (input) => ({
    power: powerIn(input)({
      n: value(input, 'n'),
      effect: value(input, 'effect'),
      alpha: value(input, 'alpha'),
    }),
  }),
  sample_size: (input) => ({
    uniroot_n:
      sizeFor(
        powerIn(input),
        { effect: value(input, 'effect'), alpha: value(input, 'alpha') },
        value(input, 'power'),
        4,
      ) ?? NaN,
  }),
};
