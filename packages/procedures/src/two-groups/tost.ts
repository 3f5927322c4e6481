import { tost as definition } from '@columnist/contract/methods/two-groups/tost';
import { equivalence, spanOf, welchError } from '@columnist/statistics';
import { residualPictures } from '../assumption-pictures.ts';
import { defineProcedure } from '../define-procedure.ts';
import { roughlyNormal } from '../describe-groups.ts';
import { equivalenceFinding } from '../equivalence.ts';
import { boundIn } from '../near-values.ts';
import { pairOf, readTwo, rPair } from './two-groups.ts';

export const tost = defineProcedure(definition, {
  read: readTwo(definition),
  find: (input, read) => {
    const { confidence_level: level } = input;
    const { x, y, first, second, samples, scale, common, near, nearSnippet } = pairOf(input, read);
    const { error, df } = welchError(x, y);
    const difference = spanOf(scale, x.mean - y.mean);
    const found = equivalence(
      difference,
      spanOf(scale, error),
      df,
      [input.low, input.high],
      1 - level,
    );
    const [low, high] = [boundIn(near, input.low), boundIn(near, input.high)];
    return {
      ...common,
      ...equivalenceFinding({
        input,
        difference,
        found,
        what: `The difference of the means of ${input.value}, ${first} − ${second},`,
        level,
        error: spanOf(scale, error),
      }),
      name: 'Two one-sided t tests for equivalence',
      variant: 'separate variances, Welch–Satterthwaite df',
      pictures: residualPictures(read.names, { samples, scale }, { equal: false }),
      assumptions: [roughlyNormal(read.names, samples)],
      code: nearSnippet(
        `result <- list(p.value = max(t.test(${rPair}, mu = ${low.r}, alternative = "greater")$p.value, t.test(${rPair}, mu = ${high.r}, alternative = "less")$p.value))`,
        `result = max(stats.ttest_ind(groups[0] - (${low.python}), groups[1], equal_var=False, alternative="greater").pvalue, stats.ttest_ind(groups[0] - (${high.python}), groups[1], equal_var=False, alternative="less").pvalue)`,
      ),
    };
  },
  samples: { usual: { value: 'z', group: 'h', low: -3, high: 3 } },
});
