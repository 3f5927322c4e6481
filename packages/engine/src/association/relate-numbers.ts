import {
  cronbachAlpha,
  kendall,
  momentsOf,
  partialCorrelation,
  samplesOf,
  tabulate,
} from '@columnist/statistics';
import { pText, type AssociationTestOptions } from '@columnist/contract';
import { describeGroups } from '../groups/describe-groups.ts';
import { measured, unfit, type Finding } from '../procedures/finding.ts';
import { groupsPicture, pointsOf } from '../procedures/pictures.ts';
import { numbersCode } from '../procedures/read-numbers.ts';
import { significant, twoPlaces } from '../procedures/words.ts';

type Options<Method extends AssociationTestOptions['method']> = Extract<
  AssociationTestOptions,
  { method: Method }
>;

/** A constant column goes together with nothing. */
function requireSpread(
  names: readonly string[],
  columns: readonly Float64Array[],
  least: number,
): void {
  const n = columns[0]?.length ?? 0;
  if (n < least)
    throw unfit(
      `${n} rows have every value; this needs at least ${least}.`,
      'x',
      'Choose other columns or another view.',
    );
  const constant = columns.findIndex((values) => momentsOf(tabulate(values)).m2 === 0);
  if (constant >= 0)
    throw unfit(
      `All values of '${names[constant] ?? ''}' are equal here.`,
      'x',
      'Choose a column that varies.',
    );
}

/** Two number columns over the rows where all are present. */
export function relateNumbers(
  input: Options<'kendall' | 'partial'>,
  names: readonly string[],
  columns: readonly Float64Array[],
): Finding {
  const [x = new Float64Array(), y = new Float64Array(), ...given] = columns;
  const picture = pointsOf(names, columns, []);
  const direction = (value: number): string => (value > 0 ? 'rises' : 'falls');
  if (input.method === 'kendall') {
    requireSpread(names, columns, 2);
    const { tau, z, p } = kendall(x, y, input.alternative);
    const code = numbersCode(names, ['x', 'y']);
    const exact = z === null;
    return {
      name: 'Kendall’s rank correlation τ-b',
      variant: exact ? 'exact distribution' : 'normal approximation, corrected for ties',
      hypotheses: {
        null: `${input.x} and ${input.y} are not associated.`,
        alternative: `${input.y} ${{ two_sided: 'rises or falls', less: 'falls', greater: 'rises' }[input.alternative]} with ${input.x}.`,
      },
      statistic: z === null ? null : { name: 'z', value: z },
      p,
      estimate: measured('Kendall’s τ-b', tau),
      picture,
      sentence:
        p < significant
          ? `${input.y} ${direction(tau)} with ${input.x} (τ-b = ${twoPlaces(tau)}, p ${pText(p)}).`
          : `These data show no clear association of ${input.x} and ${input.y} (τ-b = ${twoPlaces(tau)}, p ${pText(p)}).`,
      code: {
        r: [
          ...code.r,
          `result <- cor.test(x, y, method = "kendall", exact = ${exact ? 'TRUE' : 'FALSE'}, alternative = "${input.alternative.replace('_', '.')}")`,
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          `result = stats.kendalltau(x, y, method="${exact ? 'exact' : 'asymptotic'}", alternative="${input.alternative.replace('_', '-')}")`,
          'print(result)',
        ],
      },
    };
  }
  requireSpread(names, columns, columns.length + 2);
  const found = partialCorrelation(x, y, given, input.confidence_level);
  if (found === null)
    throw unfit(
      'One of the columns is a combination of the others.',
      'given',
      'Leave a column out.',
    );
  const { r, t, df, p, interval } = found;
  const held = input.given.join(', ');
  const code = numbersCode(names, ['x', 'y']);
  return {
    name: 'Partial correlation',
    variant: `Pearson, given ${held}; Fisher’s interval`,
    hypotheses: {
      null: `Given ${held}, ${input.x} and ${input.y} are not correlated.`,
      alternative: 'They are.',
    },
    statistic: { name: 't', value: t },
    df: [df],
    p,
    estimate: measured('partial correlation r', r, interval),
    picture,
    sentence:
      p < significant
        ? `Given ${held}, ${input.y} ${direction(r)} with ${input.x} (r = ${twoPlaces(r)}, p ${pText(p)}).`
        : `Given ${held}, these data show no clear correlation of ${input.x} and ${input.y} (r = ${twoPlaces(r)}, p ${pText(p)}).`,
    code: {
      r: [
        ...code.r,
        'given <- do.call(cbind, columns[-(1:2)])',
        'r <- cor(resid(lm(x ~ given)), resid(lm(y ~ given))); df <- length(x) - 2 - ncol(given)',
        'result <- list(estimate = r, p.value = 2 * pt(-abs(r * sqrt(df / (1 - r^2))), df))',
        'print(result)',
      ],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        'given = np.column_stack([np.ones(len(x)), *columns[2:]])',
        'rest = [one - given @ np.linalg.lstsq(given, one, rcond=None)[0] for one in (x, y)]',
        'r = np.corrcoef(*rest)[0, 1]',
        'df = len(x) - 1 - given.shape[1]',
        'result = 2 * stats.t.sf(abs(r * np.sqrt(df / (1 - r**2))), df)',
        'print(r, result)',
      ],
    },
  };
}

/** How well items measure one thing. */
export function reliability(
  { columns: names, confidence_level: level }: Options<'cronbach_alpha'>,
  columns: readonly Float64Array[],
): Finding {
  requireSpread(names, columns, 2);
  const { alpha, interval, items } = cronbachAlpha(columns, level);
  if (!Number.isFinite(alpha))
    throw unfit('The sum of the items does not vary.', 'columns', 'Choose other columns.');
  const verdict =
    alpha >= 0.9
      ? 'excellent'
      : alpha >= 0.8
        ? 'good'
        : alpha >= 0.7
          ? 'acceptable'
          : alpha >= 0.6
            ? 'questionable'
            : 'poor';
  const code = numbersCode(names);
  return {
    name: 'Cronbach’s α',
    variant: 'raw; interval by Feldt',
    hypotheses: null,
    statistic: null,
    p: null,
    estimate: measured('Cronbach’s α', alpha, interval),
    groups: describeGroups(names, samplesOf(columns, { origin: 0, perUnit: 1 }), level),
    picture: groupsPicture('value', names, samplesOf(columns, { origin: 0, perUnit: 1 })),
    tables: [
      {
        title: 'Items',
        columns: ['item', 'correlation with the rest', 'α without it'],
        rows: names.map((name, i) => [
          name,
          items[i]?.rest_correlation ?? null,
          items[i]?.alpha_without ?? null,
        ]),
      },
    ],
    sentence: `The ${names.length} items hang together with α = ${twoPlaces(alpha)}, which is called ${verdict}.`,
    code: {
      r: [
        ...code.r,
        'm <- do.call(cbind, columns); k <- ncol(m)',
        'result <- k / (k - 1) * (1 - sum(diag(cov(m))) / sum(cov(m)))',
        'print(result)',
      ],
      python: [
        ...code.python,
        'c = np.cov(columns)',
        'k = len(columns)',
        'result = k / (k - 1) * (1 - np.trace(c) / c.sum())',
        'print(result)',
      ],
    },
  };
}
