import { pText } from '@columnist/contract';
import { pointBiserial as definition } from '@columnist/contract/methods/number-and-groups/point-biserial';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured, unfit } from '../finding.ts';
import { groupsCode } from '../read-groups.ts';
import { significant, twoPlaces } from '../words.ts';
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
    const code = groupsCode(read);
    const [, second = ''] = read.names;
    return {
      ...common,
      name: 'Point-biserial correlation',
      variant: `${read.names[0] ?? ''} is 0, ${second} is 1; Fisher’s interval`,
      hypotheses: { null: `${input.x} is not correlated with ${input.y}.`, alternative: 'It is.' },
      statistic: statistic === null ? null : { name: 't', value: statistic },
      df: df === null ? [] : [df],
      p,
      estimate: measured('point-biserial correlation r', estimate, ci),
      sentence:
        p < significant
          ? `${input.x} is ${estimate > 0 ? 'larger' : 'smaller'} where ${input.y} is ${second} (r = ${twoPlaces(estimate)}, p ${pText(p)}).`
          : `These data show no clear correlation of ${input.x} with ${input.y} (r = ${twoPlaces(estimate)}, p ${pText(p)}).`,
      code: {
        r: [...code.r, 'result <- cor.test(value, as.numeric(group) - 1)', 'print(result)'],
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
