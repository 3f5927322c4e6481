import { kendall as definition } from '@columnist/contract/methods/correlation/kendall';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { tauIntervalNote } from '../without-interval.ts';
import { approximationNote } from '../few-values.ts';
import { withinOne } from '../finding.ts';
import { pointsOf } from '../pictures.ts';
import { numbersCode } from '../read-numbers.ts';
import { requireSpread } from '../require-spread.ts';
import { verdict } from '../verdict.ts';
import { claimOf, readRelated, together } from './two-columns.ts';

export const kendall = defineProcedure(definition, {
  read: readRelated,
  find: (input, { names, columns, placed }) => {
    const [x = new Float64Array(), y = new Float64Array()] = columns;
    const picture = pointsOf(names, placed, []);
    requireSpread(names, columns, 2);
    const { tau, z, p } = statistics.kendall(x, y, input.alternative);
    const code = numbersCode(names, ['x', 'y']);
    const exact = z === null;
    const level = input.confidence_level;
    const interval = statistics.kendallInterval(tau, x.length, level, input.alternative);
    const oneSided = input.alternative !== 'two_sided';
    const estimate = { ...withinOne('Kendall’s τ-b', tau, interval), oneSided };
    const [spread, tail] = [`0.437 / (${x.length} - 4)`, oneSided ? level : (1 + level) / 2];
    const signs = { two_sided: '-1, 1', greater: '-1', less: '1' }[input.alternative];
    return {
      name: 'Kendall’s rank correlation τ-b',
      variant: exact ? 'exact distribution' : 'normal approximation, corrected for ties',
      statistic: z === null ? null : { name: 'z', value: z },
      estimate,
      correlation: 'τ-b',
      picture,
      assumptions: [
        ...approximationNote(exact, x.length, `${x.length} rows`),
        ...tauIntervalNote(estimate, x.length),
      ],
      ...verdict({
        p,
        level,
        alternative: input.alternative,
        hypotheses: together(input, input.alternative, 'rank correlation τ-b'),
        claim: claimOf(input, tau),
        by: [estimate],
      }),
      code: {
        r: [
          ...code.r,
          `result <- cor.test(x, y, method = "kendall", exact = ${exact ? 'TRUE' : 'FALSE'}, alternative = "${input.alternative.replace('_', '.')}")`,
          ...(interval === null
            ? []
            : [
                '# Fieller, Hartley and Pearson 1957',
                `print(tanh(atanh(result$estimate) + c(${signs}) * qnorm(${tail}) * sqrt(${spread})))`,
              ]),
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          `result = stats.kendalltau(x, y, method="${exact ? 'exact' : 'asymptotic'}", alternative="${input.alternative.replace('_', '-')}")`,
          ...(interval === null
            ? []
            : [
                '# Fieller, Hartley and Pearson 1957',
                `print(np.tanh(np.arctanh(result[0]) + np.array([${signs}]) * stats.norm.ppf(${tail}) * np.sqrt(${spread})))`,
              ]),
          'print(result)',
        ],
      },
    };
  },
  samples: {
    ties: { x: 'y', y: 'i1' },
    exact: {
      x: 'z',
      y: 'w',
      view: { derive: [{ name: 'w', expression: 'z * z - 7.1 * z' }], filter: 'z != 0' },
      alternative: 'greater',
    },
  },
});
