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
          ...(exact
            ? [
                'print(stats.ks_2samp(*groups).statistic)',
                '# p by all orders of the values, of which tied ones are one place; SciPy knows no ties',
                'n, m = map(len, groups)',
                'values = np.sort(np.concatenate(groups))',
                'ends = np.append(np.diff(values) > 0, True)',
                'below = [np.searchsorted(np.sort(one), values, side="right") for one in groups]',
                'most = np.abs(below[0] * m - below[1] * n).max()',
                'reached = np.zeros((n + 1, m + 1))',
                'for i in range(n + 1):',
                '    for j in range(m + 1):',
                '        if i + j > 0:',
                '            is_far = ends[i + j - 1] and abs(i * m - j * n) >= most',
                '            reached[i, j] = 1 if is_far else ((i * reached[i - 1, j] if i else 0) + (j * reached[i, j - 1] if j else 0)) / (i + j)',
                'result = reached[n, m]',
              ]
            : ['result = stats.ks_2samp(*groups, method="asymp")']),
          'print(result)',
        ],
      },
    };
  },
  samples: { usual: { column: 'z', group: 'h', view: { filter: "g != 'a'" } } },
});
