import { mannWhitney as definition } from '@columnist/contract/methods/two-groups/mann-whitney';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { withinOne } from '../finding.ts';
import { verdict } from '../verdict.ts';
import { pairOf, readTwo, rPair } from './two-groups.ts';

export const mannWhitney = defineProcedure(definition, {
  read: readTwo(definition, { ranks: true }),
  find: (input, read) => {
    const { alternative, confidence_level: level } = input;
    const { vx, vy, first, second, middles, common, snippet, rAlternative, pythonAlternative } =
      pairOf(input, read);
    const { u, z, p, rank_biserial: r } = statistics.mannWhitney(vx, vy, alternative, level);
    const exact = z === null;
    const values = `The values of ${input.value}`;
    const tend = (side: 'less' | 'greater'): string =>
      `tend to be ${side === 'less' ? 'smaller' : 'larger'} in ${first} than in ${second}`;
    const effects = [withinOne('rank-biserial correlation', r.value, r.interval)];
    return {
      ...common,
      name: 'Mann–Whitney U test',
      variant: exact
        ? 'exact distribution'
        : 'normal approximation, corrected for ties and continuity',
      statistic: { name: 'U', value: u },
      effects,
      ...verdict({
        p,
        level,
        alternative,
        hypotheses: {
          null:
            alternative === 'two_sided'
              ? `${values} have the same distribution in ${first} and ${second}.`
              : `${values} do not ${tend(alternative)}.`,
          alternative: `${values} ${alternative === 'two_sided' ? `tend to differ between ${first} and ${second}` : tend(alternative)}.`,
        },
        claim: `${values} ${tend(r.value < 0 ? 'less' : 'greater')}`,
        seen: middles('median'),
        by: effects,
      }),
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
