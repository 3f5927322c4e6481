import { correlationRatio as definition } from '@columnist/contract/methods/number-and-groups/correlation-ratio';
import { anova } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { unfit, withinOne } from '../finding.ts';
import { nearOf } from '../near-values.ts';
import { groupsCode } from '../read-groups.ts';
import { verdict } from '../verdict.ts';
import { fIntervalNote, unlessPoint } from '../without-interval.ts';
import { percent } from '../words.ts';
import { filledGroups, readNumberAndGroups } from './number-and-groups.ts';

/** How much of a number column its groups tell. */
export const correlationRatio = defineProcedure(definition, {
  read: readNumberAndGroups,
  find: (input, read) => {
    const { filled, common } = filledGroups(input, read);
    const code = groupsCode(read, nearOf(read.scale, read.values));
    const { f, df, p, eta_squared: eta } = anova(filled, input.confidence_level);
    if (!Number.isFinite(f))
      throw unfit(
        'Within each group all values are equal: there is no spread to compare with.',
        'x',
        'Choose another column.',
      );
    const ratio = Math.sqrt(eta.value);
    const interval = unlessPoint(eta.interval);
    const estimate = withinOne(
      'correlation ratio η',
      ratio,
      interval && { ...interval, low: Math.sqrt(interval.low), high: Math.sqrt(interval.high) },
    );
    const square = withinOne('η²', eta.value, interval);
    return {
      ...common,
      name: 'Correlation ratio η',
      variant: 'F test of the one-way analysis of variance',
      statistic: { name: 'F', value: f },
      df,
      estimate,
      effects: [square],
      assumptions: fIntervalNote(square, input.confidence_level),
      reported: [estimate],
      ...verdict({
        p,
        level: input.confidence_level,
        hypotheses: {
          null: `The mean of ${input.x} is the same in all groups of ${input.y}.`,
          alternative: `The mean of ${input.x} depends on ${input.y}.`,
        },
        seen: `in these rows the groups account for ${percent(eta.value)} of the variance`,
        by: [{ ...estimate, name: 'η' }],
      }),
      code: {
        r: [
          ...code.r,
          '# oneway.test() refuses groups of one value',
          'terms <- anova(lm(value ~ group))',
          'result <- list(statistic = terms[["F value"]][1], p.value = terms[["Pr(>F)"]][1])',
          'print(terms)',
        ],
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
