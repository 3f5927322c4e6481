import { mannWhitney as definition } from '@columnist/contract/methods/two-groups/mann-whitney';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { intervalNote, rankBiserial, shiftCode, shiftFigure } from '../shift-figure.ts';
import { approximationNote } from '../few-values.ts';
import { verdict } from '../verdict.ts';
import { pairOf, readTwo, rPair } from './two-groups.ts';

export const mannWhitney = defineProcedure(definition, {
  read: readTwo(definition, { ranks: true }),
  find: (input, read) => {
    const { alternative, confidence_level: level } = input;
    const pair = pairOf(input, read);
    const { vx, vy, first, second, middles, common, snippet, rAlternative, pythonAlternative } =
      pair;
    const { u, z, p, rank_biserial: r } = statistics.mannWhitney(vx, vy, alternative, level);
    const exact = z === null;
    const shift = statistics.shiftBetween(vx, vy, { alternative, level, exact });
    const estimate = shiftFigure('shift (Hodges–Lehmann)', shift, {
      alternative,
      place: (value) => statistics.spanOf(read.scale, value),
    });
    const { effect, notes } = rankBiserial(r);
    const counted = `${vx.length} and ${vy.length} values`;
    const shifted = shiftCode(
      shift,
      vx.length * vy.length,
      { level, alternative },
      {
        r: [`pairs <- sort(outer(${rPair}, "-"))`],
        python: ['pairs = np.sort(np.subtract.outer(*groups).ravel())'],
      },
    );
    const values = `The values of ${input.value}`;
    const tend = (side: 'less' | 'greater'): string =>
      `tend to be ${side === 'less' ? 'smaller' : 'larger'} in ${first} than in ${second}`;
    const effects = [effect];
    return {
      ...common,
      name: 'Mann–Whitney U test',
      variant: exact
        ? 'exact distribution'
        : 'normal approximation, corrected for ties and continuity',
      statistic: { name: 'U', value: u },
      estimate,
      effects,
      assumptions: [
        ...approximationNote(exact, Math.min(vx.length, vy.length), counted),
        ...intervalNote(shift, level, counted),
        ...notes,
      ],
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
        beside: [estimate],
      }),
      code: snippet(
        [
          ...shifted.r,
          `result <- wilcox.test(${rPair}${rAlternative}, exact = ${exact ? 'TRUE' : 'FALSE'})`,
        ].join('\n'),
        [
          ...shifted.python,
          `result = stats.mannwhitneyu(*groups, method="${exact ? 'exact' : 'asymptotic'}"${pythonAlternative})`,
        ].join('\n'),
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
