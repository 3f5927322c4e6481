import {
  sayFormula,
  pText,
  type ComparisonOptions,
  type Formula,
  type RegressionOptions,
  type TestResult,
  type Variable,
} from '@columnist/contract';
import {
  brownForsythe,
  linearModel,
  samplesOf,
  shapiroWilk,
  typeThree,
  type AnovaLine,
} from '@columnist/statistics';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../engine.ts';
import { marginalMeansOf, marginalPicture, marginalTables } from '../models/marginal-means.ts';
import { modelCode } from '../models/model-code.ts';
import { modelDesign, readModel, type ModelRows } from '../models/read-model.ts';
import { measured, resultOf, unfit, type Assumption, type Finding } from '../procedures/finding.ts';
import { quantilesOf } from '../procedures/pictures.ts';
import { significant, twoPlaces } from '../procedures/words.ts';

type Options = Extract<ComparisonOptions, { method: 'factorial_anova' }>;

/** Several groups at once, with their interactions and what is held constant. Throws as readModel does. */
export async function factorialAnova(
  connection: DuckDBConnection,
  table: TableRef,
  input: Options,
): Promise<TestResult> {
  const names = [input.value, ...input.factors, ...input.covariates];
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined)
    throw unfit(`'${twice.slice(0, 100)}' is named twice.`, 'factors', 'Name each column once.');
  const formula = formulaOf(input, table);
  const model = await readModel(connection, table, {
    formula: sayFormula(formula),
    view: input.view,
  });
  return resultOf(table, input.view, input.method, model, findingOf(input, model, formula));
}

/** The covariates, the factors and every interaction of these. */
function formulaOf({ value, factors, covariates }: Options, { columns }: TableRef): Formula {
  const plain = (column: string): Variable => ({ column, transform: null, power: 1 });
  const groups = factors.map((column): Variable => ({
    column,
    transform: columns.find(({ name }) => name === column)?.type === 'number' ? 'factor' : null,
    power: 1,
  }));
  const interactions = Array.from({ length: 2 ** groups.length - 1 }, (_, i) =>
    groups.filter((__, bit) => ((i + 1) >> bit) % 2 === 1),
  ).toSorted((a, b) => a.length - b.length);
  return {
    response: plain(value),
    intercept: true,
    terms: [...covariates.map((name) => [plain(name)]), ...interactions],
  };
}

function findingOf(input: Options, model: ModelRows, formula: Formula): Finding {
  const { response, used } = model;
  const { confidence_level: level, covariates, factors } = input;
  if (response.kind !== 'number')
    throw unfit(
      `'${input.value}' holds groups; an analysis of variance compares numbers.`,
      'value',
      'Name a number column.',
    );
  const text = covariates.find((name) => model.columns.get(name)?.kind !== 'number');
  if (text !== undefined)
    throw unfit(
      `'${text.slice(0, 100)}' holds groups; a covariate is a number.`,
      'covariates',
      "Name it in 'factors'.",
    );
  const design = modelDesign(model, 'treatment');
  if (used <= design.columns.length)
    throw unfit(
      `${used} rows have every value; ${design.columns.length} means need more.`,
      'factors',
      'Name fewer factors, join rare groups, or choose another view.',
    );
  const fit = linearModel(design, response.values, {
    weights: null,
    level,
    covariance: 'classical',
  });
  if (!(fit.rss > 0) || !Number.isFinite(fit.sigma))
    throw unfit(
      'Within the groups all values are equal: there is no spread to compare with.',
      'value',
      'Choose another column.',
    );
  const lines =
    input.sums_of_squares === 3
      ? typeThree(modelDesign(model, 'sum'), response.values, null, fit)
      : fit.anova(input.sums_of_squares);
  const whole = lines.at(-1);
  if (whole === undefined) throw new Error('There are terms.');
  const keys = formula.terms
    .slice(covariates.length, covariates.length + factors.length)
    .map(([variable]) => (variable === undefined ? '' : sayKey(variable)));
  const means = [
    ...keys.map((key) => [key]),
    ...(keys.length <= 3 ? [keys] : [keys.slice(0, 2)]),
  ].map((parts) => marginalMeansOf(model, fit, parts.join(':'), level));
  const [crossed] = means.slice(-1);
  const empty =
    design.columns.length - fit.coefficients.filter(({ estimate }) => estimate !== null).length;
  const mse = fit.rss / fit.df;
  const total = fit.rss + lines.reduce((sum, { ss }) => sum + ss, 0);
  const omega = ({ ss, df }: AnovaLine): number =>
    Math.max(0, (ss - df * mse) / (ss + (used - df) * mse));
  const code = modelCode(model, {
    method: 'linear',
    formula: sayFormula(formula),
    errors: 'classical',
    sums_of_squares: input.sums_of_squares,
    means: keys,
    seed: 1,
    confidence_level: level,
  } satisfies RegressionOptions);
  const interaction = whole.term;
  const said = lines
    .filter(({ p }) => p !== null)
    .map(
      ({ term, p, partial_eta_squared: share }) =>
        `${term} (p ${pText(p ?? 1)}, partial η² ${twoPlaces(share)})`,
    );
  const clear = lines.filter(({ p }) => p !== null && p < significant).length;
  return {
    name:
      covariates.length > 0 ? 'Factorial analysis of covariance' : 'Factorial analysis of variance',
    variant: `sums of squares of type ${'I'.repeat(input.sums_of_squares)}; the test shown is of ${interaction}`,
    hypotheses: {
      null: `What ${keys.slice(0, 1).join('')} does to ${input.value} is the same whatever ${keys.slice(1).join(' and ')}.`,
      alternative: 'It is not.',
    },
    statistic: whole.f === null ? null : { name: 'F', value: whole.f },
    df: whole.f === null ? [] : [whole.df, fit.df],
    p: whole.p,
    effects: lines
      .toReversed()
      .flatMap((line) =>
        line.p === null ? [] : [measured(`partial η² of ${line.term}`, line.partial_eta_squared)],
      ),
    tables: [
      {
        title: 'Terms',
        columns: [
          'term',
          'sum of squares',
          'df',
          'mean square',
          'F',
          'p',
          'partial η²',
          'partial ω²',
          'η²',
        ],
        rows: [
          ...lines.map((line) => [
            line.term,
            line.ss,
            line.df,
            line.df === 0 ? null : line.ss / line.df,
            line.f,
            line.p,
            line.partial_eta_squared,
            omega(line),
            line.ss / total,
          ]),
          ['residuals', fit.rss, fit.df, mse, null, null, null, null, null],
        ],
      },
      ...means.toReversed().flatMap((one) => marginalTables(one, fit, level, response)),
    ],
    picture: crossed === undefined ? null : marginalPicture(crossed, input.value),
    pictures: [
      ...means.slice(0, -1).map((one, i) => ({
        title: `Estimated marginal means of ${keys[i] ?? ''}`,
        picture: marginalPicture(one, input.value),
      })),
      {
        title: 'Normal Q–Q of the residuals',
        picture: quantilesOf(
          'residual',
          samplesOf([fit.residuals], unit).samples[0] ?? nothing,
          unit,
        ),
      },
    ],
    assumptions: assumptionsOf(model, keys, fit.residuals, empty),
    sentence:
      clear === 0
        ? `These data show no clear effect on ${input.value}: ${said.join('; ')}.`
        : `${input.value} depends on ${lines
            .filter(({ p }) => p !== null && p < significant)
            .map(({ term }) => term)
            .join(', ')}: ${said.join('; ')}.`,
    code: withTerms(code, input.sums_of_squares, lines.length),
  };
}

const unit = { origin: 0, perUnit: 1 };
const nothing = { n: 0, mean: NaN, m2: NaN, values: new Float64Array() };
const sayKey = ({ column, transform }: Variable): string =>
  transform === 'factor' ? `factor(${column})` : column;
const shapiroAtMost = 5000;

/** The tests of terms and the p of the last, in place of the whole model's. */
function withTerms(code: Finding['code'], type: 1 | 2 | 3, terms: number): Finding['code'] {
  const [r, python] = [code.r.slice(0, -3), code.python.slice(0, -3)];
  const tests = {
    1: 'terms <- anova(fit)',
    2: 'terms <- car::Anova(fit, type = 2)',
    3: 'groups <- names(Filter(is.factor, m)); fit <- update(fit, contrasts = setNames(rep(list("contr.sum"), length(groups)), groups)); terms <- car::Anova(fit, type = 3)',
  }[type];
  const isGroup = (name: string): boolean =>
    python.some((line) => line.startsWith(`m["${name}"] = pd.Categorical`));
  const change = (how: (formula: string) => string): string[] =>
    python.map((line) => line.replace(/(?<=^fit = smf\.ols\(").*(?=", m\))/, how));
  // Python's formulas put numbers behind groups, so a test in their order is one of two nested models there.
  const nested = [
    ...change((formula) => formula.slice(0, formula.lastIndexOf(' + '))),
    'before = fit',
    ...python.slice(-1),
    'result = sm.stats.anova_lm(before, fit)["Pr(>F)"].iloc[1]',
    'print(result)',
  ];
  const whole = [
    ...(type === 3
      ? change((formula) =>
          formula.replaceAll(/\bx\d+\b/g, (name) => (isGroup(name) ? `C(${name}, Sum)` : name)),
        )
      : python),
    `terms = sm.stats.anova_lm(fit, typ=${type})`,
    'print(terms)',
    'result = terms.loc[max(terms.index, key=lambda name: name.count(":")), "PR(>F)"]',
    'print(result)',
  ];
  return {
    r: [
      ...r,
      tests,
      'print(terms)',
      `result <- list(p.value = terms[["Pr(>F)"]][${terms + (type === 3 ? 1 : 0)}])`,
      'print(result)',
    ],
    python: type === 1 ? nested : whole,
  };
}

function assumptionsOf(
  { columns }: ModelRows,
  keys: readonly string[],
  residuals: Float64Array,
  empty: number,
): Assumption[] {
  const cells = new Map<string, number[]>();
  residuals.forEach((residual, row) => {
    const id = keys
      .map((key) => {
        const column = columns.get(key);
        return column?.kind === 'levels' ? column.codes[row] : 0;
      })
      .join(',');
    const cell = cells.get(id);
    if (cell === undefined) cells.set(id, [residual]);
    else cell.push(residual);
  });
  const spread = [...cells.values()].every(({ length }) => length >= 2)
    ? brownForsythe(
        samplesOf(
          [...cells.values()].map((cell) => Float64Array.from(cell)),
          unit,
        ).samples,
      )
    : null;
  const normal =
    residuals.length >= 3 && residuals.length <= shapiroAtMost ? shapiroWilk(residuals) : null;
  const many = residuals.length >= 200;
  const sizes = [...cells.values()].map(({ length }) => length);
  return [
    ...(empty > 0
      ? [
          {
            name: 'every combination has rows',
            verdict: 'doubtful' as const,
            said: `${empty} combinations of groups have no rows: tests of type III and marginal means over them do not follow from the data.`,
          },
        ]
      : []),
    ...(spread === null
      ? []
      : [
          {
            name: 'equal variances',
            verdict: spread.p < significant ? ('doubtful' as const) : ('holds' as const),
            said: `Brown–Forsythe over ${cells.size} combinations: F(${spread.df.join(', ')}) = ${twoPlaces(spread.statistic)}, p ${pText(spread.p)}; ${Math.min(...sizes)} to ${Math.max(...sizes)} rows in each.`,
          },
        ]),
    ...(normal === null
      ? []
      : [
          {
            name: 'normal residuals',
            verdict: normal.p < significant && !many ? ('doubtful' as const) : ('holds' as const),
            said: `Shapiro–Wilk: W = ${twoPlaces(normal.w)}, p ${pText(normal.p)}.${many ? ' With this many rows means do not depend on it.' : ''}`,
          },
        ]),
  ];
}
