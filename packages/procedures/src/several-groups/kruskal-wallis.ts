import type { ResultTable } from '@columnist/contract';
import { kruskalWallis as definition } from '@columnist/contract/methods/several-groups/kruskal-wallis';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured } from '../finding.ts';
import type { ReadGroups } from '../read-groups.ts';
import { groupsOf, readSeveral, sentenceOf } from './several-groups.ts';

export const kruskalWallis = defineProcedure(definition, {
  read: readSeveral({ ranks: true }),
  find: (input, read) => {
    const { groups, common, pairs, snippet } = groupsOf(input, read);
    const { h, df, p, epsilon_squared: epsilon } = statistics.kruskalWallis(read.values);
    const effects = [measured('rank epsilon squared', epsilon)];
    return {
      ...common,
      name: 'Kruskal–Wallis test',
      variant: 'chi-square approximation, corrected for ties',
      hypotheses: {
        null: `Values of no group of ${input.group} tend to be larger than those of another.`,
        alternative: 'Those of at least one group do.',
      },
      statistic: { name: 'H', value: h },
      df: [df],
      p,
      effects,
      tables: pairs ? [rankPairs(read, input.adjust)] : [],
      sentence: sentenceOf(input, p, groups, effects[0], ({ median }) => median),
      code: snippet('result <- kruskal.test(value ~ group)', 'result = stats.kruskal(*groups)'),
    };
  },
  samples: { usual: { value: 'y', group: 'g', adjust: 'holm' } },
});

function rankPairs(
  { names, values }: ReadGroups,
  adjust: 'holm' | 'bonferroni' | 'bh' | 'none',
): ResultTable {
  const pairs = statistics.dunn(values);
  const adjusted = statistics.adjustP(
    pairs.map(({ p }) => p),
    adjust,
  );
  return {
    title: `Pairs by Dunn, ${{ holm: 'Holm', bonferroni: 'Bonferroni', bh: 'Benjamini–Hochberg', none: 'not adjusted' }[adjust]}`,
    columns: ['pair', 'z', 'p', 'adjusted p'],
    rows: pairs.map(({ first, second, z, p }, i) => [
      `${names[first] ?? ''} − ${names[second] ?? ''}`,
      z,
      p,
      adjusted[i] ?? null,
    ]),
  };
}
