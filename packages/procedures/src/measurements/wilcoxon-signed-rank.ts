import { wilcoxonSignedRank as definition } from '@columnist/contract/methods/measurements/wilcoxon-signed-rank';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { unfit, withinOne } from '../finding.ts';
import { verdict } from '../verdict.ts';
import { minus, short } from '../words.ts';
import { differencesIn, readMeasurements } from './differences.ts';
import { symmetric } from './symmetric.ts';

export const wilcoxonSignedRank = defineProcedure(definition, {
  read: readMeasurements,
  find: (input, read) => {
    const { confidence_level: level } = input;
    const { values, scale, paired, what, code, common } = differencesIn(input, read, {
      ranks: true,
    });
    const shift = (input.mu - scale.origin) * scale.perUnit;
    const differences = values.map((value) => value - shift);
    if (differences.every((value) => value === 0))
      throw unfit('Every difference is 0.', 'value', 'Choose another column.');
    const {
      v,
      z,
      p,
      zeros,
      rank_biserial: r,
    } = statistics.wilcoxonSignedRank(differences, input.alternative, level);
    const median = statistics.placeOf(scale, statistics.quantile(statistics.tabulate(values), 0.5));
    const subject = paired ? `The differences ${what}` : `The values of ${what}`;
    const other = minus(String(input.mu));
    const tend = (side: 'less' | 'greater'): string =>
      `tend to be ${side === 'less' ? 'smaller' : 'larger'} than ${other}`;
    const effects = [withinOne('rank-biserial correlation', r.value, r.interval)];
    const [rExact, pythonExact] = z === null ? ['TRUE', 'exact'] : ['FALSE', 'approx'];
    return {
      ...common,
      name: 'Wilcoxon signed rank test',
      variant: `${z === null ? 'exact distribution' : 'normal approximation, corrected for ties and continuity'}${zeros > 0 ? `; ${zeros} differences of 0 left out` : ''}`,
      statistic: { name: 'V', value: v },
      effects,
      assumptions: [symmetric(what, values)],
      ...verdict({
        p,
        level,
        alternative: input.alternative,
        hypotheses: {
          null:
            input.alternative === 'two_sided'
              ? `${subject} are distributed symmetrically about ${other}.`
              : `${subject} do not ${tend(input.alternative)}.`,
          alternative: `${subject} ${input.alternative === 'two_sided' ? `tend to be larger or smaller than ${other}` : tend(input.alternative)}.`,
        },
        claim: `${subject} ${tend(r.value < 0 ? 'less' : 'greater')}`,
        seen: `median ${short(median)}`,
        by: effects,
      }),
      code: {
        r: [
          ...code.r,
          `result <- wilcox.test(round(${paired ? 'x - y' : 'x'} - (${input.mu}), 9), alternative = "${input.alternative.replace('_', '.')}", exact = ${rExact})`,
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          `result = stats.wilcoxon(np.round(${paired ? 'x - y' : 'x'} - (${input.mu}), 9), correction=True, alternative="${input.alternative.replace('_', '-')}", mode="${pythonExact}")`,
          'print(result)',
        ],
      },
    };
  },
  samples: {
    paired: { value: 'y', other: 'z', mu: 0 },
    'ties and zeros': { value: 'i1', mu: 2 },
  },
  notInPython: ['ties and zeros'],
});
