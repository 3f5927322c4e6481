import { permutation as definition } from '@columnist/contract/methods/two-groups/permutation';
import { permutationTest, spanOf } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured } from '../finding.ts';
import { between, claimBetween, verdict } from '../verdict.ts';
import { errorOfDrawing } from '../error-of-drawing.ts';
import { pairOf, readTwo } from './two-groups.ts';

export const permutation = defineProcedure(definition, {
  read: readTwo(definition, { ranks: true }),
  find: (input, read) => {
    const { alternative, confidence_level: level } = input;
    const {
      x,
      y,
      vx,
      vy,
      first,
      second,
      scale,
      middles,
      difference: sayDifference,
      common,
      code,
    } = pairOf(input, read);
    const { p, arrangements, exact } = permutationTest(vx, vy, alternative, input.seed);
    const difference = spanOf(scale, x.mean - y.mean);
    const estimate = measured('difference of means', difference);
    const what = `The mean of ${input.value}`;
    const draws = exact ? '' : `set.seed(${input.seed})`;
    const n1 = vx.length;
    const compare = {
      two_sided: 'abs(sums) >= abs(sum(all[seq_len(n1)])) - tolerance',
      less: 'sums <= sum(all[seq_len(n1)]) + tolerance',
      greater: 'sums >= sum(all[seq_len(n1)]) - tolerance',
    }[alternative];
    const shape = [
      'all <- c(value[group == levels(group)[1]], value[group == levels(group)[2]])',
      `n1 <- ${n1}`,
      'all <- all - mean(all)',
      'tolerance <- 1e-12 * sum(abs(all))',
    ];
    const r = exact
      ? [
          ...shape,
          'sums <- combn(length(all), n1, function(i) sum(all[i]))',
          `result <- mean(${compare})`,
        ]
      : [
          ...shape,
          draws,
          `sums <- replicate(${arrangements - 1}, sum(sample(all, n1)))`,
          `result <- (sum(${compare}) + 1) / ${arrangements}  # drawn: the same within the error of drawing`,
        ];
    const python = [
      'from itertools import combinations',
      '',
      ...code.python,
      'all_ = np.concatenate(groups)',
      'n1 = len(groups[0])',
      'all_ = all_ - all_.mean()',
      'tolerance = 1e-12 * np.abs(all_).sum()',
      'observed = all_[:n1].sum()',
      exact
        ? 'sums = np.array([all_[list(i)].sum() for i in combinations(range(len(all_)), n1)])'
        : `random = np.random.default_rng(${input.seed})\nsums = np.array([random.permutation(all_)[:n1].sum() for _ in range(${arrangements - 1})])`,
      `far = ${{ two_sided: 'np.abs(sums) >= abs(observed) - tolerance', less: 'sums <= observed + tolerance', greater: 'sums >= observed - tolerance' }[alternative]}`,
      exact
        ? 'result = far.mean()'
        : `result = (far.sum() + 1) / ${arrangements}  # drawn: the same within the error of drawing`,
      'print(result)',
    ];
    return {
      ...common,
      name: 'Permutation test of two means',
      variant: exact
        ? `all ${arrangements} arrangements`
        : `${arrangements - 1} arrangements drawn, seed ${input.seed}`,
      statistic: { name: 'difference of means', value: difference },
      estimate,
      tables: exact ? [] : [errorOfDrawing('arrangements', arrangements - 1, p)],
      ...verdict({
        p,
        level,
        alternative,
        hypotheses: {
          null: `The values of ${input.value} have the same distribution in ${first} and ${second}: any exchange between them is as likely.`,
          alternative: between(what, first, second, alternative).alternative,
        },
        claim: claimBetween(what, first, second, difference < 0),
        seen: `${middles('mean')}, ${sayDifference(estimate)}`,
      }),
      code: { r: [...code.r, ...r, 'print(result)'], python },
    };
  },
  samples: { exact: { value: 'y', group: 'h', view: { filter: "g = 'a' and z < 10" } } },
});
