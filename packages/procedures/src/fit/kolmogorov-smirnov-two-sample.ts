import { kolmogorovSmirnovTwoSample as definition } from '@columnist/contract/methods/fit/kolmogorov-smirnov-two-sample';
import { kolmogorovTwoSample, samplesOf } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { describeGroups } from '../describe-groups.ts';
import { unfit } from '../finding.ts';
import { groupsPicture } from '../pictures.ts';
import { groupsCode, readGroups } from '../read-groups.ts';
import { verdict } from '../verdict.ts';
import { ofUnit } from '../words.ts';

export const kolmogorovSmirnovTwoSample = defineProcedure(definition, {
  read: (connection, table, input) =>
    readGroups(connection, table, { ...input, value: input.column }),
  find: (input, read) => {
    const [first = '', second = ''] = read.names;
    const [x = new Float64Array(), y = new Float64Array()] = read.values;
    if (read.names.length !== 2)
      throw unfit(
        `'${input.group}' has ${read.names.length} groups; this test compares two.`,
        'groups',
        "Name two of them in 'groups'.",
      );
    if (x.length === 0 || y.length === 0)
      throw unfit(
        `The group '${x.length === 0 ? first : second}' has no value.`,
        'groups',
        'Choose other groups or another view.',
      );
    const { d, p, exact } = kolmogorovTwoSample(x, y);
    const code = groupsCode(read);
    return {
      name: 'Two-sample Kolmogorov–Smirnov test',
      variant: exact ? 'exact, ties considered' : 'limit distribution',
      statistic: { name: 'D', value: d },
      groups: describeGroups(
        read.names,
        samplesOf(read.values, read.scale),
        input.confidence_level,
      ),
      picture: groupsPicture(input.column, read.names, samplesOf(read.values, read.scale)),
      ...verdict({
        p,
        level: input.confidence_level,
        hypotheses: {
          null: `The distribution of ${input.column} is the same in ${first} and ${second}.`,
          alternative: `The distribution of ${input.column} differs between ${first} and ${second}.`,
        },
        seen: `largest distance D = ${ofUnit(d)}`,
      }),
      code: {
        r: [
          ...code.r,
          `result <- ks.test(value[group == levels(group)[1]], value[group == levels(group)[2]], exact = ${exact ? 'TRUE' : 'FALSE'})`,
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          `result = stats.ks_2samp(*groups, method="${exact ? 'exact' : 'asymp'}")${exact ? '  # of tied values SciPy takes the distribution without ties' : ''}`,
          'print(result)',
        ],
      },
    };
  },
  samples: { usual: { column: 'z', group: 'h', view: { filter: "g != 'a'" } } },
});
