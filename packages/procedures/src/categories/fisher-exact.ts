import { AppError } from '@columnist/contract';
import { fisherExact as definition } from '@columnist/contract/methods/categories/fisher-exact';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured, unfit, type Figure } from '../finding.ts';
import { against, claimAgainst, verdict } from '../verdict.ts';
import { countsCode } from '../read-counts.ts';
import { independence } from './independence.ts';
import { readPair } from './two-categories.ts';

export const fisherExact = defineProcedure(definition, {
  read: readPair,
  find: (input, read) => {
    const { small, effects, risk, common, verdictAt } = independence(input, read);
    const { counts } = read;
    const level = input.confidence_level;
    const code = countsCode(read);
    if (!small) {
      if (input.alternative !== 'two_sided')
        throw unfit(
          'A table larger than two by two has no one-sided test.',
          'alternative',
          "Leave out 'alternative'.",
        );
      const p = statistics.fisherExactLarge(counts);
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
        statistic: null,
        effects,
        ...verdictAt(p, effects.slice(0, 1)),
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
    const {
      p,
      odds_ratio: ratio,
      interval: ends,
    } = statistics.fisherExact(counts, input.alternative, level);
    const estimate: Figure = {
      ...measured('odds ratio', ratio ?? Infinity, ends),
      none: 1,
      oneSided: input.alternative !== 'two_sided',
    };
    const [x, y] = [read.x.labels, read.y.labels];
    const what = `The odds ratio of ${input.y} = ${y[0] ?? ''}, ${input.x} = ${x[0] ?? ''} against ${x[1] ?? ''},`;
    const tail = `alternative = "${input.alternative.replace('_', '.')}"`;
    return {
      ...common,
      name: 'Fisher’s exact test',
      variant: 'conditional odds ratio',
      statistic: null,
      estimate,
      effects: [...effects, ...risk],
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
          `result = stats.fisher_exact(counts, alternative="${input.alternative.replace('_', '-')}")`,
          'print(result)',
        ],
      },
    };
  },
  samples: { usual: { x: 'h', y: 'note' } },
});
