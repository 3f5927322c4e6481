import { chiSquare as definition } from '@columnist/contract/methods/categories/chi-square';
import { chiSquareTest } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { countsCode } from '../read-counts.ts';
import { independence } from './independence.ts';
import { readPair } from './two-categories.ts';

export const chiSquare = defineProcedure(definition, {
  read: readPair,
  find: (input, read) => {
    const { turned, effects, odds, risk, common, notes, verdictAt } = independence(input, read);
    const { counts } = read;
    const code = countsCode(read);
    const yates = input.correct && turned !== null;
    const { statistic, df, p, expected } = chiSquareTest(counts, yates);
    const least = Math.min(...expected.flat());
    return {
      ...common,
      name: 'Pearson’s chi-square test of independence',
      variant: yates ? 'with Yates’ correction' : 'without correction',
      statistic: { name: 'χ²', value: statistic },
      df: [df],
      effects: [...effects, ...odds, ...risk],
      assumptions: [
        {
          name: 'expected counts of 5 or more',
          verdict: least < 5 ? 'doubtful' : 'holds',
          said: `The smallest expected count is ${least.toFixed(1)}.`,
        },
        ...notes,
      ],
      recommendation:
        least < 5
          ? { method: 'fisher_exact', said: 'Fisher’s exact test needs no large counts.' }
          : null,
      ...verdictAt(p, effects.slice(0, 1)),
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
  },
  samples: {
    'two by two': { x: 'h', y: 'note' },
    usual: { x: 'g', y: "it's" },
  },
});
