import {
  autocorrelations,
  goodnessOfFit,
  grubbs,
  kolmogorovOneSample,
  kolmogorovTwoSample,
  ljungBox,
  mahalanobis,
  normalSurvival,
  placeOf,
  samplesOf,
  spanOf,
  tukeyOutliers,
  varianceOf,
  zScoreOutliers,
} from '@columnist/statistics';
import {
  namedIn,
  pText,
  type DistributionTestOptions,
  type GivenDistribution,
  type ResultTable,
  type TestResult,
} from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../engine.ts';
import { describeGroups } from '../groups/describe-groups.ts';
import { groupsCode, readGroups } from '../groups/read-groups.ts';
import { measured, resultOf, unfit, type Finding } from '../procedures/finding.ts';
import { groupsPicture, pointsOf, quantilesOf, sharesPicture } from '../procedures/pictures.ts';
import { placeOfLabel, readShares, sharesCode } from '../procedures/read-counts.ts';
import { answerBy } from '../procedures/define-procedure.ts';
import { numbersCode, placed, readNumbers } from '../procedures/read-numbers.ts';
import { readVarying, type Varying } from '../procedures/read-varying.ts';
import { normalityProcedures } from '../procedures/registry.ts';
import { percent, short, significant, twoPlaces } from '../procedures/words.ts';

type Options<Method extends DistributionTestOptions['method']> = Extract<
  DistributionTestOptions,
  { method: Method }
>;
type Outliers = Options<'grubbs' | 'z_score_outliers' | 'tukey_outliers'>;

/** How a column is distributed. Throws unknown_column, wrong_column_type, too_complex, and invalid_input where the rows do not fit the procedure. */
export async function testDistribution(
  connection: DuckDBConnection,
  table: TableRef,
  input: DistributionTestOptions,
): Promise<TestResult> {
  switch (input.method) {
    case 'chi_square_goodness_of_fit': {
      const read = await readShares(connection, table, input.column, input.view);
      return resultOf(table, input.view, input.method, read, fitOfCounts(input, read));
    }
    case 'kolmogorov_smirnov_two_sample': {
      const read = await readGroups(connection, table, { ...input, value: input.column });
      return resultOf(table, input.view, input.method, read, twoDistributions(input, read));
    }
    case 'mahalanobis_outliers': {
      const read = await readNumbers(connection, table, input.columns, input.view);
      return resultOf(
        table,
        input.view,
        input.method,
        read,
        farRows(input, placed(read), read.rows),
      );
    }
    case 'kolmogorov_smirnov':
    case 'autocorrelation':
    case 'grubbs':
    case 'z_score_outliers':
    case 'tukey_outliers': {
      const read = await readVarying(connection, table, input);
      const finding =
        input.method === 'autocorrelation'
          ? inOrder(input, read)
          : input.method === 'kolmogorov_smirnov'
            ? givenDistribution(input, read)
            : outliers(input, read);
      return resultOf(table, input.view, input.method, read, {
        ...finding,
        groups: describeGroups(
          [input.column],
          { samples: [read.sample], scale: read.scale },
          input.confidence_level,
        ),
      });
    }
    default:
      return answerBy(normalityProcedures, connection, table, input);
  }
}

function givenDistribution(
  input: Options<'kolmogorov_smirnov'>,
  { sample, scale }: Varying,
): Finding {
  const { distribution } = input;
  if (distribution.name === 'uniform' && distribution.max <= distribution.min)
    throw unfit('max is not above min.', 'distribution', 'Give a max above min.');
  const { d, p, exact } = kolmogorovOneSample(
    sample.values.map((value) => below(distribution, placeOf(scale, value))),
  );
  const said = saidOf(distribution);
  const code = numbersCode([input.column], ['x']);
  const [rArguments, pythonCdf] = codeOf(distribution);
  return {
    name: 'Kolmogorov–Smirnov test',
    variant: exact ? 'exact' : 'limit distribution',
    hypotheses: { null: `${input.column} is a sample of the ${said}.`, alternative: 'It is not.' },
    statistic: { name: 'D', value: d },
    p,
    picture: quantilesOf(input.column, sample, scale),
    sentence:
      p < significant
        ? `${input.column} does not follow the ${said}: D = ${twoPlaces(d)}, p ${pText(p)}.`
        : `These data are compatible with the ${said}: D = ${twoPlaces(d)}, p ${pText(p)}.`,
    code: {
      r: [
        ...code.r,
        `result <- ks.test(x, ${rArguments}, exact = ${exact ? 'TRUE' : 'FALSE'})`,
        'print(result)',
      ],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        `result = stats.kstest(x, ${pythonCdf}, mode="${exact ? 'exact' : 'asymp'}")`,
        'print(result)',
      ],
    },
  };
}

function below(distribution: GivenDistribution, x: number): number {
  switch (distribution.name) {
    case 'normal':
      return normalSurvival((distribution.mean - x) / distribution.sd);
    case 'uniform':
      return Math.min(
        1,
        Math.max(0, (x - distribution.min) / (distribution.max - distribution.min)),
      );
    case 'exponential':
      return x <= 0 ? 0 : -Math.expm1(-distribution.rate * x);
  }
}

const saidOf = (given: GivenDistribution): string =>
  given.name === 'normal'
    ? `normal distribution with mean ${given.mean} and standard deviation ${given.sd}`
    : given.name === 'uniform'
      ? `uniform distribution from ${given.min} to ${given.max}`
      : `exponential distribution with rate ${given.rate}`;

const codeOf = (given: GivenDistribution): [r: string, python: string] =>
  given.name === 'normal'
    ? [`"pnorm", ${given.mean}, ${given.sd}`, `stats.norm(${given.mean}, ${given.sd}).cdf`]
    : given.name === 'uniform'
      ? [
          `"punif", ${given.min}, ${given.max}`,
          `stats.uniform(${given.min}, ${given.max - given.min}).cdf`,
        ]
      : [`"pexp", ${given.rate}`, `stats.expon(scale=1 / ${given.rate}).cdf`];

function inOrder(
  { column, lags }: Options<'autocorrelation'>,
  { sample: { values, n } }: Varying,
): Finding {
  if (lags >= n)
    throw unfit(
      `'${column}' has ${n} values here, too few for ${lags} lags.`,
      'lags',
      'Ask for fewer lags.',
    );
  const found = autocorrelations(values, lags);
  const { statistic, df, p } = ljungBox(found, n);
  const [first = NaN] = found;
  const code = numbersCode([column], ['x']);
  const bound = 1.959963984540054 / Math.sqrt(n);
  return {
    name: 'Ljung–Box test of autocorrelation',
    variant: lags === 1 ? 'lag 1' : `lags 1 to ${lags}`,
    hypotheses: {
      null: `Values of ${column} do not depend on those before them.`,
      alternative: 'They do.',
    },
    statistic: { name: 'Q', value: statistic },
    df: [df],
    p,
    estimate: measured('lag-1 autocorrelation', first),
    tables: [
      {
        title: 'Autocorrelations',
        columns: ['lag', 'autocorrelation'],
        rows: found.map((r, i) => [i + 1, r]),
      },
    ],
    picture: {
      kind: 'points',
      x_name: 'lag',
      y_name: 'autocorrelation',
      x: found.map((_, i) => i + 1),
      y: found,
      marked: found.flatMap((r, i) => (Math.abs(r) > bound ? [i] : [])),
    },
    sentence:
      p < significant
        ? `Values of ${column} depend on those before them: lag-1 autocorrelation ${twoPlaces(first)} (p ${pText(p)}).`
        : `These data show no clear dependence of ${column} on the values before: lag-1 autocorrelation ${twoPlaces(first)} (p ${pText(p)}).`,
    code: {
      r: [...code.r, `result <- Box.test(x, lag = ${lags}, type = "Ljung-Box")`, 'print(result)'],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        'z = x - x.mean()',
        `r = np.array([(z[:-k] * z[k:]).sum() for k in range(1, ${lags} + 1)]) / (z * z).sum()`,
        'n = len(x)',
        `result = stats.chi2.sf(n * (n + 2) * (r**2 / (n - np.arange(1, ${lags} + 1))).sum(), ${lags})`,
        'print(result)',
      ],
    },
  };
}

function twoDistributions(
  input: Options<'kolmogorov_smirnov_two_sample'>,
  read: Awaited<ReturnType<typeof readGroups>>,
): Finding {
  const [first = '', second = ''] = read.names;
  const [x = new Float64Array(), y = new Float64Array()] = read.values;
  if (read.names.length !== 2)
    throw unfit(
      `'${input.group}' has ${read.names.length} groups; this test compares two.`,
      'groups',
      "Name two of them in 'groups'.",
    );
  if (x.length === 0 || y.length === 0)
    throw unfit(
      `The group '${x.length === 0 ? first : second}' has no value.`,
      'groups',
      'Choose other groups or another view.',
    );
  const { d, p, exact } = kolmogorovTwoSample(x, y);
  const code = groupsCode(read);
  return {
    name: 'Two-sample Kolmogorov–Smirnov test',
    variant: exact ? 'exact, ties considered' : 'limit distribution',
    hypotheses: {
      null: `${input.column} is distributed alike in ${first} and ${second}.`,
      alternative: 'The distributions differ.',
    },
    statistic: { name: 'D', value: d },
    p,
    groups: describeGroups(read.names, samplesOf(read.values, read.scale), input.confidence_level),
    picture: groupsPicture(input.column, read.names, samplesOf(read.values, read.scale)),
    sentence:
      p < significant
        ? `${input.column} is distributed differently in ${first} and ${second}: D = ${twoPlaces(d)}, p ${pText(p)}.`
        : `These data show no clear difference of the distributions of ${input.column} in ${first} and ${second}: D = ${twoPlaces(d)}, p ${pText(p)}.`,
    code: {
      r: [
        ...code.r,
        `result <- ks.test(value[group == levels(group)[1]], value[group == levels(group)[2]], exact = ${exact ? 'TRUE' : 'FALSE'})`,
        'print(result)',
      ],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        `result = stats.ks_2samp(*groups, method="${exact ? 'exact' : 'asymp'}")${exact ? '  # of tied values SciPy takes the distribution without ties' : ''}`,
        'print(result)',
      ],
    },
  };
}

function fitOfCounts(
  input: Options<'chi_square_goodness_of_fit'>,
  read: Awaited<ReturnType<typeof readShares>>,
): Finding {
  const { expected } = input;
  for (const label of Object.keys(expected ?? {})) placeOfLabel(read, label, 'expected');
  const lacking =
    expected === undefined
      ? undefined
      : read.labels.find((label) => namedIn(expected, label) === undefined);
  if (lacking !== undefined)
    throw unfit(
      `'expected' has no share for '${lacking.slice(0, 100)}'.`,
      'expected',
      'Give a share for every value of the column.',
    );
  if (read.labels.length < 2)
    throw unfit(
      `'${input.column}' has fewer than two values here.`,
      'column',
      'Choose another column or another view.',
    );
  const parts = read.labels.map(
    (label) => (expected === undefined ? undefined : namedIn(expected, label)) ?? 1,
  );
  const total = parts.reduce((sum, part) => sum + part, 0);
  const found = goodnessOfFit(
    read.counts,
    parts.map((part) => part / total),
    input.confidence_level,
  );
  const least = Math.min(...found.expected);
  const code = sharesCode(read);
  const shares = parts.map((part) => `${part}`).join(', ');
  return {
    name: 'Chi-square test of goodness of fit',
    variant: expected === undefined ? 'equal shares' : 'given shares',
    hypotheses: {
      null: `The values of ${input.column} occur in the expected shares.`,
      alternative: 'At least one occurs more or less often.',
    },
    statistic: { name: 'χ²', value: found.statistic },
    df: [found.df],
    p: found.p,
    effects: [measured("Cohen's w", found.w.value, found.w.interval)],
    picture: sharesPicture(
      `share in ${input.column}`,
      read.labels.map((name, i) => ({
        name,
        count: read.counts[i] ?? 0,
        n: read.used,
        expected: (found.expected[i] ?? NaN) / read.used,
      })),
      input.confidence_level,
    ),
    tables: [
      {
        title: 'Counts',
        columns: [input.column, 'count', 'expected', 'share'],
        rows: read.labels.map((label, i) => [
          label,
          read.counts[i] ?? 0,
          found.expected[i] ?? null,
          (read.counts[i] ?? 0) / read.used,
        ]),
      },
    ],
    assumptions: [
      {
        name: 'expected counts of 5 or more',
        verdict: least < 5 ? 'doubtful' : 'holds',
        said: `The smallest expected count is ${least.toFixed(1)}.`,
      },
    ],
    sentence:
      found.p < significant
        ? `The values of ${input.column} do not occur in the expected shares (χ²(${found.df}) = ${twoPlaces(found.statistic)}, p ${pText(found.p)}).`
        : `The values of ${input.column} are compatible with the expected shares (χ²(${found.df}) = ${twoPlaces(found.statistic)}, p ${pText(found.p)}).`,
    code: {
      r: [
        ...code.r,
        `shares <- c(${shares})`,
        'result <- chisq.test(counts, p = shares / sum(shares))',
        'print(result)',
      ],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        `shares = np.array([${shares}])`,
        'result = stats.chisquare(counts, counts.sum() * shares / shares.sum())',
        'print(result)',
      ],
    },
  };
}

const listedAtMost = 100;

/** Rows by their numbers in the file, counted from 1. */
function listed(
  title: string,
  found: readonly { readonly row: number; readonly figures: readonly number[] }[],
  columns: readonly string[],
): ResultTable {
  return {
    title:
      found.length > listedAtMost
        ? `${title}, the first ${listedAtMost} of ${found.length}`
        : title,
    columns: ['row', ...columns],
    rows: found.slice(0, listedAtMost).map(({ row, figures }) => [row + 1, ...figures]),
    single_rows: true,
  };
}

function outliers(input: Outliers, { sample, scale, rows }: Varying): Finding {
  const { values, n } = sample;
  const mean = placeOf(scale, sample.mean);
  const sd = spanOf(scale, Math.sqrt(varianceOf(sample)));
  const code = numbersCode([input.column], ['x']);
  const valueAt = (i: number): number => placeOf(scale, values[i] ?? NaN);
  if (input.method === 'grubbs') {
    const alpha = 1 - input.confidence_level;
    const { g, p, critical, at } = grubbs(
      values,
      sample.mean,
      Math.sqrt(varianceOf(sample)),
      alpha,
    );
    return {
      name: 'Grubbs’ test for one outlier',
      variant: 'two-sided',
      hypotheses: {
        null: `All values of ${input.column} are of one normal distribution.`,
        alternative: `The value farthest from the mean, ${short(valueAt(at))}, is not.`,
      },
      statistic: { name: 'G', value: g },
      p,
      tables: [
        listed(
          'Farthest from the mean',
          [{ row: rows[at] ?? 0, figures: [valueAt(at), g, critical] }],
          ['value', 'G', `critical at ${short(alpha)}`],
        ),
      ],
      picture: quantilesOf(input.column, sample, scale),
      sentence:
        p < alpha
          ? `${short(valueAt(at))} is an outlier of ${input.column}: G = ${twoPlaces(g)}, p ${pText(p)}.`
          : `${input.column} has no outlier: ${short(valueAt(at))} is farthest from the mean, G = ${twoPlaces(g)}, p ${pText(p)}.`,
      code: {
        r: [
          ...code.r,
          'n <- length(x); g <- max(abs(x - mean(x))) / sd(x)',
          't <- sqrt(n * (n - 2) * g^2 / ((n - 1)^2 - n * g^2))',
          'result <- list(p.value = min(1, 2 * n * pt(t, n - 2, lower.tail = FALSE)))',
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          'n = len(x)',
          'g = np.abs(x - x.mean()).max() / x.std(ddof=1)',
          't = np.sqrt(n * (n - 2) * g**2 / ((n - 1) ** 2 - n * g**2))',
          'result = min(1, 2 * n * stats.t.sf(t, n - 2))',
          'print(result)',
        ],
      },
    };
  }
  const byZ = input.method === 'z_score_outliers';
  const { at, ...limits } = byZ
    ? zScoreOutliers(values, sample.mean, Math.sqrt(varianceOf(sample)), input.threshold)
    : tukeyOutliers(values, input.k);
  const [low, high] = [placeOf(scale, limits.low), placeOf(scale, limits.high)];
  const middle = (low + high) / 2;
  const found = at.map((i) => ({
    row: rows[i] ?? 0,
    figures: byZ ? [valueAt(i), (valueAt(i) - mean) / sd] : [valueAt(i)],
  }));
  // The farthest first.
  found.sort(
    (a, b) => Math.abs((b.figures[0] ?? 0) - middle) - Math.abs((a.figures[0] ?? 0) - middle),
  );
  const rule = byZ
    ? `more than ${input.threshold} standard deviations from the mean`
    : `more than ${input.k} interquartile ranges beyond the quartiles`;
  return {
    name: byZ ? 'Outliers by standard scores' : 'Outliers by Tukey’s fences',
    variant: `values ${rule}`,
    hypotheses: null,
    statistic: { name: 'outliers', value: found.length },
    p: null,
    estimate: measured('share of outliers', found.length / n),
    tables: [
      { title: 'Limits', columns: ['low', 'high'], rows: [[low, high]] },
      listed('Outliers', found, byZ ? ['value', 'z'] : ['value']),
    ],
    picture: quantilesOf(input.column, sample, scale),
    sentence:
      found.length === 0
        ? `${input.column} has no value ${rule}.`
        : `${input.column} has ${found.length} ${found.length === 1 ? 'value' : 'values'} (${percent(found.length / n)}) ${rule}: below ${short(low)} or above ${short(high)}.`,
    code: byZ
      ? {
          r: [
            ...code.r,
            'z <- (x - mean(x)) / sd(x)',
            `result <- sum(abs(z) > ${input.threshold})`,
            'print(result)',
          ],
          python: [
            ...code.python,
            'z = (x - x.mean()) / x.std(ddof=1)',
            `result = int((np.abs(z) > ${input.threshold}).sum())`,
            'print(result)',
          ],
        }
      : {
          r: [
            ...code.r,
            'q <- quantile(x, c(0.25, 0.75)); reach <- diff(q)',
            `result <- sum(x < q[1] - ${input.k} * reach | x > q[2] + ${input.k} * reach)`,
            'print(result)',
          ],
          python: [
            ...code.python,
            'low, high = np.quantile(x, [0.25, 0.75])',
            `result = int(((x < low - ${input.k} * (high - low)) | (x > high + ${input.k} * (high - low))).sum())`,
            'print(result)',
          ],
        },
  };
}

function farRows(
  input: Options<'mahalanobis_outliers'>,
  columns: readonly Float64Array[],
  rows: Uint32Array,
): Finding {
  const found =
    columns[0] === undefined || columns[0].length <= columns.length ? null : mahalanobis(columns);
  if (found === null)
    throw unfit(
      'The columns have too few rows with every value, or one is a combination of others.',
      'columns',
      'Leave a column out, or choose another view.',
    );
  const far = Array.from(found.p, (p, i) => ({ p, i }))
    .filter(({ p }) => p < input.alpha)
    .sort((a, b) => a.p - b.p);
  const code = numbersCode(input.columns);
  const k = input.columns.length;
  return {
    name: 'Outliers by Mahalanobis distance',
    variant: `chi-square with ${k} degrees of freedom, p below ${input.alpha}`,
    hypotheses: null,
    statistic: { name: 'outliers', value: far.length },
    p: null,
    estimate: measured('share of outliers', far.length / rows.length),
    tables: [
      listed(
        'Outliers',
        far.map(({ p, i }) => ({
          row: rows[i] ?? 0,
          figures: [...columns.map((column) => column[i] ?? NaN), found.distances[i] ?? NaN, p],
        })),
        [...input.columns, 'd²', 'p'],
      ),
    ],
    picture: pointsOf(
      input.columns,
      columns,
      far.map(({ i }) => i),
    ),
    sentence:
      far.length === 0
        ? `No row lies unusually far from the middle of ${input.columns.join(', ')}.`
        : `${far.length} ${far.length === 1 ? 'row lies' : 'rows lie'} unusually far from the middle of ${input.columns.join(', ')} (${percent(far.length / rows.length)}, p below ${input.alpha} each).`,
    code: {
      r: [
        ...code.r,
        'm <- do.call(cbind, columns)',
        `result <- sum(pchisq(mahalanobis(m, colMeans(m), cov(m)), ${k}, lower.tail = FALSE) < ${input.alpha})`,
        'print(result)',
      ],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        'm = np.column_stack(columns)',
        'm = m - m.mean(axis=0)',
        'd2 = np.einsum("ij,jk,ik->i", m, np.linalg.inv(np.cov(m.T)), m)',
        `result = int((stats.chi2.sf(d2, ${k}) < ${input.alpha}).sum())`,
        'print(result)',
      ],
    },
  };
}
