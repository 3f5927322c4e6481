import { fisherExact as definition } from '@columnist/contract/methods/categories/fisher-exact';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured, unfit, type Figure } from '../finding.ts';
import { against, claimAgainst, verdict } from '../verdict.ts';
import { countsCode } from '../read-counts.ts';
import {
  drawnImports,
  drawnPython,
  networkImports,
  networkPython,
  twoByTwoPython,
} from './fisher-code.ts';
import { independence, sayTurned } from './independence.ts';
import { readPair } from './two-categories.ts';

export const fisherExact = defineProcedure(definition, {
  read: readPair,
  find: (input, read) => {
    const { turned, effects, risk, common, notes, verdictAt } = independence(input, read);
    const { counts } = read;
    const level = input.confidence_level;
    const code = countsCode(turned ?? read);
    if (turned === null) {
      if (input.alternative !== 'two_sided')
        throw unfit(
          'A table larger than two by two has no one-sided test.',
          'alternative',
          "Leave out 'alternative'.",
        );
      const exact = statistics.fisherExactLarge(counts);
      if (exact === null) {
        const { p, draws, error } = statistics.fisherExactDrawn(counts, input.seed);
        return {
          ...common,
          name: 'Fisher’s exact test',
          variant: `${draws} tables with the same margins drawn, seed ${input.seed}: too many to count`,
          statistic: null,
          effects,
          assumptions: notes,
          tables: [
            ...common.tables,
            {
              title: 'Error of drawing',
              columns: ['tables drawn', 'p', 'standard error of p'],
              rows: [[draws, p, error]],
            },
          ],
          ...verdictAt(p, effects.slice(0, 1)),
          code: {
            r: [
              ...code.r,
              `set.seed(${input.seed})`,
              `result <- fisher.test(counts, simulate.p.value = TRUE, B = ${draws})  # drawn: the same within the error of drawing`,
              'print(result)',
            ],
            python: [
              ...drawnImports,
              ...code.python,
              ...drawnPython(draws, input.seed),
              'print(result)',
            ],
          },
        };
      }
      return {
        ...common,
        name: 'Fisher’s exact test',
        variant: 'all tables with the same margins',
        statistic: null,
        effects,
        assumptions: notes,
        ...verdictAt(exact, effects.slice(0, 1)),
        code: {
          r: [...code.r, 'result <- fisher.test(counts, workspace = 2e7)', 'print(result)'],
          python: [...networkImports, ...code.python, ...networkPython, 'print(result)'],
        },
      };
    }
    const {
      p,
      odds_ratio: ratio,
      interval: ends,
    } = statistics.fisherExact(turned.counts, input.alternative, level);
    const estimate: Figure = {
      ...measured('odds ratio', ratio ?? Infinity, ends),
      none: 1,
      oneSided: input.alternative !== 'two_sided',
    };
    const what = `The odds ratio of ${sayTurned(turned)},`;
    const tail = `alternative = "${input.alternative.replace('_', '.')}"`;
    return {
      ...common,
      name: 'Fisher’s exact test',
      variant: 'conditional odds ratio',
      statistic: null,
      estimate,
      effects: [...effects, ...risk],
      assumptions: notes,
      reported: [estimate],
      ...verdict({
        p,
        level,
        alternative: input.alternative,
        hypotheses: against(what, '1', input.alternative),
        claim: claimAgainst(what, '1', ratio !== null && ratio < 1),
        by: [estimate],
      }),
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
          ...twoByTwoPython(input.alternative.replace('_', '-')),
          'print(result)',
        ],
      },
    };
  },
  samples: { usual: { x: 'h', y: 'note' }, 'larger table': { x: 'g', y: "it's" } },
});
