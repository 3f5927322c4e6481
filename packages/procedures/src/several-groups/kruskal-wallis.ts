import type { ResultTable } from '@columnist/contract';
import { kruskalWallis as definition } from '@columnist/contract/methods/several-groups/kruskal-wallis';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { withinOne } from '../finding.ts';
import type { ReadGroups } from '../read-groups.ts';
import { rankPairsCode } from './pairs-code.ts';
import { groupsOf, readSeveral, verdictOn } from './several-groups.ts';

export const kruskalWallis = defineProcedure(definition, {
  read: readSeveral({ ranks: true }),
  find: (input, read) => {
    const { groups, common, pairs, snippet } = groupsOf(input, read, { ranks: true });
    const { h, df, p, epsilon_squared: epsilon } = statistics.kruskalWallis(read.values);
    const compared = pairs ? dunnPairs(read, input.adjust) : [];
    const effects = [withinOne('ε² of ranks', epsilon)];
    return {
      ...common,
      name: 'Kruskal–Wallis test',
      variant: 'chi-square approximation, corrected for ties',
      statistic: { name: 'H', value: h },
      df: [df],
      effects,
      tables: pairs ? [rankPairs(read, compared, input.adjust)] : [],
      ...verdictOn(input, {
        p,
        hypotheses: {
          null: `The values of ${input.value} have the same distribution in all groups of ${input.group}.`,
          alternative: `The values of ${input.value} tend to be larger in at least one group of ${input.group} than in another.`,
        },
        groups,
        by: effects,
        middle: 'median',
        pairs: compared.map((pair) => ({ ...pair, p: pair.adjusted })),
        pairsBy:
          input.adjust === 'none' ? 'Dunn, not adjusted' : `Dunn, ${adjustments[input.adjust]}`,
      }),
      code: snippet('result <- kruskal.test(value ~ group)', 'result = stats.kruskal(*groups)', {
        further: pairs ? rankPairsCode(read.names, input.adjust) : undefined,
      }),
    };
  },
  samples: { usual: { value: 'y', group: 'g', adjust: 'holm' } },
});

type Adjust = 'holm' | 'bonferroni' | 'bh' | 'none';
const adjustments: Readonly<Record<Adjust, string>> = {
  holm: 'Holm',
  bonferroni: 'Bonferroni',
  bh: 'Benjamini–Hochberg',
  none: 'not adjusted',
};

function dunnPairs({ values }: ReadGroups, adjust: Adjust) {
  const pairs = statistics.dunn(values);
  const adjusted = statistics.adjustP(
    pairs.map(({ p }) => p),
    adjust,
  );
  return pairs.map((pair, i) => ({ ...pair, adjusted: adjusted[i] ?? NaN }));
}

const rankPairs = (
  { names }: ReadGroups,
  pairs: ReturnType<typeof dunnPairs>,
  adjust: Adjust,
): ResultTable => ({
  title: `Pairs by Dunn, ${adjustments[adjust]}`,
  columns: ['pair', 'z', 'p', 'adjusted p'],
  rows: pairs.map(({ first, second, z, p, adjusted }) => [
    `${names[first] ?? ''} − ${names[second] ?? ''}`,
    z,
    p,
    adjusted,
  ]),
});
