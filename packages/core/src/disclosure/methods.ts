import {
  columnType,
  findColumn,
  methodNamed,
  methods,
  testResult,
  view,
  type Asking,
  type Filter,
  type Operation,
  type TestResult,
  noMethod,
} from '@columnist/contract';
import { z } from 'zod';
import type { Attacks, ColumnsOf, Disclosure, Rule } from './disclosure.ts';

/**
 * What somebody would try beside the example of a method; a method without is attacked by its
 * example, of salaries.
 */
type Crafted<Name extends Asking> = Readonly<
  Partial<Record<(typeof methods)[Name][number]['method'], readonly object[]>>
>;

const ofPeople: Readonly<Record<string, string>> = { mass: 'salary', kind: 'dept', sex: 'gender' };
const aboutPeople = (example: object): object =>
  z
    .record(z.string(), z.unknown())
    .parse(
      JSON.parse(JSON.stringify(example), (_, value: unknown) =>
        typeof value === 'string' ? (ofPeople[value] ?? value) : value,
      ),
    );

/**
 * Every attack with its method; the first of each also of the rows of one person, and of all
 * others.
 */
function attacksOf<Name extends Asking>(operation: Name, crafted: Crafted<Name>): Attacks {
  const known: ReadonlyMap<string, unknown> = new Map(Object.entries(crafted));
  const [first, ...rest] = methods[operation].flatMap(({ method, example }) =>
    z
      .array(z.record(z.string(), z.unknown()))
      .parse(known.get(method) ?? [aboutPeople(example)])
      .flatMap((attack, i) => [
        { method, ...attack },
        ...(i === 0
          ? ['id = 7', 'id <> 7'].map((filter) => ({ method, ...attack, view: { filter } }))
          : []),
      ]),
  );
  if (first === undefined) throw new Error('There are methods.');
  return [first, ...rest];
}

/**
 * A result without what leans on single rows: checks of assumptions, tables but those named, and
 * estimates that are values of pairs of rows.
 */
const figuresOf =
  (tables: 'figures' | readonly RegExp[], hidesEstimate: boolean) =>
  (answer: unknown): TestResult => {
    const { multiplicity: _multiplicity, ...found } = testResult.parse(answer);
    return {
      ...found,
      ...(hidesEstimate ? { estimate: null } : {}),
      assumptions: [],
      recommendation: null,
      tables: found.tables.filter(
        (table) =>
          table.single_rows !== true &&
          (tables === 'figures' || tables.some((title) => title.test(table.title))),
      ),
    };
  };

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

const salaries = { value: 'salary', group: 'dept' };
const sexes = { value: 'salary', group: 'gender' };
const alone = { value: 'salary', group: 'dept', groups: ['Board', 'Sales'] };
const named = { value: 'salary', group: 'name' };
export const comparisonAttacks = attacksOf('compareGroups', {
  welch_t: [alone, sexes, { ...sexes, by: 'dept' }],
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

const pair = { x: 'salary', y: 'id' };
export const associationAttacks = attacksOf('association', {
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

const salary = { column: 'salary' };
export const distributionAttacks = attacksOf('testDistribution', {
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
  z_score_outliers: [{ ...salary, threshold: 1 }],
  tukey_outliers: [{ ...salary, k: 0.1 }],
  mahalanobis_outliers: [{ columns: ['salary', 'age'], alpha: 0.5 }],
});

const isChief = { formula: 'salary ~ dept' };
export const regressionAttacks = attacksOf('fitRegression', {
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
  poisson: [
    { formula: 'id ~ dept' },
    { formula: 'id ~ salary' },
    { formula: 'id ~ dept', exposure: 'salary' },
  ],
});
const daily = { value: 'salary', time: 'day' };
export const seriesAttacks = attacksOf('timeSeries', {
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

export const structureAttacks = attacksOf('structure', {
  principal_components: [
    { columns: ['salary', 'id'] },
    { columns: ['salary', 'id', 'age', 'mass', 'bill'] },
    { columns: ['salary', 'age'], color_by: 'name' },
  ],
  k_means: [{ columns: ['salary', 'id'], k: 20 }],
  little_mcar: [{ columns: ['salary', 'wing', 'gappy'] }],
});

const given = z.looseObject({
  id: z.string(),
  method: z.string(),
  view: view.optional(),
  by: z.string().optional(),
});

/**
 * What an answer of any statistical method would be about. Throws where it would tell of single
 * rows.
 */
export const methodRule = (
  operation: Pick<Operation, 'path' | 'input'>,
): Extract<Rule, { disclose: unknown }> => ({
  disclose: async (input, columnsOf): Promise<Disclosure> => {
    const asked = given.parse(operation.input.parse(input));
    const method = methodNamed(operation.path, asked.method);
    if (method === undefined) throw new Error(`${operation.path} has no method ${asked.method}.`);
    if (asked.by !== undefined)
      throw noMethod(
        `${asked.method} by ${asked.by}`,
        'the parts would tell of small groups together.',
        "Leave out 'by', and ask of one part at a time with a filter.",
      );
    const { chosen, shows, hidesEstimate = false, ...leaning } = method.leansOn(asked);
    return {
      ...leaning,
      small: 'refused',
      ...(chosen === undefined
        ? {}
        : { among: await isAmong(asked.id, chosen.group, chosen.groups, columnsOf) }),
      show: shows === 'everything' ? (answer) => answer : figuresOf(shows, hidesEstimate),
      id: asked.id,
      view: asked.view,
      ask: (newView) => ({ ...asked, view: newView }),
    };
  },
});
