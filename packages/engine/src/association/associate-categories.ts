import {
  chiSquareTest,
  cohenKappa,
  cramersV,
  fisherExact,
  fisherExactLarge,
  mcnemar,
  oddsRatio,
  riskRatio,
} from '@columnist/statistics';
import {
  AppError,
  pText,
  type AssociationTestOptions,
  type ResultTable,
  type TestResult,
} from '@columnist/contract';
import { measured, unfit, type Finding, type Measured } from '../procedures/finding.ts';
import { countsCode, type Counts } from '../procedures/read-counts.ts';
import { percent, significant, twoPlaces } from '../procedures/words.ts';

type Options = Extract<
  AssociationTestOptions,
  { method: 'chi_square' | 'fisher_exact' | 'mcnemar' | 'cohen_kappa' }
>;

/** Two columns of few values. */
export function associateCategories(input: Options, read: Counts): Finding {
  if (read.x.labels.length < 2 || read.y.labels.length < 2)
    throw unfit(
      `'${read.x.labels.length < 2 ? input.x : input.y}' has fewer than two values here.`,
      read.x.labels.length < 2 ? 'x' : 'y',
      'Choose another column or another view.',
    );
  return input.method === 'chi_square' || input.method === 'fisher_exact'
    ? independence(input, read)
    : agreement(input, read);
}

const tableOf = ({ x, y, counts }: Counts): ResultTable => ({
  title: 'Counts',
  columns: [`${x.column} \\ ${y.column}`, ...y.labels, 'all'],
  rows: x.labels.map((label, i) => [
    label,
    ...(counts[i] ?? []),
    (counts[i] ?? []).reduce((sum, n) => sum + n, 0),
  ]),
});
const pictureOf = ({ x, y, counts }: Counts, residuals: number[][]): TestResult['picture'] => ({
  kind: 'counts',
  x_name: x.column,
  y_name: y.column,
  rows: [...x.labels],
  columns: [...y.labels],
  counts: counts.map((row) => [...row]),
  residuals,
});

function independence(
  input: Extract<Options, { method: 'chi_square' | 'fisher_exact' }>,
  read: Counts,
): Finding {
  const { counts, used } = read;
  const { confidence_level: level } = input;
  const [rows, columns] = [read.x.labels.length, read.y.labels.length];
  const small = rows === 2 && columns === 2;
  const plain = chiSquareTest(counts, false);
  const { v, interval, corrected } = cramersV(plain.statistic, used, rows, columns, level);
  // Where every row is a group of its own the correction divides 0 by 0: there is no such figure.
  const effects: Measured[] = [
    measured(small ? 'φ' : 'Cramér’s V', v, interval),
    ...(Number.isFinite(corrected) ? [measured('Cramér’s V, bias corrected', corrected)] : []),
  ];
  const odds = small ? oddsRatio(counts, level) : null;
  const risk = small ? riskRatio(counts, level) : null;
  const code = countsCode(read);
  const hypotheses = {
    null: `${input.x} and ${input.y} are independent.`,
    alternative: 'They are associated.',
  };
  const common = { tables: [tableOf(read)], picture: pictureOf(read, plain.residuals) };
  const sentence = (p: number, effect: string): string =>
    p < significant
      ? `${input.x} and ${input.y} are associated (p ${pText(p)}, ${effect})${standsOut(read, plain.residuals)}`
      : `These data show no clear association of ${input.x} and ${input.y} (p ${pText(p)}, ${effect}).`;
  if (input.method === 'chi_square') {
    const yates = input.correct && small;
    const { statistic, df, p, expected } = yates ? chiSquareTest(counts, true) : plain;
    const least = Math.min(...expected.flat());
    return {
      ...common,
      name: 'Pearson’s chi-square test of independence',
      variant: yates ? 'with Yates’ correction' : 'without correction',
      hypotheses,
      statistic: { name: 'χ²', value: statistic },
      df: [df],
      p,
      effects: [
        ...effects,
        ...(odds === null ? [] : [measured('odds ratio', odds.value, odds.interval)]),
        ...(risk === null
          ? []
          : [measured(`relative risk of ${read.y.labels[0] ?? ''}`, risk.value, risk.interval)]),
      ],
      assumptions: [
        {
          name: 'expected counts of 5 or more',
          verdict: least < 5 ? 'doubtful' : 'holds',
          said: `The smallest expected count is ${least.toFixed(1)}.`,
        },
      ],
      recommendation:
        least < 5
          ? { method: 'fisher_exact', said: 'Fisher’s exact test needs no large counts.' }
          : null,
      sentence: sentence(p, `${small ? 'φ' : 'Cramér’s V'} ${twoPlaces(v)}`),
      code: {
        r: [
          ...code.r,
          `result <- chisq.test(counts, correct = ${yates ? 'TRUE' : 'FALSE'})`,
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          `result = stats.chi2_contingency(counts, correction=${yates ? 'True' : 'False'})[1]`,
          'print(result)',
        ],
      },
    };
  }
  if (!small) {
    if (input.alternative !== 'two_sided')
      throw unfit(
        'A table larger than two by two has no one-sided test.',
        'alternative',
        "Leave out 'alternative'.",
      );
    const p = fisherExactLarge(counts);
    if (p === null)
      throw new AppError(
        'too_complex',
        `Tables with these margins are too many to count one by one.`,
        { fix: 'Use chi_square, which these counts suit, or join rare values.' },
      );
    return {
      ...common,
      name: 'Fisher’s exact test',
      variant: 'all tables with the same margins',
      hypotheses,
      statistic: null,
      p,
      effects,
      sentence: sentence(p, `Cramér’s V ${twoPlaces(v)}`),
      code: {
        r: [...code.r, 'result <- fisher.test(counts, workspace = 2e7)', 'print(result)'],
        python: [
          'from scipy import stats  # 1.15 or newer',
          '',
          ...code.python,
          'result = stats.fisher_exact(counts)',
          'print(result)',
        ],
      },
    };
  }
  const { p, odds_ratio: ratio, interval: ends } = fisherExact(counts, input.alternative, level);
  const tail = `alternative = "${input.alternative.replace('_', '.')}"`;
  return {
    ...common,
    name: 'Fisher’s exact test',
    variant: 'conditional odds ratio',
    hypotheses: {
      null: 'The odds ratio is 1.',
      alternative: `It is ${{ two_sided: 'not 1', less: 'below 1', greater: 'above 1' }[input.alternative]}.`,
    },
    statistic: null,
    p,
    estimate: measured('odds ratio', ratio ?? Infinity, ends),
    effects: [
      ...effects,
      ...(risk === null
        ? []
        : [measured(`relative risk of ${read.y.labels[0] ?? ''}`, risk.value, risk.interval)]),
    ],
    sentence: sentence(p, `odds ratio ${twoPlaces(ratio)}`),
    code: {
      r: [
        ...code.r,
        `result <- fisher.test(counts, ${tail}, conf.level = ${level})`,
        'print(result)',
      ],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        `result = stats.fisher_exact(counts, alternative="${input.alternative.replace('_', '-')}")`,
        'print(result)',
      ],
    },
  };
}

/** The cell that is farthest from independence, in words. */
function standsOut({ x, y }: Counts, residuals: readonly (readonly number[])[]): string {
  let [row, column] = [0, 0];
  residuals.forEach((line, i) =>
    line.forEach((value, j) => {
      if (value > (residuals[row]?.[column] ?? 0)) [row, column] = [i, j];
    }),
  );
  return `: ${x.labels[row] ?? ''} with ${y.labels[column] ?? ''} is the pair most above what chance gives.`;
}

// Pairs of categories between which nothing changed count for nothing; R's mcnemar.test would divide 0 by 0.
const symmetryR = [
  'there <- counts[upper.tri(counts)]; back <- t(counts)[upper.tri(counts)]',
  'result <- list(p.value = pchisq(sum(((there - back)^2 / (there + back))[there + back > 0]), length(there), lower.tail = FALSE))',
];
const symmetryPython = [
  'upper = np.triu_indices(len(counts), 1)',
  'there, back = counts[upper], counts.T[upper]',
  'changed = there + back > 0',
  'result = stats.chi2.sf(((there - back)[changed] ** 2 / (there + back)[changed]).sum(), len(there))',
];

/** The counts with the same values in rows and columns. Throws invalid_input where both do not have the same values. */
function squareOf({ x, y }: { readonly x: string; readonly y: string }, read: Counts): Counts {
  const labels = [...new Set([...read.x.labels, ...read.y.labels])].sort();
  if (
    read.x.type !== read.y.type ||
    (labels.length > read.x.labels.length &&
      labels.length > Math.max(read.x.labels.length, read.y.labels.length) + 3)
  )
    throw unfit(
      `'${x}' and '${y}' do not have the same values.`,
      'y',
      'Choose two columns with the same categories, such as two raters or before and after.',
    );
  const counts = labels.map((a) =>
    labels.map((b) => read.counts[read.x.labels.indexOf(a)]?.[read.y.labels.indexOf(b)] ?? 0),
  );
  return { ...read, x: { ...read.x, labels }, y: { ...read.y, labels }, counts };
}

/** The counts of one category seen twice. Throws invalid_input where no row changed. */
export function changesOf(input: { readonly x: string; readonly y: string }, read: Counts): Counts {
  const same = squareOf(input, read);
  if (!same.counts.some((row, i) => row.some((n, j) => i !== j && n > 0)))
    throw unfit('No row changed: both columns are the same.', 'y', 'Choose other columns.');
  return same;
}

function agreement(
  input: Extract<Options, { method: 'mcnemar' | 'cohen_kappa' }>,
  read: Counts,
): Finding {
  const same = input.method === 'mcnemar' ? changesOf(input, read) : squareOf(input, read);
  const labels = same.x.labels;
  const square = same.counts.map((row) => [...row]);
  const code = countsCode(same);
  const none = square.map((row) => row.map(() => 0));
  if (input.method === 'cohen_kappa') {
    const {
      kappa,
      error,
      interval,
      null_error: nullError,
      z,
      p,
      agreement: share,
      expected,
    } = cohenKappa(square, input.confidence_level);
    if (!Number.isFinite(kappa))
      throw unfit(
        'Both columns have one and the same value throughout.',
        'y',
        'Choose other columns.',
      );
    const verdict =
      kappa > 0.8
        ? 'almost perfect'
        : kappa > 0.6
          ? 'substantial'
          : kappa > 0.4
            ? 'moderate'
            : kappa > 0.2
              ? 'fair'
              : kappa > 0
                ? 'slight'
                : 'none';
    return {
      name: 'Cohen’s κ',
      variant: 'not weighted; large-sample interval',
      hypotheses: {
        null: 'They agree as often as by chance.',
        alternative: 'They agree more or less often.',
      },
      statistic: { name: 'z', value: z },
      p,
      estimate: measured('Cohen’s κ', kappa, interval),
      tables: [
        tableOf(same),
        {
          title: 'Agreement',
          columns: ['figure', 'value'],
          rows: [
            ['observed', share],
            ['by chance', expected],
            ['standard error of κ', error],
            ['standard error where they agree by chance', nullError],
          ],
        },
      ],
      picture: pictureOf(same, none),
      sentence: `${input.x} and ${input.y} agree in ${percent(share)} of the rows, by chance ${percent(expected)}: κ = ${twoPlaces(kappa)} (p ${pText(p)}), which is called ${verdict}.`,
      code: {
        r: [
          ...code.r,
          'p <- counts / sum(counts); a <- rowSums(p); b <- colSums(p); e <- sum(a * b)',
          'kappa <- (sum(diag(p)) - e) / (1 - e); error <- sqrt((e + e^2 - sum(a * b * (a + b))) / sum(counts)) / (1 - e)',
          'result <- list(estimate = kappa, p.value = 2 * pnorm(-abs(kappa / error)))',
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          'p = counts / counts.sum(); a = p.sum(axis=1); b = p.sum(axis=0); e = (a * b).sum()',
          'kappa = (np.trace(p) - e) / (1 - e); error = np.sqrt((e + e**2 - (a * b * (a + b)).sum()) / counts.sum()) / (1 - e)',
          'result = 2 * stats.norm.sf(abs(kappa / error))',
          'print(kappa, result)',
        ],
      },
    };
  }
  if (input.variant === 'exact' && labels.length !== 2)
    throw unfit('The exact form takes two categories.', 'variant', "Use variant 'uncorrected'.");
  const { statistic, df, p } = mcnemar(square, input.variant);
  const [b, c] = [square[0]?.[1] ?? 0, square[1]?.[0] ?? 0];
  const exact = input.variant === 'exact';
  const correct = input.variant === 'corrected' && labels.length === 2;
  return {
    name: 'McNemar’s test',
    variant: exact ? 'exact' : correct ? 'with continuity correction' : 'without correction',
    hypotheses: {
      null: `${input.x} and ${input.y} have the same shares.`,
      alternative: 'They differ: changes go one way more often.',
    },
    statistic: exact ? null : { name: 'χ²', value: statistic },
    df: exact ? [] : [df],
    p,
    effects:
      labels.length === 2 && b > 0 && c > 0 ? [measured('odds ratio of the changes', b / c)] : [],
    tables: [tableOf(same)],
    picture: pictureOf(same, none),
    sentence:
      p < significant
        ? `${input.x} and ${input.y} differ: changes go one way more often (p ${pText(p)}).`
        : `These data show no clear difference of ${input.x} and ${input.y} (p ${pText(p)}).`,
    code: exact
      ? {
          r: [
            ...code.r,
            'result <- binom.test(counts[1, 2], counts[1, 2] + counts[2, 1])',
            'print(result)',
          ],
          python: [
            'from scipy import stats',
            '',
            ...code.python,
            'result = stats.binomtest(int(counts[0, 1]), int(counts[0, 1] + counts[1, 0]))',
            'print(result)',
          ],
        }
      : {
          r: [
            ...code.r,
            ...(labels.length === 2
              ? [`result <- mcnemar.test(counts, correct = ${correct ? 'TRUE' : 'FALSE'})`]
              : symmetryR),
            'print(result)',
          ],
          python:
            labels.length === 2
              ? [
                  'from statsmodels.stats.contingency_tables import mcnemar',
                  '',
                  ...code.python,
                  `result = mcnemar(counts, exact=False, correction=${correct ? 'True' : 'False'})`,
                  'print(result)',
                ]
              : ['from scipy import stats', '', ...code.python, ...symmetryPython, 'print(result)'],
        },
  };
}
