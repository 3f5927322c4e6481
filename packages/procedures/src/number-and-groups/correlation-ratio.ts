import { pText } from '@columnist/contract';
import { correlationRatio as definition } from '@columnist/contract/methods/number-and-groups/correlation-ratio';
import { anova } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured, unfit } from '../finding.ts';
import { groupsCode } from '../read-groups.ts';
import { twoPlaces } from '../words.ts';
import { filledGroups, readNumberAndGroups } from './number-and-groups.ts';

/** How much of a number column its groups tell. */
export const correlationRatio = defineProcedure(definition, {
  read: readNumberAndGroups,
  find: (input, read) => {
    const { filled, common } = filledGroups(input, read);
    const code = groupsCode(read);
    const { f, df, p, eta_squared: eta } = anova(filled, input.confidence_level);
    if (!Number.isFinite(f))
      throw unfit(
        'Within each group all values are equal: there is no spread to compare with.',
        'x',
        'Choose another column.',
      );
    const ratio = Math.sqrt(eta.value);
    return {
      ...common,
      name: 'Correlation ratio η',
      variant: 'F test of the one-way analysis of variance',
      hypotheses: {
        null: `${input.y} tells nothing of the mean of ${input.x}.`,
        alternative: 'It does.',
      },
      statistic: { name: 'F', value: f },
      df,
      p,
      estimate: measured('correlation ratio η', ratio, {
        level: eta.interval.level,
        low: Math.sqrt(eta.interval.low),
        high: Math.sqrt(eta.interval.high),
      }),
      effects: [measured('eta squared', eta.value, eta.interval)],
      sentence: `${input.y} accounts for ${twoPlaces(100 * eta.value)}% of the variance of ${input.x} (η = ${twoPlaces(ratio)}, p ${pText(p)}).`,
      code: {
        r: [...code.r, 'result <- oneway.test(value ~ group, var.equal = TRUE)', 'print(result)'],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          'result = stats.f_oneway(*groups)',
          'print(result)',
        ],
      },
    };
  },
  samples: { usual: { x: 'y', y: 'g' } },
});
