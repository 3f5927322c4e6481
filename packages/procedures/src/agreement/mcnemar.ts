import { mcnemar as definition } from '@columnist/contract/methods/agreement/mcnemar';
import * as statistics from '@columnist/statistics';
import { pictureOf, readPair, requireTwo, tableOf } from '../categories/two-categories.ts';
import { defineProcedure } from '../define-procedure.ts';
import { measured, unfit, type Snippet } from '../finding.ts';
import { countsCode } from '../read-counts.ts';
import { verdict } from '../verdict.ts';
import { changesOf } from './same-categories.ts';

export const mcnemar = defineProcedure(definition, {
  read: readPair,
  find: (input, read) => {
    requireTwo(input, read);
    const same = changesOf(input, read);
    const labels = same.x.labels;
    const square = same.counts.map((row) => [...row]);
    const code = countsCode(same);
    const none = square.map((row) => row.map(() => 0));
    if (input.variant === 'exact' && labels.length !== 2)
      throw unfit('The exact form takes two categories.', 'variant', "Use variant 'uncorrected'.");
    const level = input.confidence_level;
    const { statistic, df, p } = statistics.mcnemar(square, input.variant);
    const [b, c] = [square[0]?.[1] ?? 0, square[1]?.[0] ?? 0];
    const exact = input.variant === 'exact';
    const isRatio = labels.length === 2 && b > 0 && c > 0;
    const ratio = isRatio ? ratioCode(level) : { r: [], python: [] };
    const correct = input.variant === 'corrected' && labels.length === 2;
    return {
      name: 'McNemar’s test',
      variant: exact ? 'exact' : correct ? 'with continuity correction' : 'without correction',
      statistic: exact ? null : { name: 'χ²', value: statistic },
      df: exact ? [] : [df],
      effects: isRatio
        ? [{ ...measured('odds ratio of the changes', b / c, ratioInterval(b, c, level)), none: 1 }]
        : [],
      tables: [tableOf(same)],
      picture: pictureOf(same, none),
      ...verdict({
        p,
        level,
        hypotheses: {
          null: `The changes between ${input.x} and ${input.y} are as frequent one way as the other.`,
          alternative: `The changes between ${input.x} and ${input.y} are more frequent one way than the other.`,
        },
        ...(labels.length === 2 && b !== c
          ? {
              claim: `The changes between ${input.x} and ${input.y} are more frequent from ${labels[b > c ? 0 : 1] ?? ''} to ${labels[b > c ? 1 : 0] ?? ''} than back`,
            }
          : {}),
        seen:
          labels.length === 2
            ? `${b} from ${labels[0] ?? ''} to ${labels[1] ?? ''}, ${c} from ${labels[1] ?? ''} to ${labels[0] ?? ''}`
            : '',
      }),
      code: exact
        ? {
            r: [
              ...code.r,
              'result <- binom.test(counts[1, 2], counts[1, 2] + counts[2, 1])',
              ...ratio.r,
              'print(result)',
            ],
            python: [
              'from scipy import stats',
              '',
              ...code.python,
              ...ratio.python,
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
              ...ratio.r,
              'print(result)',
            ],
            python:
              labels.length === 2
                ? [
                    'from scipy import stats',
                    'from statsmodels.stats.contingency_tables import mcnemar',
                    '',
                    ...code.python,
                    ...ratio.python,
                    `result = mcnemar(counts, exact=False, correction=${correct ? 'True' : 'False'})`,
                    'print(result)',
                  ]
                : [
                    'from scipy import stats',
                    '',
                    ...code.python,
                    ...symmetryPython,
                    'print(result)',
                  ],
          },
    };
  },
  samples: {
    usual: { x: 'i1', y: 'i2', view: { filter: 'i1 <= 2 and i2 <= 2' } },
    exact: { x: 'i1', y: 'i2', variant: 'exact', view: { filter: 'i1 > 2 and i2 > 2' } },
    several: { x: 'i1', y: 'i3', variant: 'uncorrected' },
  },
});

/**
 * The odds of the exact interval of the share of changes one way (Breslow and Day, Statistical
 * Methods in Cancer Research 1, 1980, 5.2). R: p <- binom.test(b, b + c)$conf.int; p / (1 - p).
 */
function ratioInterval(b: number, c: number, level: number): statistics.Interval {
  const { low, high } = statistics.exactInterval(b, b + c, level);
  return { level, low: low / (1 - low), high: high / (1 - high) };
}

const ratioCode = (level: number): Snippet => ({
  r: [
    `share <- binom.test(counts[1, 2], counts[1, 2] + counts[2, 1], conf.level = ${level})$conf.int`,
    'print(share / (1 - share))  # of the odds ratio of the changes',
  ],
  python: [
    `share = stats.binomtest(int(counts[0, 1]), int(counts[0, 1] + counts[1, 0])).proportion_ci(${level})`,
    'print(share.low / (1 - share.low), share.high / (1 - share.high))  # of the odds ratio of the changes',
  ],
});

// Pairs of categories between which nothing changed count for nothing; R's mcnemar.test would
// divide 0 by 0.
const symmetryR = [
  'there <- counts[upper.tri(counts)]; back <- t(counts)[upper.tri(counts)]',
  'result <- list(p.value = pchisq(sum(((there - back)^2 / (there + back))[there + back ' +
    '> 0]), length(there), lower.tail = FALSE))',
];
const symmetryPython = [
  'upper = np.triu_indices(len(counts), 1)',
  'there, back = counts[upper], counts.T[upper]',
  'changed = there + back > 0',
  'result = stats.chi2.sf(((there - back)[changed] ** 2 / (there + back)[changed]).sum(), len(there))',
];
