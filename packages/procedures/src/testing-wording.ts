import { methods } from '@columnist/contract';
import { mulberry32 } from '@columnist/statistics';

const random = mulberry32(52);
const noise = Array.from({ length: 4000 }, () => random() + random() + random() - 1.5);
let drawn = 0;
const next = (): number => noise[drawn++ % noise.length] ?? 0;
const rounded = (value: number): string => value.toFixed(2);

const rows = 48;
/**
 * Columns with effects that every test finds (strong), that are found at the 5 % level and not at
 * the 0.1 % level (some), and without (none).
 */
const columns: Readonly<Record<string, (i: number) => string | number>> = {
  group: (i) => ['control', 'treated'][i % 2] ?? '',
  site: (i) => ['north', 'south', 'west'][i % 3] ?? '',
  strong: (i) => rounded(50 + 3 * (i % 2) + 2 * (i % 3) + next()),
  some: (i) => rounded(50 + 0.55 * (i % 2) + 0.3 * (i % 3) + next()),
  none: () => rounded(50 + next()),
  line: (i) => rounded(i / 4 + next()),
  before: () => rounded(20 + next()),
  same: () => rounded(20 + next()),
  again: () => rounded(20 + next()),
  after: () => rounded(22 + next()),
  later: () => rounded(23 + next()),
  wide: (i) => rounded(50 + next() * (i % 2 === 0 ? 1 : 8)),
  skewed: () => rounded(Math.exp(3 * next())),
  won: (i) => ((i % 2 === 1 ? i % 10 !== 1 : i % 10 === 0) ? 'win' : 'loss'),
  rank3: (i) => (i % 2 === 1 ? 'top' : i % 4 === 0 ? 'low' : 'mid'),
  guess: (i) => ((i * 7) % 5 < 2 ? 'win' : 'loss'),
  rater1: (i) => 'ABC'[i % 3] ?? '',
  rater2: (i) => 'ABC'[(i % 8 === 0 ? i + 1 : i) % 3] ?? '',
  rater3: (i) => 'ABC'[(i * i + Math.floor(i / 5)) % 3] ?? '',
  old: (i) => (i % 6 === 0 ? 'in' : 'out'),
  new: (i) => (i % 6 === 0 || i % 3 === 1 ? 'in' : 'out'),
  item1: (i) => 1 + (i % 5),
  item2: (i) => 1 + ((i + (i % 4 === 0 ? 1 : 0)) % 5),
  item3: (i) => 1 + ((i + (i % 7 === 0 ? 2 : 0)) % 5),
  events: (i) => Math.round(2 + 6 * (i % 2) + next()),
  calls: (i) => 3 + ((i * 5) % 4),
  month: (i) => new Date(Date.UTC(2018, i, 1)).toISOString().slice(0, 10),
  walk: (i) => rounded(i + 5 * Math.sin(i / 9) + next()),
  season: (i) => rounded(10 * Math.cos((i * Math.PI) / 6) + next()),
  gaps: (i) => (i % 9 === 4 ? '' : rounded(50 + next())),
  holes: (i) => (i % 6 === 5 ? '' : rounded(50 + next())),
  third: () => rounded(20 + next()),
  crossed: (i) => rounded(50 + (i % 6 === 5 ? 3 : 0) + next()),
};

/** The table that the wording of every method is tested on. */
export const wordingCsv = (() => {
  const names = Object.keys(columns);
  const cells = names.map((name) => Array.from({ length: rows }, (_, i) => columns[name]?.(i)));
  return `${names.join(',')}\n${Array.from({ length: rows }, (_, i) => cells.map((column) => column[i]).join(',')).join('\n')}\n`;
})();

/** By method what is asked of it: once what is found, and what is not. */
export const wordingInputs: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> =
  {
    compareGroups: [
      ...['welch_t', 'student_t', 'mann_whitney', 'permutation'].flatMap((method) =>
        ['strong', 'some', 'none'].map((value) => ({ method, value, group: 'group' })),
      ),
      ...['anova', 'welch_anova', 'kruskal_wallis'].flatMap((method) =>
        ['strong', 'none'].map((value) => ({ method, value, group: 'site' })),
      ),
      { method: 'tost', value: 'none', group: 'group', low: -1, high: 1 },
      { method: 'tost', value: 'strong', group: 'group', low: -1, high: 1 },
      ...['levene', 'brown_forsythe', 'bartlett', 'fligner_killeen'].flatMap((method) =>
        ['wide', 'none'].map((value) => ({ method, value, group: 'group' })),
      ),
      { method: 'one_sample_t', value: 'strong', mu: 50 },
      { method: 'one_sample_t', value: 'none', mu: 50 },
      { method: 'paired_t', value: 'after', other: 'before' },
      { method: 'paired_t', value: 'same', other: 'before' },
      { method: 'wilcoxon_signed_rank', value: 'after', other: 'before' },
      { method: 'wilcoxon_signed_rank', value: 'same', other: 'before' },
      { method: 'wilcoxon_signed_rank', value: 'strong', mu: 50 },
      { method: 'tost_paired', value: 'same', other: 'before', low: -0.5, high: 0.5 },
      { method: 'tost_paired', value: 'after', other: 'before', low: -0.5, high: 0.5 },
      { method: 'tost_one_sample', value: 'none', low: 49.5, high: 50.5 },
      { method: 'tost_one_sample', value: 'strong', low: 49.5, high: 50.5 },
      { method: 'friedman', columns: ['before', 'after', 'later'] },
      { method: 'friedman', columns: ['same', 'again', 'third'] },
      { method: 'one_proportion', event: 'won', success: 'win', p: 0.2 },
      { method: 'one_proportion', event: 'guess', success: 'win', p: 0.4 },
      { method: 'proportions', event: 'won', success: 'win', group: 'group' },
      { method: 'proportions', event: 'guess', success: 'win', group: 'group' },
      {
        method: 'proportions',
        event: 'guess',
        success: 'win',
        group: 'site',
        alternative: 'two_sided',
      },
      {
        method: 'proportions',
        event: 'won',
        success: 'win',
        group: 'rank3',
        alternative: 'two_sided',
      },
      { method: 'factorial_anova', value: 'strong', factors: ['group', 'site'] },
      { method: 'factorial_anova', value: 'crossed', factors: ['group', 'site'] },
      { method: 'factorial_anova', value: 'none', factors: ['group', 'site'] },
      { method: 'repeated_measures_anova', columns: ['before', 'after', 'later'] },
      { method: 'repeated_measures_anova', columns: ['before', 'same'], group: 'group' },
    ],
    association: [
      { method: 'pearson', columns: ['line', 'walk', 'none'] },
      { method: 'pearson', columns: ['none', 'before'] },
      { method: 'spearman', columns: ['line', 'walk'] },
      { method: 'kendall', x: 'line', y: 'walk' },
      { method: 'kendall', x: 'none', y: 'before' },
      { method: 'partial', x: 'line', y: 'walk', given: ['none'] },
      { method: 'partial', x: 'none', y: 'before', given: ['line'] },
      { method: 'point_biserial', x: 'strong', y: 'group' },
      { method: 'point_biserial', x: 'none', y: 'group' },
      { method: 'correlation_ratio', x: 'strong', y: 'site' },
      { method: 'correlation_ratio', x: 'none', y: 'site' },
      { method: 'chi_square', x: 'group', y: 'won' },
      { method: 'chi_square', x: 'site', y: 'guess' },
      { method: 'fisher_exact', x: 'group', y: 'won' },
      { method: 'fisher_exact', x: 'group', y: 'guess' },
      { method: 'mcnemar', x: 'old', y: 'new' },
      { method: 'mcnemar', x: 'won', y: 'guess' },
      { method: 'mcnemar', x: 'old', y: 'new', variant: 'exact' },
      { method: 'cohen_kappa', x: 'rater1', y: 'rater2' },
      { method: 'cohen_kappa', x: 'rater1', y: 'rater3' },
      { method: 'cronbach_alpha', columns: ['item1', 'item2', 'item3'] },
    ],
    testDistribution: [
      ...methods.testDistribution
        .filter(({ family }) => family === 'normality')
        .flatMap(({ method }) => ['skewed', 'none'].map((column) => ({ method, column }))),
      ...['skewed', 'none'].map((column) => ({
        method: 'kolmogorov_smirnov',
        column,
        distribution: { name: 'normal', mean: 50, sd: 0.5 },
      })),
      ...['strong', 'none'].map((column) => ({
        method: 'kolmogorov_smirnov_two_sample',
        column,
        group: 'group',
      })),
      { method: 'chi_square_goodness_of_fit', column: 'old' },
      { method: 'chi_square_goodness_of_fit', column: 'won', expected: { win: 1, loss: 1 } },
      { method: 'autocorrelation', column: 'walk', lags: 5 },
      { method: 'autocorrelation', column: 'none', lags: 1 },
      { method: 'grubbs', column: 'skewed' },
      { method: 'grubbs', column: 'none' },
      { method: 'z_score_outliers', column: 'skewed' },
      { method: 'z_score_outliers', column: 'none' },
      { method: 'tukey_outliers', column: 'skewed' },
      { method: 'mahalanobis_outliers', columns: ['skewed', 'none'] },
      { method: 'mahalanobis_outliers', columns: ['before', 'none'] },
    ],
    fitRegression: [
      { method: 'linear', formula: 'strong ~ group + site' },
      { method: 'linear', formula: 'strong ~ group', errors: 'hc3' },
      { method: 'linear', formula: 'none ~ before + group' },
      { method: 'linear', formula: 'none ~ 1' },
      { method: 'logistic', formula: 'won ~ group' },
      { method: 'logistic', formula: 'guess ~ none' },
      { method: 'poisson', formula: 'events ~ group' },
      { method: 'poisson', formula: 'calls ~ none' },
      { method: 'poisson', formula: 'calls ~ 1' },
    ],
    timeSeries: [
      { method: 'overview', value: 'walk', time: 'month' },
      { method: 'autocorrelation', value: 'walk', time: 'month' },
      { method: 'autocorrelation', value: 'none', time: 'month', lags: 1 },
      { method: 'adf', value: 'none', time: 'month' },
      { method: 'adf', value: 'walk', time: 'month', deterministics: 'trend' },
      { method: 'kpss', value: 'walk', time: 'month' },
      { method: 'kpss', value: 'none', time: 'month', about: 'trend' },
      { method: 'mann_kendall', value: 'walk', time: 'month' },
      { method: 'mann_kendall', value: 'none', time: 'month' },
      { method: 'stl', value: 'season', time: 'month' },
      { method: 'stl', value: 'none', time: 'month' },
      { method: 'ets', value: 'walk', time: 'month', form: 'AAN', horizon: 3 },
    ],
    structure: [
      { method: 'principal_components', columns: ['line', 'walk', 'none'] },
      { method: 'k_means', columns: ['line', 'strong'], k: 2 },
      { method: 'little_mcar', columns: ['strong', 'gaps'] },
      { method: 'little_mcar', columns: ['strong', 'holes'] },
    ],
  };
