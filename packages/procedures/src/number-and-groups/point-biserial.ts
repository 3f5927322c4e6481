import { pointBiserial as definition } from '@columnist/contract/methods/number-and-groups/point-biserial';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { unfit, withinOne } from '../finding.ts';
import { nearOf } from '../near-values.ts';
import { groupsCode } from '../read-groups.ts';
import { claimBetween, verdict } from '../verdict.ts';
import { filledGroups, readNumberAndGroups } from './number-and-groups.ts';

export const pointBiserial = defineProcedure(definition, {
  read: readNumberAndGroups,
  find: (input, read) => {
    const { common } = filledGroups(input, read);
    if (read.names.length !== 2)
      throw unfit(
        `'${input.y}' has ${read.names.length} values; a point-biserial correlation needs two.`,
        'y',
        'Choose a column with two values, or narrow it with a view.',
      );
    const [zero = new Float64Array(), one = new Float64Array()] = read.values;
    const {
      estimate,
      ci,
      statistic,
      df,
      p_value: p,
      reason,
    } = statistics.pointBiserial(zero, one, input.confidence_level);
    if (estimate === null || p === null)
      throw unfit(reason ?? 'There is no correlation of these rows.', 'x', 'Choose other columns.');
    const code = groupsCode(read, nearOf(read.scale, read.values));
    const [first = '', second = ''] = read.names;
    const correlation = withinOne('point-biserial correlation r', estimate, ci);
    return {
      ...common,
      name: 'Point-biserial correlation',
      variant: `${first} is 0, ${second} is 1; Fisher’s interval`,
      statistic: statistic === null ? null : { name: 't', value: statistic },
      df: df === null ? [] : [df],
      estimate: correlation,
      correlation: 'r',
      ...verdict({
        p,
        level: input.confidence_level,
        hypotheses: {
          null: `The correlation of ${input.x} with ${input.y} is 0.`,
          alternative: `The column ${input.x} is correlated with ${input.y}.`,
        },
        claim: claimBetween(`The mean of ${input.x}`, second, first, estimate < 0),
        by: [correlation],
      }),
      code: {
        r: [
          ...code.r,
          `result <- cor.test(value, as.numeric(group) - 1, conf.level = ${input.confidence_level})`,
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          'result = stats.pearsonr(np.concatenate(groups), np.repeat([0, 1], [len(one) for one in groups]))',
          'print(result)',
        ],
      },
    };
  },
  samples: { usual: { x: 'y', y: 'h' } },
});
