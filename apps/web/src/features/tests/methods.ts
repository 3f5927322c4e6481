import { seriesMethods, structureMethods } from './model-methods.ts';
import type {
  AssociationOptions,
  ComparisonMethod,
  DistributionTestOptions,
  StructureOptions,
  TimeSeriesOptions,
} from '@columnist/contract';

export const asks = ['compare', 'relate', 'distribution', 'series', 'structure'] as const;
export type Ask = (typeof asks)[number];
/** The adviser names the method, by the columns: of groups or two columns, and of measurements of the same rows. */
export const automatic = ['auto', 'auto_pairs'] as const;
export type Method =
  | (typeof automatic)[number]
  | ComparisonMethod
  | AssociationOptions['method']
  | DistributionTestOptions['method']
  | TimeSeriesOptions['method']
  | StructureOptions['method'];

/** A place of the sentence where something is chosen. */
export type Slot =
  /** `any`: numbers, or values that are groups. */
  | {
      readonly field: string;
      readonly label: string;
      readonly kind: 'number' | 'category' | 'any' | 'time';
      readonly optional?: true;
    }
  | {
      readonly field: string;
      readonly label: string;
      readonly kind: 'numbers' | 'categories';
      readonly most: number;
      readonly optional?: true;
    }
  | {
      readonly field: string;
      readonly label: string;
      readonly kind: 'figure';
      readonly first?: number;
    }
  /** One value of the column in the field `of`, or several. */
  | {
      readonly field: string;
      readonly label: string;
      readonly kind: 'value' | 'values';
      readonly of: string;
    }
  | {
      readonly field: string;
      readonly label: string;
      readonly kind: 'choice';
      readonly options: readonly {
        readonly value: string | boolean | number;
        readonly label: string;
      }[];
    };

export interface MethodForm {
  readonly method: Method;
  readonly name: string;
  /** Heading in the list of methods. */
  readonly family: string;
  /** Words and slots; the method itself stands at the end. */
  readonly sentence: readonly (string | Slot)[];
  /** What may be left as it is. */
  readonly details: readonly Slot[];
}

const chosen = 'Chosen for you';
const value: Slot = { field: 'value', label: 'Column', kind: 'number' };
const group: Slot = { field: 'group', label: 'Groups', kind: 'category' };
const groups: Slot = { field: 'groups', label: 'Which groups', kind: 'values', of: 'group' };
const other: Slot = { field: 'other', label: 'Other column', kind: 'number' };
const alternative: Slot = {
  field: 'alternative',
  label: 'Alternative',
  kind: 'choice',
  options: [
    { value: 'two_sided', label: 'two-sided' },
    { value: 'less', label: 'smaller' },
    { value: 'greater', label: 'larger' },
  ],
};
const bounds: readonly Slot[] = [
  { field: 'low', label: 'Lower bound', kind: 'figure' },
  { field: 'high', label: 'Upper bound', kind: 'figure' },
];
const within = ['within', ...bounds.slice(0, 1), 'to', ...bounds.slice(1)] as const;
const grouped = ['Compare', value, 'between groups of', group] as const;
const two = { sentence: grouped, details: [groups, alternative] } as const;
const many = { sentence: grouped, details: [groups] } as const;
const x: Slot = { field: 'x', label: 'First column', kind: 'number' };
const y: Slot = { field: 'y', label: 'Second column', kind: 'number' };
const anyX: Slot = { field: 'x', label: 'First column', kind: 'category' };
const anyY: Slot = { field: 'y', label: 'Second column', kind: 'category' };
const related: Slot = { field: 'columns', label: 'Columns', kind: 'numbers', most: 60 };
const column: Slot = { field: 'column', label: 'Column', kind: 'number' };
const normal = {
  family: 'Is it normal?',
  sentence: ['Is', column, 'normally distributed'],
  details: [],
} as const;
const correct: Slot = {
  field: 'correct',
  label: 'Yates’ correction',
  kind: 'choice',
  options: [
    { value: true, label: 'with Yates’ correction' },
    { value: false, label: 'without correction' },
  ],
};

export const methods: Readonly<Record<Ask, readonly MethodForm[]>> = {
  series: seriesMethods,
  structure: structureMethods,
  compare: [
    {
      method: 'auto',
      name: 'between groups',
      family: chosen,
      sentence: [
        'Compare',
        { field: 'value', label: 'Column', kind: 'any' },
        'between groups of',
        group,
      ],
      details: [groups],
    },
    {
      method: 'auto_pairs',
      name: 'in the same rows',
      family: chosen,
      sentence: ['Compare', value, 'with', other, 'in the same rows'],
      details: [],
    },
    { method: 'welch_t', name: 'Welch t test', family: 'Two groups', ...two },
    { method: 'student_t', name: 'Student t test', family: 'Two groups', ...two },
    { method: 'mann_whitney', name: 'Mann–Whitney U test', family: 'Two groups', ...two },
    { method: 'permutation', name: 'permutation test', family: 'Two groups', ...two },
    {
      method: 'tost',
      name: 'equivalence (TOST)',
      family: 'Two groups',
      sentence: [...grouped, ...within],
      details: [groups],
    },
    {
      method: 'welch_anova',
      name: 'Welch analysis of variance',
      family: 'Several groups',
      ...many,
    },
    { method: 'anova', name: 'analysis of variance', family: 'Several groups', ...many },
    {
      method: 'kruskal_wallis',
      name: 'Kruskal–Wallis test',
      family: 'Several groups',
      sentence: grouped,
      details: [
        groups,
        {
          field: 'adjust',
          label: 'Adjust pairs',
          kind: 'choice',
          options: [
            { value: 'holm', label: 'Holm' },
            { value: 'bonferroni', label: 'Bonferroni' },
            { value: 'bh', label: 'Benjamini–Hochberg' },
            { value: 'none', label: 'not adjusted' },
          ],
        },
      ],
    },
    { method: 'brown_forsythe', name: 'Brown–Forsythe test', family: 'Spread of groups', ...many },
    { method: 'levene', name: 'Levene’s test', family: 'Spread of groups', ...many },
    { method: 'bartlett', name: 'Bartlett’s test', family: 'Spread of groups', ...many },
    {
      method: 'fligner_killeen',
      name: 'Fligner–Killeen test',
      family: 'Spread of groups',
      ...many,
    },
    {
      method: 'factorial_anova',
      name: 'factorial analysis of variance',
      family: 'Several factors',
      sentence: [
        'Compare',
        value,
        'between groups of',
        { field: 'factors', label: 'Factors', kind: 'categories', most: 4 },
      ],
      details: [
        { field: 'covariates', label: 'Held constant', kind: 'numbers', most: 10, optional: true },
        {
          field: 'sums_of_squares',
          label: 'Tests of terms',
          kind: 'choice',
          options: [
            { value: 3, label: 'type III, given all' },
            { value: 2, label: 'type II, given the others' },
            { value: 1, label: 'type I, in their order' },
          ],
        },
      ],
    },
    {
      method: 'repeated_measures_anova',
      name: 'repeated measures analysis of variance',
      family: 'The same rows',
      sentence: [
        'Compare',
        { field: 'columns', label: 'Columns', kind: 'numbers', most: 20 },
        'in the same rows',
      ],
      details: [{ field: 'group', label: 'Between groups of', kind: 'category', optional: true }],
    },
    {
      method: 'paired_t',
      name: 'paired t test',
      family: 'The same rows',
      sentence: ['Compare', value, 'with', other, 'in the same rows'],
      details: [alternative],
    },
    {
      method: 'wilcoxon_signed_rank',
      name: 'Wilcoxon signed rank test',
      family: 'The same rows',
      sentence: ['Compare', value, 'with', other, 'in the same rows'],
      details: [alternative],
    },
    {
      method: 'tost_paired',
      name: 'paired equivalence (TOST)',
      family: 'The same rows',
      sentence: ['Compare', value, 'with', other, ...within],
      details: [],
    },
    {
      method: 'friedman',
      name: 'Friedman test',
      family: 'The same rows',
      sentence: [
        'Compare',
        { field: 'columns', label: 'Columns', kind: 'numbers', most: 20 },
        'in the same rows',
      ],
      details: [],
    },
    {
      method: 'one_sample_t',
      name: 'one-sample t test',
      family: 'One column',
      sentence: [
        'Compare',
        value,
        'with',
        { field: 'mu', label: 'Mean', kind: 'figure', first: 0 },
      ],
      details: [alternative],
    },
    {
      method: 'tost_one_sample',
      name: 'equivalence (TOST), one sample',
      family: 'One column',
      sentence: ['Compare', value, ...within],
      details: [],
    },
    {
      method: 'proportions',
      name: 'test of proportions',
      family: 'Proportions',
      sentence: [
        'Compare the share of',
        { field: 'success', label: 'Value', kind: 'value', of: 'event' },
        'in',
        { field: 'event', label: 'Column', kind: 'category' },
        'between groups of',
        group,
      ],
      details: [groups, correct, alternative],
    },
    {
      method: 'one_proportion',
      name: 'binomial test',
      family: 'Proportions',
      sentence: [
        'Compare the share of',
        { field: 'success', label: 'Value', kind: 'value', of: 'event' },
        'in',
        { field: 'event', label: 'Column', kind: 'category' },
        'with',
        { field: 'p', label: 'Proportion', kind: 'figure', first: 0.5 },
      ],
      details: [alternative],
    },
  ],
  relate: [
    {
      method: 'auto',
      name: 'any two columns',
      family: chosen,
      sentence: [
        'Relate',
        { field: 'x', label: 'First column', kind: 'any' },
        'and',
        { field: 'y', label: 'Second column', kind: 'any' },
      ],
      details: [],
    },
    {
      method: 'chi_square',
      name: 'chi-square test',
      family: 'Categories',
      sentence: ['Relate', anyX, 'and', anyY],
      details: [correct],
    },
    {
      method: 'fisher_exact',
      name: 'Fisher’s exact test',
      family: 'Categories',
      sentence: ['Relate', anyX, 'and', anyY],
      details: [alternative],
    },
    {
      method: 'mcnemar',
      name: 'McNemar’s test',
      family: 'The same categories twice',
      sentence: ['Relate', anyX, 'and', anyY],
      details: [
        {
          field: 'variant',
          label: 'Form',
          kind: 'choice',
          options: [
            { value: 'corrected', label: 'with continuity correction' },
            { value: 'uncorrected', label: 'without correction' },
            { value: 'exact', label: 'exact' },
          ],
        },
      ],
    },
    {
      method: 'cohen_kappa',
      name: 'Cohen’s κ',
      family: 'The same categories twice',
      sentence: ['Relate', anyX, 'and', anyY],
      details: [],
    },
    {
      method: 'pearson',
      name: 'Pearson correlation',
      family: 'Numbers',
      sentence: ['Relate', related],
      details: [],
    },
    {
      method: 'spearman',
      name: 'Spearman rank correlation',
      family: 'Numbers',
      sentence: ['Relate', related],
      details: [],
    },
    {
      method: 'kendall',
      name: 'Kendall’s τ-b',
      family: 'Numbers',
      sentence: ['Relate', x, 'and', y],
      details: [alternative],
    },
    {
      method: 'partial',
      name: 'partial correlation',
      family: 'Numbers',
      sentence: [
        'Relate',
        x,
        'and',
        y,
        'given',
        { field: 'given', label: 'Held constant', kind: 'numbers', most: 20 },
      ],
      details: [],
    },
    {
      method: 'point_biserial',
      name: 'point-biserial correlation',
      family: 'A number and groups',
      sentence: ['Relate', x, 'and', anyY],
      details: [],
    },
    {
      method: 'correlation_ratio',
      name: 'correlation ratio η',
      family: 'A number and groups',
      sentence: ['Relate', x, 'and', anyY],
      details: [],
    },
    {
      method: 'cronbach_alpha',
      name: 'Cronbach’s α',
      family: 'Items',
      sentence: [
        'Do',
        { field: 'columns', label: 'Items', kind: 'numbers', most: 60 },
        'measure one thing',
      ],
      details: [],
    },
  ],
  distribution: [
    { method: 'shapiro_wilk', name: 'Shapiro–Wilk test', ...normal },
    { method: 'anderson_darling', name: 'Anderson–Darling test', ...normal },
    { method: 'lilliefors', name: 'Lilliefors test', ...normal },
    { method: 'jarque_bera', name: 'Jarque–Bera test', ...normal },
    { method: 'dagostino_k2', name: 'D’Agostino K² test', ...normal },
    {
      method: 'chi_square_goodness_of_fit',
      name: 'goodness of fit',
      family: 'Does it fit?',
      sentence: [
        'Do the values of',
        { field: 'column', label: 'Column', kind: 'category' },
        'occur equally often',
      ],
      details: [],
    },
    {
      method: 'kolmogorov_smirnov',
      name: 'Kolmogorov–Smirnov test',
      family: 'Does it fit?',
      sentence: [
        'Does',
        column,
        'follow a normal distribution with mean',
        { field: 'mean', label: 'Mean', kind: 'figure', first: 0 },
        'and standard deviation',
        { field: 'sd', label: 'Standard deviation', kind: 'figure', first: 1 },
      ],
      details: [],
    },
    {
      method: 'kolmogorov_smirnov_two_sample',
      name: 'Kolmogorov–Smirnov test of two groups',
      family: 'Does it fit?',
      sentence: ['Is', column, 'distributed alike in groups of', group],
      details: [groups],
    },
    {
      method: 'autocorrelation',
      name: 'Ljung–Box test',
      family: 'In the order of the rows',
      sentence: ['Do values of', column, 'depend on those before'],
      details: [{ field: 'lags', label: 'Lags', kind: 'figure', first: 1 }],
    },
    {
      method: 'grubbs',
      name: 'Grubbs’ test',
      family: 'Outliers',
      sentence: ['Has', column, 'an outlier'],
      details: [],
    },
    {
      method: 'tukey_outliers',
      name: 'Tukey’s fences',
      family: 'Outliers',
      sentence: ['Which values of', column, 'lie far out'],
      details: [{ field: 'k', label: 'Interquartile ranges', kind: 'figure', first: 1.5 }],
    },
    {
      method: 'z_score_outliers',
      name: 'standard scores',
      family: 'Outliers',
      sentence: ['Which values of', column, 'lie far out'],
      details: [{ field: 'threshold', label: 'Standard deviations', kind: 'figure', first: 3 }],
    },
    {
      method: 'mahalanobis_outliers',
      name: 'Mahalanobis distance',
      family: 'Outliers',
      sentence: [
        'Which rows of',
        { field: 'columns', label: 'Columns', kind: 'numbers', most: 20 },
        'lie far out',
      ],
      details: [],
    },
  ],
};

export const formOf = (ask: Ask, method: string): MethodForm | undefined =>
  methods[ask].find((one) => one.method === method);
export const askOf = (method: string): Ask | undefined =>
  asks.find((ask) => formOf(ask, method) !== undefined);
export const isAutomatic = (method: string): boolean => automatic.some((one) => one === method);
export const nameOfMethod = (method: string): string =>
  asks.map((ask) => formOf(ask, method)?.name).find((name) => name !== undefined) ?? method;
