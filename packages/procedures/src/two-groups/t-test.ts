import { spanOf, tTest } from '@columnist/statistics';
import type { AnyMethod } from '@columnist/contract';
import {
  defineProcedure,
  type Definition,
  type Procedure,
  type Tested,
} from '../define-procedure.ts';
import { residualPictures } from '../assumption-pictures.ts';
import { equalVariances, isDoubtful, roughlyNormal } from '../describe-groups.ts';
import { measured, type Figure, type Finding } from '../finding.ts';
import type { ReadGroups } from '../read-groups.ts';
import { standardized } from '../standardized.ts';
import { between, claimBetween, verdict } from '../verdict.ts';
import { pairOf, readTwo, rPair, type TwoGroups } from './two-groups.ts';

/** A t test of two means, with the variances of both taken for equal or not. */
export const defineTTest = <Given extends object>(
  definition: Definition<TwoGroups, Given> & Pick<AnyMethod, 'ofMore'>,
  { equal, ...tested }: { readonly equal: boolean } & NoInfer<Tested<Given>>,
): Procedure<TwoGroups> =>
  defineProcedure(definition, {
    ...tested,
    read: readTwo(definition),
    find: (input, read) => tFinding(input, read, equal),
  });

function tFinding(input: TwoGroups, read: ReadGroups, equal: boolean): Finding {
  const { confidence_level: level } = input;
  const pair = pairOf(input, read);
  const {
    x,
    y,
    samples,
    scale,
    first,
    second,
    alternative,
    middles,
    difference: sayDifference,
    common,
    nearSnippet,
    rAlternative,
    pythonAlternative,
  } = pair;
  const { t, df, p, difference, interval, d, g } = tTest(x, y, equal, alternative, level);
  const estimate: Figure = {
    ...measured('difference of means', spanOf(scale, difference), {
      level,
      low: spanOf(scale, interval.low),
      high: spanOf(scale, interval.high),
    }),
    oneSided: alternative !== 'two_sided',
  };
  const what = `The mean of ${input.value}`;
  const effects = standardized({ df, d, g });
  const assumptions = [
    ...(equal ? equalVariances(samples) : []),
    roughlyNormal(read.names, samples),
  ];
  return {
    ...common,
    name: equal ? 'Student two-sample t test' : 'Welch two-sample t test',
    variant: equal ? 'pooled variance' : 'separate variances, Welch–Satterthwaite df',
    statistic: { name: 't', value: t },
    df: [df],
    estimate,
    effects,
    pictures: residualPictures(read.names, { samples, scale }, { equal }),
    assumptions,
    recommendation: isDoubtful(assumptions, 'roughly')
      ? { method: 'mann_whitney', said: 'The Mann–Whitney U test needs no normal groups.' }
      : isDoubtful(assumptions, 'equal')
        ? {
            method: 'welch_t',
            said: 'The Welch two-sample t test does without equal variances.',
          }
        : null,
    ...verdict({
      p,
      level,
      alternative,
      hypotheses: between(what, first, second, alternative),
      claim: claimBetween(what, first, second, t < 0),
      seen: `${middles('mean')}, ${sayDifference(estimate)}`,
      by: effects.slice(0, 1),
      beside: [estimate],
    }),
    code: nearSnippet(
      `result <- t.test(${rPair}${equal ? ', var.equal = TRUE' : ''}${rAlternative}, conf.level = ${level})`,
      `result = stats.ttest_ind(*groups${equal ? '' : ', equal_var=False'}${pythonAlternative})`,
    ),
  };
}
