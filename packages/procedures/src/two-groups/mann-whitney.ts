import { mannWhitney as definition } from '@columnist/contract/methods/two-groups/mann-whitney';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured } from '../finding.ts';
import { short } from '../words.ts';
import { pairOf, readTwo, rPair } from './two-groups.ts';

export const mannWhitney = defineProcedure(definition, {
  read: readTwo(definition, { ranks: true }),
  find: (input, read) => {
    const { alternative, confidence_level: level } = input;
    const {
      vx,
      vy,
      first,
      second,
      gx,
      gy,
      sentence,
      common,
      snippet,
      rAlternative,
      pythonAlternative,
    } = pairOf(input, read);
    const { u, z, p, rank_biserial: r } = statistics.mannWhitney(vx, vy, alternative, level);
    const exact = z === null;
    const effects = [measured('rank-biserial correlation', r.value, r.interval)];
    return {
      ...common,
      name: 'Mann–Whitney U test',
      variant: exact
        ? 'exact distribution'
        : 'normal approximation, corrected for ties and continuity',
      hypotheses: {
        null: `A value of ${first} is as likely to be above as below one of ${second}.`,
        alternative: `Values of ${first} are ${{ two_sided: 'larger or smaller', less: 'smaller', greater: 'larger' }[alternative]} than those of ${second} more often than not.`,
      },
      statistic: { name: 'U', value: u },
      p,
      effects,
      sentence: sentence(
        p,
        `medians ${short(gx?.median ?? NaN)} and ${short(gy?.median ?? NaN)}`,
        effects[0],
      ),
      code: snippet(
        `result <- wilcox.test(${rPair}${rAlternative}, exact = ${exact ? 'TRUE' : 'FALSE'})`,
        `result = stats.mannwhitneyu(*groups, method="${exact ? 'exact' : 'asymptotic'}"${pythonAlternative})`,
      ),
    };
  },
  samples: {
    exact: {
      value: 'z',
      group: 'g',
      groups: ['a', 'b'],
      view: { filter: 'z > 0', derive: [{ name: 'w', expression: 'z * 2' }] },
    },
    ties: { value: 'y', group: 'h' },
  },
});
