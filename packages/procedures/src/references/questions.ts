import { everyMethod, kindOf, type AnyMethod, type Asking } from '@columnist/contract';
import { tables } from './tables.ts';

/** One question to one table; `table` is empty for designs, which have none. */
export interface Question {
  readonly id: string;
  readonly operation: Asking;
  readonly method: string;
  readonly table: string;
  /** With every default in its place. */
  readonly input: Readonly<Record<string, unknown>>;
}

type Given = Readonly<Record<string, unknown>>;

/** What is asked beside the example of a method and each of its choices. */
const also: Readonly<Record<string, readonly Given[]>> = {
  'compareGroups.welch_t': [{ group: 'kind', groups: ['gentoo', 'adelie'] }],
  'compareGroups.mann_whitney': [{ value: 'share' }, { value: 'wing', alternative: 'less' }],
  'compareGroups.anova': [{ groups: ['gentoo', 'adelie'] }, { value: 'wing' }],
  'compareGroups.kruskal_wallis': [{ value: 'seen' }],
  'compareGroups.paired_t': [{ value: 'mass', other: 'gappy' }],
  'compareGroups.one_sample_t': [{ value: 'wing', mu: 194.5 }],
  'compareGroups.wilcoxon_signed_rank': [
    { value: 'share', mu: 0.45 },
    { value: 'seen', mu: 2, alternative: 'greater' },
    { value: 'wing', other: 'bill', mu: 150 },
  ],
  'compareGroups.tost_one_sample': [{ value: 'wing', low: 192, high: 198 }],
  'compareGroups.tost_paired': [{ low: 140, high: 160 }],
  'compareGroups.friedman': [{ columns: ['seen', 'share', 'gappy', 'bill'] }],
  'compareGroups.one_proportion': [
    { event: 'before', success: 'high', p: 0.7 },
    { event: 'kind', success: 'adelie', p: 0.25, alternative: 'greater' },
  ],
  'compareGroups.proportions': [
    { group: 'before', groups: ['low', 'high'] },
    { group: 'before', correct: false, alternative: 'less' },
    { group: 'before', correct: true, alternative: 'greater' },
  ],
  'compareGroups.factorial_anova': [
    { covariates: [] },
    { covariates: [], sums_of_squares: 2 },
    { factors: ['kind', 'sex', 'before'], covariates: [] },
    { covariates: ['wing', 'bill'], sums_of_squares: 1 },
  ],
  'compareGroups.repeated_measures_anova': [
    { columns: ['wing', 'bill', 'gappy', 'share'], group: undefined },
    { columns: ['wing', 'bill'], group: 'sex' },
    { columns: ['wing', 'bill'], group: undefined },
  ],
  'association.pearson': [{ columns: ['mass', 'wing', 'bill', 'gappy'] }],
  'association.spearman': [
    { columns: ['mass', 'wing', 'bill', 'gappy'] },
    { columns: ['share', 'bill'] },
  ],
  'association.kendall': [
    { x: 'share', y: 'bill' },
    { x: 'seen', y: 'gappy' },
  ],
  'association.partial': [{ given: ['bill', 'gappy'] }],
  'association.chi_square': [
    { x: 'before', y: 'after' },
    { x: 'before', y: 'after', correct: false },
  ],
  'association.fisher_exact': [
    { x: 'kind', y: 'sex' },
    { x: 'kind', y: 'before' },
  ],
  'association.cohen_kappa': [{ x: 'kind', y: 'seen_as' }],
  'association.cronbach_alpha': [{ columns: ['wing', 'bill'] }],
  'testDistribution.shapiro_wilk': [{ column: 'seen' }, { column: 'gappy' }],
  'testDistribution.anderson_darling': [{ column: 'seen' }, { column: 'share' }],
  'testDistribution.lilliefors': [{ column: 'seen' }, { column: 'share' }],
  'testDistribution.jarque_bera': [{ column: 'seen' }],
  'testDistribution.dagostino_k2': [{ column: 'seen' }],
  'testDistribution.kolmogorov_smirnov': [
    { column: 'share', distribution: { name: 'uniform', min: 0, max: 1 } },
    { column: 'share', distribution: { name: 'exponential', rate: 1.5 } },
    { column: 'wing', distribution: { name: 'normal', mean: 195, sd: 8 } },
  ],
  'testDistribution.kolmogorov_smirnov_two_sample': [
    { column: 'share' },
    { group: 'kind', groups: ['gentoo', 'adelie'] },
  ],
  'testDistribution.chi_square_goodness_of_fit': [
    { expected: { adelie: 1, chinstrap: 2, gentoo: 3 } },
    // So few rows that the largest w which is possible ends its interval.
    { column: 'before', confidence_level: 0.999, view: { filter: 'share > 0.9' } },
  ],
  'testDistribution.autocorrelation': [{ column: 'bill', lags: 9 }],
  'testDistribution.grubbs': [{ column: 'wing' }, { column: 'seen' }],
  'testDistribution.z_score_outliers': [{ column: 'seen', threshold: 2 }],
  'testDistribution.tukey_outliers': [{ column: 'seen' }, { column: 'seen', k: 0.5 }],
  'testDistribution.mahalanobis_outliers': [{ columns: ['mass', 'wing', 'bill'], alpha: 0.2 }],
  'fitRegression.linear': [
    { folds: undefined, means: undefined, predict: undefined, formula: 'wing ~ mass * sex' },
    { folds: undefined, test_share: 0.25, seed: 7 },
    { weights: 'share' },
    { formula: 'log(mass) ~ bill + I(bill^2) + kind', predict: [{ bill: 45, kind: 'adelie' }] },
    { formula: 'mass ~ kind * sex', means: ['kind', 'sex', 'kind:sex'], predict: undefined },
    { formula: 'mass ~ wing + bill - 1', means: undefined, predict: [{ wing: 190, bill: 44 }] },
    { errors: 'hc3', weights: 'share' },
  ],
  'fitRegression.logistic': [
    { formula: 'before ~ wing + kind', predict: [{ wing: 195, kind: 'gentoo' }] },
    { formula: 'before ~ wing + kind', folds: 4, seed: 3 },
    { formula: 'sex ~ mass + kind', test_share: 0.3 },
    { formula: 'sex ~ mass + kind', test_share: 0.3, folds: 3, stratify: true, seed: 11 },
    { formula: 'before ~ wing + kind', event: 'high', folds: 4, stratify: true },
  ],
  'fitRegression.poisson': [
    { formula: 'seen ~ kind + bill', predict: [{ kind: 'gentoo', bill: 45 }] },
    { formula: 'seen ~ bill', folds: 4 },
    { formula: 'seen ~ kind * sex', test_share: 0.3, seed: 5 },
    { formula: 'seen ~ kind', exposure: 'gappy', predict: [{ kind: 'gentoo' }], folds: 4 },
    { formula: 'seen ~ bill', exposure: 'mass' },
  ],
  'timeSeries.overview': [{ every: undefined }, { every: undefined, window: 5 }],
  'timeSeries.autocorrelation': [{ value: 'bill', lags: 12 }, { time: undefined }],
  'timeSeries.adf': [
    { lags: 2 },
    { lags: 0, deterministics: 'trend' },
    { value: 'wing', deterministics: 'none' },
  ],
  'timeSeries.kpss': [{ lags: 4 }, { lags: 0 }],
  'timeSeries.mann_kendall': [{ value: 'seen' }, { value: 'mass' }],
  'timeSeries.stl': [
    { robust: false, period: 7, seasonal_window: 7 },
    { robust: true, period: 7, seasonal_window: 13 },
  ],
  'timeSeries.ets': [{ value: 'wing' }, { value: 'seen', form: 'ANN', horizon: 30 }],
  'structure.principal_components': [
    { columns: ['wing', 'bill', 'share', 'gappy'], color_by: undefined },
  ],
  'structure.k_means': [{ k: 3 }, { k: 2, seed: 9, scale: false }],
  'structure.little_mcar': [{ columns: ['wing', 'gappy', 'bill'] }],
  'calculatePower.two_sample_t': [
    { effect: 0.5, n: 40, power: undefined },
    { effect: undefined, n: 40 },
    { effect: 0.5, n: 40, alpha: undefined, power: 0.9 },
    { alpha: 0.01, alternative: 'greater' },
    { effect: -0.5, alternative: 'less' },
  ],
  'calculatePower.one_sample_t': [
    { effect: 0.5, n: 40, power: undefined },
    { effect: undefined, n: 40 },
    { effect: -0.5, alternative: 'less', alpha: 0.01 },
  ],
  'calculatePower.paired_t': [
    { effect: 0.5, n: 40, power: undefined },
    { effect: undefined, n: 40 },
    { effect: -0.5, alternative: 'less', alpha: 0.01 },
  ],
  'calculatePower.anova': [
    { effect: 0.25, n: 40, power: undefined },
    { effect: undefined, n: 40, groups: 5 },
    { alpha: 0.01 },
  ],
  'calculatePower.two_proportions': [
    { effect: undefined, p1: 0.2, p2: 0.35, power: 0.9 },
    { effect: undefined, p1: 0.6, p2: 0.45, n: 120, power: undefined },
    { effect: 0.5, n: 40, power: undefined },
    { effect: undefined, n: 40 },
    { effect: -0.5, alternative: 'less' },
  ],
  'calculatePower.one_proportion': [
    { effect: 0.5, n: 40, power: undefined },
    { effect: undefined, n: 40 },
    { effect: -0.5, alternative: 'less' },
  ],
  'calculatePower.correlation': [
    { effect: 0.5, n: 40, power: undefined },
    { effect: undefined, n: 40 },
    { effect: -0.5, alternative: 'less' },
  ],
  'calculatePower.chi_square': [
    { effect: 0.25, n: 100, power: undefined },
    { effect: undefined, n: 100, df: 4 },
  ],
};

/** The example of a method where the tables here need another. */
const instead: Readonly<Record<string, Given>> = {
  'fitRegression.poisson': { formula: 'seen ~ kind' },
  'timeSeries.overview': { value: 'bill', time: 'day', every: 'week' },
  'timeSeries.autocorrelation': { value: 'wing', time: 'day' },
  'timeSeries.adf': { value: 'bill', time: 'day' },
  'timeSeries.kpss': { value: 'bill', time: 'day', about: 'trend' },
  'timeSeries.mann_kendall': { value: 'wing', time: 'day' },
  'timeSeries.stl': { value: 'bill', time: 'day', robust: true },
  'timeSeries.ets': { value: 'bill', time: 'day', period: 7, horizon: 5 },
};

/** Fields that are undefined are left out. */
const given = (...parts: readonly Given[]): Given =>
  Object.fromEntries(
    Object.entries(Object.assign({}, ...parts)).filter(([, value]) => value !== undefined),
  );

/** The example of a method, for these tables. */
export const exampleOf = (operation: Asking, { method, example }: AnyMethod): Given =>
  instead[`${operation}.${method}`] ?? example;

/** The example with each choice of each field in turn, other levels and some of the rows. */
function askedOf(key: string, { input, example }: AnyMethod): Given[] {
  const base = instead[key] ?? example;
  const choices = Object.entries(input).flatMap(([name, schema]): Given[] => {
    const kind = kindOf(schema);
    return kind?.kind === 'choice'
      ? kind.options.flatMap(({ value }) => (value === '' ? [] : [{ [name]: value }]))
      : [];
  });
  const levels = 'confidence_level' in input ? [0.9, 0.99] : [];
  return [
    base,
    ...[
      ...choices,
      ...levels.map((level) => ({ confidence_level: level })),
      ...('view' in input ? [{ view: { filter: 'share > 0.25' } }] : []),
    ].map((one) => given(base, one)),
    ...(also[key] ?? []).map((one) => given(base, one)),
  ];
}

/** Every question, each once: all forms of one table, the example of the others. */
export const questions: readonly Question[] = everyMethod.flatMap(([operation, method]) => {
  const key = `${operation}.${method.method}`;
  const asked = askedOf(key, method);
  const of = (table: string, some: readonly Given[]): Question[] =>
    some.map((one) => {
      const input = method.options.parse({ method: method.method, ...one });
      return {
        id: [key, table, JSON.stringify(one)].join(' '),
        operation,
        method: method.method,
        table,
        input,
      };
    });
  const all =
    operation === 'calculatePower'
      ? of('', asked)
      : Object.keys(tables).flatMap((table) =>
          of(table, table === 'usual' ? asked : asked.slice(0, 1)),
        );
  return [...new Map(all.map((one) => [JSON.stringify([one.table, one.input]), one])).values()];
});
