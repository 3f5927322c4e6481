import {
  sayFormula,
  pText,
  type ComparisonOptions,
  type TestResult,
  type Variable,
} from '@columnist/contract';
import {
  adjustP,
  oneSampleT,
  placeOf,
  repeatedMeasures,
  samplesOf,
  spanOf,
  type EffectTest,
  type Samples,
  type Scale,
} from '@columnist/statistics';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../engine.ts';
import { readModel, type ModelColumn } from '../models/read-model.ts';
import {
  measured,
  resultOf,
  unfit,
  type Assumption,
  type Finding,
  type ReadRows,
} from '../procedures/finding.ts';
import { quoted, pythonLabels, rLabels } from '../procedures/snippets.ts';
import { inOneUnit, numbersCode, readNumbers } from '../procedures/read-numbers.ts';
import { levelText, significant, twoPlaces } from '../procedures/words.ts';
import { describeGroups } from './describe-groups.ts';

type Options = Extract<ComparisonOptions, { method: 'repeated_measures_anova' }>;
type Group = Extract<ModelColumn, { kind: 'levels' }>;

/** Measurements of the same rows, which may belong to groups. Throws as the readers do. */
export async function repeatedAnova(
  connection: DuckDBConnection,
  table: TableRef,
  input: Options,
): Promise<TestResult> {
  const { rows, measurements, group } = await readMeasurements(connection, table, input);
  return resultOf(table, input.view, input.method, rows, findingOf(input, measurements, group));
}

/** Measurements of the same rows in one unit, so that their differences are exact where decimals are; less a place that all share, so that a large offset costs no digits. */
async function readMeasurements(
  connection: DuckDBConnection,
  table: TableRef,
  input: Options,
): Promise<{ rows: ReadRows; measurements: Samples; group: Group | null }> {
  if (input.group === undefined) {
    const read = await readNumbers(connection, table, input.columns, input.view);
    return { rows: read, measurements: measurementsOf(read.columns, read.scales), group: null };
  }
  const [first = '', ...others] = input.columns;
  const variable = (column: string, transform: Variable['transform'] = null): Variable => ({
    column,
    transform,
    power: 1,
  });
  const by = variable(
    input.group,
    table.columns.find(({ name }) => name === input.group)?.type === 'number' ? 'factor' : null,
  );
  const formula = sayFormula({
    response: variable(first),
    intercept: true,
    terms: [...others.map((name) => [variable(name)]), [by]],
  });
  const model = await readModel(connection, table, { formula, view: input.view });
  const found = [...model.columns.values()];
  const columns = found.slice(0, input.columns.length).map((column, i) => {
    if (column.kind !== 'number')
      throw unfit(
        `'${input.columns[i] ?? ''}' holds no numbers.`,
        'columns',
        'Name number columns.',
      );
    return column;
  });
  const group = found.at(-1);
  if (group?.kind !== 'levels' || found.length <= input.columns.length)
    throw unfit(
      `'${input.group}' cannot be both a measurement and a group.`,
      'group',
      'Name another column.',
    );
  const units = columns.map(({ values, perUnit }) =>
    perUnit === 1 ? values : values.map((value) => Math.round(value * perUnit)),
  );
  return {
    rows: model,
    measurements: measurementsOf(
      units,
      columns.map(({ perUnit }) => ({ origin: 0, perUnit })),
    ),
    group,
  };
}

function measurementsOf(values: readonly Float64Array[], scales: readonly Scale[]): Samples {
  const { columns, scale } = inOneUnit(values, scales);
  return samplesOf(columns, scale);
}

function findingOf(input: Options, measurements: Samples, group: Group | null): Finding {
  const { samples, scale } = measurements;
  const columns = samples.map(({ values }) => values);
  const { columns: names, confidence_level: level } = input;
  const n = columns[0]?.length ?? 0;
  const g = group?.levels.length ?? 1;
  if (group !== null && g < 2)
    throw unfit(
      `'${input.group ?? ''}' has one value in these rows.`,
      'group',
      'Leave it out, or choose another view.',
    );
  if (n < g + 1 || n - g < 1)
    throw unfit(
      `${n} rows have every measurement; this needs more.`,
      'columns',
      'Choose other columns, or another view.',
    );
  const found = repeatedMeasures(columns, group?.codes ?? null);
  const within = found.effects.find(({ effect }) => effect === 'within');
  if (within === undefined || !(within.errorSs > 0))
    throw unfit(
      'All rows change alike from measurement to measurement: there is no spread to compare with.',
      'columns',
      'Choose other columns.',
    );
  const corrected = names.length > 2;
  const title: Readonly<Record<EffectTest['effect'], string>> = {
    between: input.group ?? '',
    within: 'measurement',
    interaction: `measurement × ${input.group ?? ''}`,
  };
  const pOf = (one: EffectTest): number =>
    one.effect === 'between' ? one.p : one.greenhouseGeisser;
  const shown = found.effects.find(({ effect }) => effect === 'interaction') ?? within;
  const pairs = pairTests(names, measurements, level);
  const clear = found.effects.filter((one) => pOf(one) < significant);
  const said = found.effects
    .map(
      (one) =>
        `${title[one.effect]} (p ${pText(pOf(one))}, partial η² ${twoPlaces(one.partial_eta_squared)})`,
    )
    .join('; ');
  const epsilon = corrected ? found.greenhouseGeisser : 1;
  return {
    name: group === null ? 'Repeated measures analysis of variance' : 'Mixed analysis of variance',
    variant: `${corrected ? `degrees of freedom by Greenhouse and Geisser, ε = ${twoPlaces(found.greenhouseGeisser)}` : 'two measurements'}; the test shown is of ${title[shown.effect]}`,
    hypotheses:
      group === null
        ? { null: 'All measurements have the same mean.', alternative: 'At least one differs.' }
        : {
            null: `The measurements change alike in all groups of ${input.group ?? ''}.`,
            alternative: 'They do not.',
          },
    statistic: { name: 'F', value: shown.f },
    df: shown.df.map((df) => df * epsilon),
    p: pOf(shown),
    effects: found.effects
      .toReversed()
      .flatMap((one) => [
        measured(`partial η² of ${title[one.effect]}`, one.partial_eta_squared),
        measured(`generalized η² of ${title[one.effect]}`, one.generalized_eta_squared),
      ]),
    groups: describeGroups(names, measurements, level),
    tables: [
      {
        title: 'Effects',
        columns: [
          'effect',
          'sum of squares',
          'df',
          'error df',
          'F',
          'p',
          'Greenhouse–Geisser p',
          'Huynh–Feldt p',
          'partial η²',
          'generalized η²',
        ],
        rows: found.effects.map((one) => [
          title[one.effect],
          spanOf(scale, spanOf(scale, one.ss)),
          one.df[0],
          one.df[1],
          one.f,
          one.p,
          one.effect === 'between' ? null : one.greenhouseGeisser,
          one.effect === 'between' ? null : one.huynhFeldt,
          one.partial_eta_squared,
          one.generalized_eta_squared,
        ]),
      },
      ...(corrected
        ? [
            {
              title: 'Sphericity',
              columns: ['figure', 'value'],
              rows: [
                ...(found.sphericity === null
                  ? []
                  : ([
                      ['Mauchly’s W', found.sphericity.w],
                      ['Mauchly’s p', found.sphericity.p],
                    ] satisfies [string, number][])),
                ['Greenhouse–Geisser ε', found.greenhouseGeisser],
                ['Huynh–Feldt ε', found.huynhFeldt],
              ],
            },
          ]
        : []),
      {
        title: 'Pairs of measurements',
        columns: [
          'first',
          'second',
          'difference',
          `${levelText(level)} CI low`,
          `${levelText(level)} CI high`,
          't',
          'df',
          'p',
          'adjusted p',
          'Cohen’s d',
        ],
        rows: pairs,
      },
    ],
    picture: meansPicture(names, measurements, group, level),
    assumptions: found.sphericity === null ? [] : [sphericity(found.sphericity)],
    sentence:
      clear.length === 0
        ? `These data show no clear difference: ${said}.`
        : `There is a clear effect of ${clear.map(({ effect }) => title[effect]).join(' and ')}: ${said}.`,
    code: codeOf(input, group),
  };
}

const sphericity = ({ w, p }: { readonly w: number; readonly p: number }): Assumption => ({
  name: 'sphericity',
  verdict: p < significant ? 'doubtful' : 'holds',
  said: `All differences of measurements vary alike: Mauchly’s W = ${twoPlaces(w)}, p ${pText(p)}.${p < significant ? ' The p shown is corrected for it.' : ''}`,
});

/**
 * Paired t tests of all pairs of measurements over all rows, whatever their group; p adjusted by Holm over the pairs that have a
 * test: none where all differences are equal. R: t.test(x, y, paired = TRUE), p.adjust(method = "holm"); d as effectsize::cohens_d(x - y).
 */
function pairTests(
  names: readonly string[],
  { samples, scale }: Samples,
  level: number,
): (string | number | null)[][] {
  const pairs = names.flatMap((first, i) =>
    names.slice(i + 1).map((second, k) => {
      const other = samples[i + 1 + k]?.values;
      const {
        samples: [sample],
        scale: moved,
      } = samplesOf(
        [
          (samples[i]?.values ?? new Float64Array()).map(
            (value, row) => value - (other?.[row] ?? NaN),
          ),
        ],
        { origin: 0, perUnit: scale.perUnit },
      );
      if (sample === undefined) throw new Error('A pair has one sample of differences.');
      const test =
        sample.m2 > 0
          ? oneSampleT(sample, -moved.origin * moved.perUnit, 'two_sided', level)
          : null;
      return { first, second, test, difference: placeOf(moved, sample.mean) };
    }),
  );
  const tested = pairs.flatMap(({ test }) => (test === null ? [] : [test]));
  const holm = adjustP(
    tested.map(({ p }) => p),
    'holm',
  );
  return pairs.map(({ first, second, test, difference }) =>
    test === null
      ? [first, second, difference, null, null, null, null, null, null, null]
      : [
          first,
          second,
          difference,
          spanOf(scale, test.interval.low),
          spanOf(scale, test.interval.high),
          test.t,
          test.df,
          test.p,
          holm[tested.indexOf(test)] ?? null,
          test.d.value,
        ],
  );
}

/** Means of each measurement, one line a group. */
function meansPicture(
  names: readonly string[],
  { samples, scale }: Samples,
  group: Group | null,
  level: number,
): NonNullable<TestResult['picture']> {
  const lines = (group?.levels ?? ['']).map((name, code) => {
    const own = samples.map(({ values }) =>
      group === null ? values : values.filter((_, row) => group.codes[row] === code),
    );
    const figures = describeGroups(names, samplesOf(own, scale), level);
    return {
      name,
      y: figures.map(({ mean }) => mean),
      low: figures.map(({ mean_ci: ci, mean }) => ci?.low ?? mean),
      high: figures.map(({ mean_ci: ci, mean }) => ci?.high ?? mean),
    };
  });
  return { kind: 'means', x_name: 'measurement', y_name: 'mean', x: [...names], lines };
}

function codeOf({ columns: names, group: by }: Options, group: Group | null): Finding['code'] {
  const k = names.length;
  if (by === undefined || group === null) {
    const code = numbersCode(names);
    return {
      r: [
        ...code.r,
        'y <- do.call(cbind, columns)',
        `step <- factor(seq_len(${k}))`,
        'fit <- car::Anova(lm(y ~ 1), idata = data.frame(step), idesign = ~step, type = 3)',
        'found <- summary(fit, multivariate = FALSE)',
        'print(found)',
        k > 2
          ? 'result <- list(p.value = found$pval.adjustments["step", "Pr(>F[GG])"])'
          : 'result <- list(p.value = found$univariate.tests["step", "Pr(>F)"])',
        'print(result)',
      ],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        'y = np.column_stack(columns)',
        'n, k = y.shape',
        'within = n * ((y.mean(0) - y.mean()) ** 2).sum()',
        'e = y - y.mean(1, keepdims=True) - y.mean(0) + y.mean()',
        'f = within / (k - 1) / ((e ** 2).sum() / ((k - 1) * (n - 1)))',
        's = np.cov(y.T)',
        'c = s - s.mean(0) - s.mean(1)[:, None] + s.mean()',
        'epsilon = np.trace(c) ** 2 / ((k - 1) * (c ** 2).sum())',
        'result = stats.f.sf(f, epsilon * (k - 1), epsilon * (k - 1) * (n - 1))',
        'print(f, epsilon, result)',
      ],
    };
  }
  const [r, python] = [rLabels(by, group.type), pythonLabels(by, group.type)];
  return {
    r: [
      `columns <- lapply(c(${names.map(quoted).join(', ')}), function(name) as.numeric(d[[name]]))`,
      `by <- factor(${r})`,
      'used <- Reduce(`&`, lapply(columns, is.finite)) & !is.na(by)',
      'y <- do.call(cbind, lapply(columns, `[`, used)); by <- droplevels(by[used])',
      'contrasts(by) <- "contr.sum"',
      `step <- factor(seq_len(${k}))`,
      'fit <- car::Anova(lm(y ~ by), idata = data.frame(step), idesign = ~step, type = 3)',
      'found <- summary(fit, multivariate = FALSE)',
      'print(found)',
      k > 2
        ? 'result <- list(p.value = found$pval.adjustments["by:step", "Pr(>F[GG])"])'
        : 'result <- list(p.value = found$univariate.tests["by:step", "Pr(>F)"])',
      'print(result)',
    ],
    python: [
      'from scipy import stats',
      '',
      `columns = [pd.to_numeric(d[name]).astype(float).to_numpy() for name in [${names.map(quoted).join(', ')}]]`,
      `by = np.array(${python}, dtype=object)`,
      'used = np.logical_and.reduce([np.isfinite(one) for one in columns] + [[one is not None for one in by]])',
      'y = np.column_stack([one[used] for one in columns]); by = by[used]',
      'n, k = y.shape',
      'z = y - y.mean(1, keepdims=True)',
      'groups = sorted(set(by)); g = len(groups)',
      'means = np.array([z[by == one].mean(0) for one in groups]); sizes = np.array([(by == one).sum() for one in groups])',
      'e = z - means[[groups.index(one) for one in by]]',
      'between = (sizes[:, None] * (means - (sizes @ means) / n) ** 2).sum()',
      'f = between / ((k - 1) * (g - 1)) / ((e ** 2).sum() / ((k - 1) * (n - g)))',
      's = e.T @ e',
      'epsilon = np.trace(s) ** 2 / ((k - 1) * (s ** 2).sum())',
      'result = stats.f.sf(f, epsilon * (k - 1) * (g - 1), epsilon * (k - 1) * (n - g))',
      'print(f, epsilon, result)',
    ],
  };
}
