import { namedIn } from '@columnist/contract';
import { chiSquareGoodnessOfFit as definition } from '@columnist/contract/methods/fit/chi-square-goodness-of-fit';
import { goodnessOfFit } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured, unfit } from '../finding.ts';
import { sharesPicture } from '../pictures.ts';
import { placeOfLabel, readShares, sharesCode } from '../read-counts.ts';
import { verdict } from '../verdict.ts';
import { chiSquareIntervalNote, unlessPoint } from '../without-interval.ts';
import { percentBeside } from '../words.ts';

export const chiSquareGoodnessOfFit = defineProcedure(definition, {
  read: (connection, table, { column, view }) => readShares(connection, table, column, view),
  find: (input, read) => {
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
    const effects = [measured("Cohen's w", found.w.value, unlessPoint(found.w.interval))];
    const off = found.expected.map(
      (count, i) => ((read.counts[i] ?? 0) - count) / Math.sqrt(count),
    );
    const far = off.reduce(
      (best, one, i) => (Math.abs(one) > Math.abs(off[best] ?? 0) ? i : best),
      0,
    );
    const [seen, due] = [
      (read.counts[far] ?? 0) / read.used,
      (found.expected[far] ?? NaN) / read.used,
    ];
    const inPercent = percentBeside(seen, due);
    const code = sharesCode(read);
    const shares = parts.map((part) => `${part}`).join(', ');
    return {
      name: 'Chi-square test of goodness of fit',
      variant: expected === undefined ? 'equal shares' : 'given shares',
      statistic: { name: 'χ²', value: found.statistic },
      df: [found.df],
      effects,
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
        ...chiSquareIntervalNote(effects[0], input.confidence_level),
      ],
      ...verdict({
        p: found.p,
        level: input.confidence_level,
        hypotheses: {
          null: `The values of ${input.column} occur in the ${expected === undefined ? 'same shares' : 'expected shares'}.`,
          alternative: `The values of ${input.column} occur in other than ${expected === undefined ? 'equal' : 'the expected'} shares.`,
        },
        seen: `the farthest is ${read.labels[far] ?? ''}, ${inPercent(seen)} where ${inPercent(due)} are expected`,
        by: effects,
      }),
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
  },
  samples: {
    usual: { column: "it's" },
    'given shares': { column: "it's", expected: { yes: 2, no: 1, maybe: 1 } },
  },
});
