import {
  AppError,
  columnType,
  findColumn,
  operations,
  parseFormula,
  testResult,
  type AssociationOptions,
  type ComparisonOptions,
  type DistributionTestOptions,
  type Filter,
  type InputOf,
  type RegressionOptions,
  type StructureOptions,
  type TestResult,
  type TimeSeriesOptions,
  type View,
} from '@columnist/contract';
import type { Attacks, ColumnsOf, Disclosure, Grouping } from './disclosure.ts';
import { fewestRows } from './judge-rows.ts';

/** What a method answers about. */
type Part = Omit<Disclosure, 'id' | 'view' | 'ask'>;

/** Attacks on every method; a new method adds its own here, and its rule below. */
type Samples<Method extends string> = Readonly<Record<Method, readonly [object, ...object[]]>>;
/** Every sample with its method; the first of each also of the rows of one person, and of all others. */
function attacksOf<Method extends string>(samples: Samples<Method>): Attacks {
  const one = (filter: string): object => ({ view: { filter } });
  const [first, ...rest] = Object.entries<readonly object[]>(samples).flatMap(([method, ones]) =>
    ones.flatMap((sample, i) => [
      { method, ...sample },
      ...(i === 0
        ? [
            { method, ...sample, ...one('id = 7') },
            { method, ...sample, ...one('id <> 7') },
          ]
        : []),
    ]),
  );
  if (first === undefined) throw new Error('There are methods.');
  return [first, ...rest];
}

const one = { by: [], small: 'refused', fewest: 10 } as const;
const noMethod = (method: string, why: string, fix: string): AppError =>
  new AppError(
    'forbidden',
    `'${method}' cannot be asked by a credential that may not read rows: ${why}`,
    { fix },
  );
const showsRows = new Set([
  'points',
  'quantiles',
  'series',
  'fit',
  'map',
  'groups',
  'curve',
  'bars',
]);

/** A result without what leans on single rows: checks of assumptions, pictures of values, and tables but those named. */
const figuresOf =
  (tables: 'all' | readonly RegExp[] = 'all') =>
  (answer: unknown): TestResult => {
    const { pictures: _pictures, multiplicity: _multiplicity, ...found } = testResult.parse(answer);
    return {
      ...found,
      assumptions: [],
      recommendation: null,
      picture: found.picture === null || showsRows.has(found.picture.kind) ? null : found.picture,
      tables: found.tables.filter(
        (table) =>
          table.single_rows !== true &&
          (tables === 'all' || tables.some((title) => title.test(table.title))),
      ),
    };
  };
const show = figuresOf();

/** A number in groups. Where groups are named, the others are not asked about. */
async function inGroups(
  {
    id,
    value,
    group,
    groups,
  }: {
    readonly id: string;
    readonly value: string;
    readonly group: string;
    readonly groups?: readonly string[] | undefined;
  },
  columnsOf: ColumnsOf,
): Promise<Part> {
  return {
    ...one,
    columns: [value],
    by: [group],
    grouped: true,
    ...(groups === undefined ? {} : { among: await isAmong(id, group, groups, columnsOf) }),
    show,
  };
}

async function isAmong(
  id: string,
  group: string,
  groups: readonly string[],
  columnsOf: ColumnsOf,
): Promise<Filter> {
  const { type } = findColumn(await columnsOf(id), group);
  const value = (text: string): string | number | boolean =>
    type === columnType.enum.number
      ? Number(text)
      : type === columnType.enum.boolean
        ? text === 'true'
        : text;
  return { column: group, op: 'in', values: groups.map(value) };
}

/** Sums of products of columns, over the rows that have all of them. */
const ofProducts = (columns: readonly string[], fewest: number = one.fewest): Part => ({
  ...one,
  fewest,
  columns,
  together: true,
  products: [columns],
  show,
});
/** Counts of every value, or of every pair of values. */
const ofCells = (by: readonly Grouping[]): Part => ({
  ...one,
  fewest: fewestRows,
  columns: [],
  by,
  grouped: true,
  show,
});
/** Of a whole column: what leans on the order or on higher moments of values is answered of one set of rows, which is large. */
const ofColumn = (column: string): Part => ({
  ...one,
  fewest: 20,
  columns: [column],
  complete: true,
  show,
});

const pairUp = (columns: readonly string[]): string[][] =>
  columns.flatMap((x, i) => columns.slice(i + 1).map((y) => [x, y]));
const columnsAtMost = 10;

const salaries = { value: 'salary', group: 'dept' };
const sexes = { value: 'salary', group: 'gender' };
const alone = { value: 'salary', group: 'dept', groups: ['Board', 'Sales'] };
const named = { value: 'salary', group: 'name' };
export const comparisonAttacks = attacksOf<ComparisonOptions['method']>({
  welch_t: [alone, sexes],
  student_t: [alone, sexes],
  mann_whitney: [alone, { ...sexes, confidence_level: 0.9999 }],
  permutation: [alone, sexes],
  tost: [{ ...alone, low: -1, high: 1 }],
  anova: [salaries, named],
  welch_anova: [salaries],
  kruskal_wallis: [salaries, named],
  levene: [salaries],
  brown_forsythe: [salaries],
  bartlett: [salaries],
  fligner_killeen: [salaries],
  one_sample_t: [{ value: 'salary' }],
  paired_t: [
    { value: 'salary', other: 'id' },
    { value: 'salary', other: 'age' },
  ],
  wilcoxon_signed_rank: [
    { value: 'salary', mu: 400_000 },
    { value: 'salary', other: 'id' },
  ],
  tost_paired: [{ value: 'salary', other: 'id', low: -1, high: 1 }],
  tost_one_sample: [{ value: 'salary', low: 0, high: 1 }],
  friedman: [{ columns: ['salary', 'id', 'age'] }],
  one_proportion: [
    { event: 'name', success: 'Person7' },
    { event: 'dept', success: 'Board' },
  ],
  proportions: [
    { event: 'dept', success: 'Board', group: 'gender' },
    { event: 'gender', success: 'm', group: 'name' },
  ],
  factorial_anova: [
    { value: 'salary', factors: ['dept', 'gender'] },
    { value: 'salary', factors: ['gender', 'kind'], covariates: ['id'] },
  ],
  repeated_measures_anova: [
    { columns: ['salary', 'id'] },
    { columns: ['salary', 'id'], group: 'dept' },
  ],
});

async function comparisonOf(
  asked: InputOf<(typeof operations)['datasets']['compareGroups']>,
  columnsOf: ColumnsOf,
): Promise<Part> {
  switch (asked.method) {
    case 'welch_t':
    case 'student_t':
    case 'mann_whitney':
    case 'permutation':
    case 'tost':
    case 'anova':
    case 'welch_anova':
    case 'kruskal_wallis':
    case 'levene':
    case 'brown_forsythe':
    case 'bartlett':
    case 'fligner_killeen':
      return inGroups(asked, columnsOf);
    case 'one_sample_t':
    case 'tost_one_sample':
      return { ...one, columns: [asked.value], show };
    case 'paired_t':
    case 'tost_paired':
      return ofProducts([asked.value, asked.other]);
    case 'wilcoxon_signed_rank':
      if (asked.mu !== 0)
        throw noMethod(
          asked.method,
          'counts above and below a number of your choice would find each value.',
          "Leave out 'mu', or use one_sample_t.",
        );
      return asked.other === undefined
        ? { ...one, columns: [asked.value], show }
        : ofProducts([asked.value, asked.other]);
    case 'friedman':
      return ofProducts(asked.columns);
    case 'repeated_measures_anova':
      return asked.group === undefined
        ? ofProducts(asked.columns)
        : {
            ...ofProducts([...asked.columns, asked.group]),
            columns: asked.columns,
            by: [asked.group],
            grouped: true,
          };
    case 'one_proportion':
      return ofCells([asked.event]);
    case 'proportions':
      return {
        ...ofCells([asked.event, asked.group]),
        ...(asked.groups === undefined
          ? {}
          : { among: await isAmong(asked.id, asked.group, asked.groups, columnsOf) }),
      };
    case 'factorial_anova':
      return {
        ...one,
        fewest: fewestRows,
        columns: [asked.value, ...asked.covariates],
        together: true,
        by: asked.factors,
        grouped: true,
        ...(asked.covariates.length === 0
          ? {}
          : { products: [[asked.value, ...asked.covariates, ...asked.factors]] }),
        show,
      };
  }
}

const pair = { x: 'salary', y: 'id' };
export const associationAttacks = attacksOf<AssociationOptions['method']>({
  pearson: [
    { columns: ['salary', 'id'] },
    { columns: ['salary', 'id', 'age', 'mass', 'wing', 'bill'] },
  ],
  spearman: [{ columns: ['salary', 'id'] }],
  kendall: [pair],
  partial: [{ ...pair, given: ['age', 'mass', 'bill'] }],
  point_biserial: [{ x: 'salary', y: 'gender' }],
  correlation_ratio: [
    { x: 'salary', y: 'dept' },
    { x: 'salary', y: 'name' },
  ],
  chi_square: [
    { x: 'dept', y: 'gender' },
    { x: 'name', y: 'gender' },
  ],
  fisher_exact: [{ x: 'before', y: 'after' }],
  mcnemar: [{ x: 'before', y: 'after' }],
  cohen_kappa: [{ x: 'before', y: 'after' }],
  cronbach_alpha: [{ columns: ['salary', 'id', 'age'] }],
});

function associationOf(asked: InputOf<(typeof operations)['datasets']['association']>): Part {
  switch (asked.method) {
    case 'pearson':
    case 'spearman':
      if (asked.columns.length > columnsAtMost)
        throw new AppError(
          'too_complex',
          `A credential that may not read rows correlates at most ${columnsAtMost} columns in one call.`,
        );
      return {
        ...one,
        fewest: asked.method === 'pearson' ? one.fewest : 20,
        columns: asked.columns,
        products: pairUp([...new Set(asked.columns)]),
        show: (answer) => answer,
      };
    case 'kendall':
      return ofProducts([asked.x, asked.y], 20);
    case 'partial':
      return ofProducts([asked.x, asked.y, ...asked.given]);
    case 'cronbach_alpha':
      return ofProducts(asked.columns);
    case 'point_biserial':
    case 'correlation_ratio':
      return { ...one, columns: [asked.x], by: [asked.y], grouped: true, show };
    case 'chi_square':
    case 'fisher_exact':
    case 'mcnemar':
    case 'cohen_kappa':
      return ofCells([asked.x, asked.y]);
  }
}

const salary = { column: 'salary' };
export const distributionAttacks = attacksOf<DistributionTestOptions['method']>({
  shapiro_wilk: [salary],
  anderson_darling: [salary],
  lilliefors: [salary],
  jarque_bera: [salary],
  dagostino_k2: [salary],
  kolmogorov_smirnov: [
    { ...salary, distribution: { name: 'normal', mean: 400_000, sd: 1e-9 } },
    { ...salary, distribution: { name: 'uniform', min: 400_000, max: 400_001 } },
  ],
  kolmogorov_smirnov_two_sample: [
    { ...salary, group: 'gender' },
    { ...salary, group: 'dept', groups: ['Board', 'Sales'] },
  ],
  chi_square_goodness_of_fit: [{ column: 'dept' }, { column: 'name' }],
  autocorrelation: [{ ...salary, lags: 50 }],
  grubbs: [salary],
  z_score_outliers: [{ ...salary, threshold: 1 }],
  tukey_outliers: [{ ...salary, k: 0.1 }],
  mahalanobis_outliers: [{ columns: ['salary', 'age'], alpha: 0.5 }],
});

async function distributionOf(
  asked: InputOf<(typeof operations)['datasets']['testDistribution']>,
  columnsOf: ColumnsOf,
): Promise<Part> {
  const instead =
    'Use shapiro_wilk, anderson_darling, lilliefors, jarque_bera or dagostino_k2 of a whole column, kolmogorov_smirnov_two_sample, or chi_square_goodness_of_fit.';
  switch (asked.method) {
    case 'shapiro_wilk':
    case 'anderson_darling':
    case 'lilliefors':
    case 'jarque_bera':
    case 'dagostino_k2':
      return ofColumn(asked.column);
    case 'kolmogorov_smirnov_two_sample':
      return inGroups({ ...asked, value: asked.column }, columnsOf);
    case 'chi_square_goodness_of_fit':
      return ofCells([asked.column]);
    case 'kolmogorov_smirnov':
      throw noMethod(
        asked.method,
        'distances from a distribution of your choice would find each value.',
        instead,
      );
    case 'autocorrelation':
      throw noMethod(asked.method, 'it multiplies each value with those beside it.', instead);
    case 'grubbs':
    case 'z_score_outliers':
    case 'tukey_outliers':
    case 'mahalanobis_outliers':
      throw noMethod(asked.method, 'outliers are single rows.', instead);
  }
}

const isChief = { formula: 'salary ~ dept' };
export const regressionAttacks = attacksOf<RegressionOptions['method']>({
  linear: [
    isChief,
    { formula: 'salary ~ id' },
    { formula: 'salary ~ dept + gender' },
    { formula: 'salary ~ dept * gender' },
    { formula: 'salary ~ name' },
    { formula: 'salary ~ factor(id)' },
    { formula: 'salary ~ id + I(id^2) + I(id^3)' },
    { formula: 'salary ~ exp(id)' },
    { formula: 'salary ~ age', folds: 20 },
    { formula: 'salary ~ age', test_share: 0.02 },
    { formula: 'salary ~ age', weights: 'id' },
    { formula: 'salary ~ age', errors: 'hc3' },
    { formula: 'salary ~ gender', means: ['gender'], predict: [{ gender: 'm' }] },
    { formula: 'salary ~ dept', means: ['dept'], predict: [{ dept: 'Board' }] },
    { formula: 'id ~ salary' },
    { formula: 'salary ~ id + age + mass + bill' },
    { formula: 'salary ~ age', confidence_level: 0.9999 },
  ],
  logistic: [{ formula: 'gender ~ salary' }, { formula: 'gender ~ dept' }],
  poisson: [{ formula: 'id ~ dept' }, { formula: 'id ~ salary' }],
});
const ofModels = [
  /^Coefficients$/,
  /^Terms$/,
  /^How much terms overlap$/,
  /^Predictions$/,
  /^Estimated marginal means/,
  /^Differences of/,
  /of one more, or against the first group$/,
];

/** Of sums of products with every column that explains: columns as they are, each once. */
function regressionOf(asked: InputOf<(typeof operations)['datasets']['fitRegression']>): Part {
  if (asked.folds !== undefined || asked.test_share !== undefined)
    throw noMethod(
      asked.method,
      'rows that are predicted from others are few.',
      "Leave out 'folds' and 'test_share'.",
    );
  if (asked.method === 'linear' && (asked.weights !== undefined || asked.errors !== 'classical'))
    throw noMethod(
      asked.method,
      'weights and robust errors lean on single rows.',
      "Leave out 'weights', and ask for errors 'classical'.",
    );
  const { response, terms } = parseFormula(asked.formula);
  const plain =
    [response, ...terms.flat()].every(
      ({ transform, power }) => transform === null && power === 1,
    ) && terms.every((term) => term.length === 1);
  if (!plain)
    throw new AppError(
      'forbidden',
      'A credential that may not read rows fits a column by columns as they are: functions, powers and products of columns could single out a row.',
      { fix: 'Write, for example, salary ~ age + department.' },
    );
  return {
    ...ofProducts([...new Set([response.column, ...terms.flat().map(({ column }) => column)])]),
    show: figuresOf(ofModels),
  };
}

const daily = { value: 'salary', time: 'day' };
export const seriesAttacks = attacksOf<TimeSeriesOptions['method']>({
  overview: [
    daily,
    { ...daily, every: 'day', aggregate: 'sum' },
    { ...daily, every: 'month', aggregate: 'max' },
    { ...daily, every: 'month', aggregate: 'sum' },
  ],
  autocorrelation: [daily, { ...daily, lags: 50 }],
  adf: [daily],
  kpss: [daily],
  mann_kendall: [daily],
  stl: [{ ...daily, period: 7 }],
  ets: [{ ...daily, horizon: 2 }],
});

const periods: Readonly<
  Partial<Record<NonNullable<TimeSeriesOptions['every']>, readonly string[]>>
> = { day: ['date'], month: ['year', 'month'], quarter: ['year', 'quarter'], year: ['year'] };

/** A series of figures of periods, each of which could be asked for alone. */
function seriesOf(asked: InputOf<(typeof operations)['datasets']['timeSeries']>): Part {
  const { time, every, aggregate } = asked;
  const parts = every === undefined ? undefined : periods[every];
  const isOfAll =
    aggregate === 'mean' || aggregate === 'sum' || aggregate === 'count' || aggregate === 'median';
  if (time === undefined || parts === undefined || !isOfAll)
    throw noMethod(
      asked.method,
      'each moment may be a single row.',
      "Name 'time', every 'day', 'month', 'quarter' or 'year', and aggregate 'mean', 'sum', 'count' or 'median', so that each period has 5 rows or more.",
    );
  return {
    ...one,
    fewest: aggregate === 'median' ? 10 : fewestRows,
    columns: [asked.value],
    by: parts.map((part) => ({ name: `.${part}`, expression: `${part}(\`${time}\`)` })),
    grouped: true,
    show,
  };
}

export const structureAttacks = attacksOf<StructureOptions['method']>({
  principal_components: [
    { columns: ['salary', 'id'] },
    { columns: ['salary', 'id', 'age', 'mass', 'bill'] },
    { columns: ['salary', 'age'], color_by: 'name' },
  ],
  k_means: [{ columns: ['salary', 'id'], k: 20 }],
  little_mcar: [{ columns: ['salary', 'wing', 'gappy'] }],
});

function structureOf(asked: InputOf<(typeof operations)['datasets']['structure']>): Part {
  switch (asked.method) {
    case 'principal_components':
      if (asked.color_by !== undefined)
        throw noMethod(asked.method, 'the colours are of single rows.', "Leave out 'color_by'.");
      return {
        ...ofProducts(asked.columns),
        show: figuresOf([/^Components$/, /^Loadings$/, /^Correlations with the components$/]),
      };
    case 'k_means':
      throw noMethod(asked.method, 'a cluster may be a single row.', 'Use principal_components.');
    case 'little_mcar':
      throw noMethod(
        asked.method,
        'a pattern of missing values may be of a single row.',
        'Ask profile_dataset for the patterns that 5 rows share.',
      );
  }
}

const whole = (
  asked: { readonly id: string; readonly view?: View | undefined },
  part: Part,
): Disclosure => ({ ...part, id: asked.id, view: asked.view, ask: (view) => ({ ...asked, view }) });

export async function comparing(input: unknown, columnsOf: ColumnsOf): Promise<Disclosure> {
  const asked = operations.datasets.compareGroups.input.parse(input);
  return whole(asked, await comparisonOf(asked, columnsOf));
}
export async function associating(input: unknown): Promise<Disclosure> {
  const asked = operations.datasets.association.input.parse(input);
  return Promise.resolve(whole(asked, associationOf(asked)));
}
export async function testing(input: unknown, columnsOf: ColumnsOf): Promise<Disclosure> {
  const asked = operations.datasets.testDistribution.input.parse(input);
  return whole(asked, await distributionOf(asked, columnsOf));
}
export async function regressing(input: unknown): Promise<Disclosure> {
  const asked = operations.datasets.fitRegression.input.parse(input);
  return Promise.resolve(whole(asked, regressionOf(asked)));
}
export async function timing(input: unknown): Promise<Disclosure> {
  const asked = operations.datasets.timeSeries.input.parse(input);
  return Promise.resolve(whole(asked, seriesOf(asked)));
}
export async function structuring(input: unknown): Promise<Disclosure> {
  const asked = operations.datasets.structure.input.parse(input);
  return Promise.resolve(whole(asked, structureOf(asked)));
}
