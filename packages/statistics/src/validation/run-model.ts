import { kendallScore } from '../association/kendall.ts';
import { repeatedMeasures } from '../groups/repeated-measures.ts';
import { designOf, type Design, type Factor } from '../models/design.ts';
import { explainedOf } from '../models/explained.ts';
import { generalizedLinearModel } from '../models/generalized-linear-model.ts';
import { linearModel } from '../models/linear-model.ts';
import { marginalMean, marginalPairs } from '../models/marginal-means.ts';
import { typeThree } from '../models/tests-of-terms.ts';
import { kMeans, silhouettes } from '../multivariate/k-means.ts';
import { littleMcar } from '../multivariate/little-mcar.ts';
import { principalComponents, sharedVariance } from '../multivariate/principal-components.ts';
import {
  autocorrelations,
  ljungBox,
  partialAutocorrelations,
} from '../time-series/autocorrelation.ts';
import { exponentialSmoothing } from '../time-series/exponential-smoothing.ts';
import { mannKendall, senSlope } from '../time-series/mann-kendall.ts';
import { decompose } from '../time-series/seasonal-decomposition.ts';
import { augmentedDickeyFuller, kpss } from '../time-series/unit-root.ts';
import { listOf, numberOf, numbersOf } from './fixtures.ts';
import { level, vector, type Figures, type Input, type Procedures } from './procedure-input.ts';

const columnsIn = (input: Input): Float64Array[] => listOf(input['columns']).map(numbersOf);
const steps = (n: number): Float64Array => Float64Array.from({ length: n }, (_, i) => i);
/** Of a model, all but the intercept. */
const slopes = <One>(all: readonly One[]): One[] => all.slice(1);

const numbers = (columns: readonly Float64Array[]): Design =>
  designOf(
    columns.map((values, k): Factor[] => [{ kind: 'number', name: `x${k + 1}`, values, power: 1 }]),
    { rows: columns[0]?.length ?? 0, intercept: true, contrasts: 'treatment' },
  );

/** A number and two groups with their interaction, as the rows have them or at given values. */
function factorial(
  x: Float64Array,
  g: readonly number[],
  h: readonly number[],
  contrasts: 'treatment' | 'sum',
): Design {
  const levels = (name: string, codes: readonly number[], count: number): Factor => ({
    kind: 'levels',
    name,
    codes: Uint32Array.from(codes, (code) => code - 1),
    levels: Array.from({ length: count }, (_, i) => `${i + 1}`),
  });
  const [first, second] = [levels('g', g, 3), levels('h', h, 2)];
  return designOf(
    [[{ kind: 'number', name: 'x', values: x, power: 1 }], [first], [second], [first, second]],
    { rows: x.length, intercept: true, contrasts },
  );
}

const groupsIn = (input: Input, name: string): number[] => Array.from(vector(input, name));

function generalized(family: 'binomial' | 'poisson') {
  return (input: Input): Figures => {
    const { coefficients, deviance } = generalizedLinearModel(
      numbers(columnsIn(input)),
      vector(input, 'y'),
      family,
      level,
    );
    return { estimates: slopes(coefficients).map(({ estimate }) => estimate ?? NaN), deviance };
  };
}

/** Models that are compared with others, by their name in the fixtures. */
export const modelProcedures: Procedures = {
  autocorrelation: (input) => {
    const found = autocorrelations(vector(input), numberOf(input['lags']));
    const { statistic, p } = ljungBox(found, vector(input).length);
    return { statistic, p, r: found };
  },
  partial_autocorrelation: (input) => ({
    r: partialAutocorrelations(autocorrelations(vector(input), numberOf(input['lags']))),
  }),
  mann_kendall: (input) => {
    const { z, p, tau } = mannKendall(steps(vector(input).length), vector(input));
    return { statistic: z, p, tau };
  },
  sen_slope: (input) => {
    const [x, at] = [vector(input), steps(vector(input).length)];
    const { slope, interval } = senSlope(at, x, kendallScore(at, x).variance, level);
    return { slope, low: interval.low, high: interval.high };
  },
  augmented_dickey_fuller: (input) => {
    const { statistic, p, lags } = augmentedDickeyFuller(
      vector(input),
      input['deterministics'] === 'n'
        ? 'none'
        : input['deterministics'] === 'c'
          ? 'constant'
          : 'trend',
      null,
    );
    return { statistic, p, lags };
  },
  kpss: (input) => {
    const { statistic, p, lags } = kpss(
      vector(input),
      input['about'] === 'c' ? 'constant' : 'trend',
      null,
    );
    return { statistic, p, lags };
  },
  seasonal_decomposition: (input) => {
    const x = vector(input);
    const { seasonal, trend } = decompose(
      x,
      numberOf(input['period']),
      input['window'] === 'periodic' ? 'periodic' : numberOf(input['window']),
      false,
    );
    const shown = [1, 2, 5, Math.floor(x.length / 2), x.length];
    return {
      seasonal: shown.map((place) => seasonal[place - 1] ?? NaN),
      trend: shown.map((place) => trend[place - 1] ?? NaN),
      shown,
    };
  },
  exponential_smoothing: (input) => ({
    log_likelihood: exponentialSmoothing(vector(input), { trend: 'none', period: null })
      .logLikelihood,
  }),

  linear_model: (input) => {
    const design = numbers(columnsIn(input));
    const { coefficients, sigma, r_squared, f, p } = linearModel(
      design,
      explainedOf(vector(input, 'y'), null, design),
      { weights: null, level, covariance: 'classical' },
    );
    const own = slopes(coefficients);
    return {
      estimates: own.map(({ estimate }) => estimate ?? NaN),
      errors: own.map(({ error }) => error ?? NaN),
      ps: own.map((one) => one.p ?? NaN),
      sigma,
      r_squared,
      statistic: f ?? NaN,
      p: p ?? NaN,
    };
  },
  logistic_model: generalized('binomial'),
  poisson_model: generalized('poisson'),
  factorial_anova: (input) => {
    const [x, g, h, y] = [
      vector(input),
      groupsIn(input, 'g'),
      groupsIn(input, 'h'),
      vector(input, 'y'),
    ];
    const design = factorial(x, g, h, 'treatment');
    const explained = explainedOf(y, null, design);
    const fit = linearModel(design, explained, {
      weights: null,
      level,
      covariance: 'classical',
    });
    const lines = typeThree(factorial(x, g, h, 'sum'), explained, null, fit);
    return {
      ss: lines.map(({ ss }) => ss ?? NaN),
      f: lines.map(({ f }) => f ?? NaN),
      ps: lines.map(({ p }) => p ?? NaN),
    };
  },
  marginal_means: (input) => {
    const [x, y] = [vector(input), vector(input, 'y')];
    const design = factorial(x, groupsIn(input, 'g'), groupsIn(input, 'h'), 'treatment');
    const fit = linearModel(design, explainedOf(y, null, design), {
      weights: null,
      level,
      covariance: 'classical',
    });
    const mean = x.reduce((sum, value) => sum + value / x.length, 0);
    const grid = factorial(
      new Float64Array(6).fill(mean),
      [1, 1, 2, 2, 3, 3],
      [1, 2, 1, 2, 1, 2],
      'treatment',
    );
    const rows = [0, 2, 4].map((at) =>
      grid.columns.map(({ values }) => ((values[at] ?? NaN) + (values[at + 1] ?? NaN)) / 2),
    );
    const means = rows.map((row) => marginalMean(fit, row, level));
    const pairs = marginalPairs(fit, rows, level);
    return {
      means: means.map((one) => one?.estimate ?? NaN),
      errors: means.map((one) => one?.error ?? NaN),
      differences: pairs.map(({ difference }) => Math.abs(difference)),
    };
  },
  repeated_measures: (input) => {
    const {
      effects: [within],
      sphericity,
      greenhouseGeisser,
      huynhFeldt,
    } = repeatedMeasures(columnsIn(input), null);
    if (within === undefined) throw new Error('There is an effect of the measurements.');
    return {
      ss: within.ss,
      statistic: within.f,
      p: within.p,
      greenhouse_geisser: greenhouseGeisser,
      ps: within.greenhouseGeisser,
      huynh_feldt: huynhFeldt,
      w: sphericity?.w ?? NaN,
    };
  },

  principal_components: (input) => {
    const columns = columnsIn(input);
    const { variances, loadings, correlations } = principalComponents(columns, true);
    const shared = sharedVariance(correlations, columns[0]?.length ?? 0);
    return {
      variances,
      sizes: (loadings[0] ?? []).map(Math.abs),
      statistic: shared?.statistic ?? NaN,
      p: shared?.p ?? NaN,
      kmo: shared?.kmo ?? NaN,
    };
  },
  k_means: (input) => {
    const { within, sizes } = kMeans(columnsIn(input), numberOf(input['k']), {
      seed: 1,
      starts: 100,
      exchanges: 0,
    });
    return { within: within.reduce((sum, value) => sum + value, 0), sizes };
  },
  silhouettes: (input) => ({
    widths: Array.from(
      silhouettes(
        columnsIn(input),
        Uint32Array.from(vector(input, 'codes'), (code) => code - 1),
        3,
      ),
    ),
  }),
  little_mcar: (input) => {
    const columns = listOf(input['columns']).map((column) =>
      Float64Array.from(listOf(column), (cell) => (cell === 'NA' ? NaN : Number(cell))),
    );
    const found = littleMcar(columns);
    return found === null
      ? {}
      : { statistic: found.statistic, df: found.df, p: found.p, means: found.means };
  },
};
