import { pText } from '@columnist/contract';
import { wilcoxonSignedRank as definition } from '@columnist/contract/methods/measurements/wilcoxon-signed-rank';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured, unfit } from '../finding.ts';
import { short, significant, twoPlaces } from '../words.ts';
import { differencesIn, readMeasurements } from './differences.ts';

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
    const against = paired && input.mu === 0 ? 'no difference' : short(input.mu);
    const effects = [measured('rank-biserial correlation', r.value, r.interval)];
    const [rExact, pythonExact] = z === null ? ['TRUE', 'exact'] : ['FALSE', 'approx'];
    return {
      ...common,
      name: 'Wilcoxon signed rank test',
      variant: `${z === null ? 'exact distribution' : 'normal approximation, corrected for ties and continuity'}${zeros > 0 ? `; ${zeros} differences of 0 left out` : ''}`,
      hypotheses: {
        null: `${what} lies as often above as below ${short(input.mu)}.`,
        alternative: `${what} lies ${{ two_sided: 'above or below', less: 'below', greater: 'above' }[input.alternative]} ${short(input.mu)} more often.`,
      },
      statistic: { name: 'V', value: v },
      p,
      effects,
      sentence:
        p < significant
          ? `${what} differs from ${against}: median ${short(median)} (p ${pText(p)}, rank-biserial correlation ${twoPlaces(r.value)}).`
          : `These data show no clear difference of ${what} from ${against}: median ${short(median)} (p ${pText(p)}).`,
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
