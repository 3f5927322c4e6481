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
import { normalScores } from '../distributions/normal-scores.ts';
import { normalSurvival } from '../distributions/normal.ts';
import { dagostinoK2, jarqueBera } from '../tests/moment-tests.ts';
import { grubbs, mahalanobis, tukeyOutliers, zScoreOutliers } from '../tests/outliers.ts';
import { shapiroWilk } from '../tests/shapiro-wilk.ts';
import { studentizedRangeSurvival } from '../distributions/studentized-range.ts';
import { level, single, value, vector, vectors, type Procedures } from './procedure-input.ts';

/** Tests of distributions and outliers, with the tails of theirs, by their name in the fixtures. */
export const distributionProcedures: Procedures = {
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
};
