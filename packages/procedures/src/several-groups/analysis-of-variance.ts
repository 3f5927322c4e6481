import type { ResultTable } from '@columnist/contract';
import {
  anova,
  gamesHowell,
  spanOf,
  tukeyHsd,
  welchAnova,
  type MeanPair,
} from '@columnist/statistics';
import {
  defineProcedure,
  type Definition,
  type Procedure,
  type Tested,
} from '../define-procedure.ts';
import { residualPictures } from '../assumption-pictures.ts';
import { equalVariances, isDoubtful, roughlyNormal } from '../describe-groups.ts';
import { withinOne, type Finding } from '../finding.ts';
import type { ReadGroups } from '../read-groups.ts';
import { amongGroups } from '../verdict.ts';
import { fIntervalNote, unlessPoint } from '../without-interval.ts';
import { levelText } from '../words.ts';
import { meanPairsCode } from './pairs-code.ts';
import { groupsOf, readSeveral, verdictOn, type SeveralGroups } from './several-groups.ts';

/** A one-way analysis of variance, with the variances of all groups taken for equal or not. */
export const defineAnova = <Given extends object>(
  definition: Definition<SeveralGroups, Given>,
  { equal, ...tested }: { readonly equal: boolean } & NoInfer<Tested<Given>>,
): Procedure<SeveralGroups> =>
  defineProcedure(definition, {
    ...tested,
    read: readSeveral({ spreadInEach: !equal }),
    find: (input, read) => anovaFinding(input, read, equal),
  });

function anovaFinding(input: SeveralGroups, read: ReadGroups, equal: boolean): Finding {
  const { confidence_level: level } = input;
  const { samples, scale, groups, common, pairs, snippet } = groupsOf(input, read);
  const {
    f,
    df,
    p,
    eta_squared: eta,
    omega_squared: omega,
    epsilon_squared: epsilon,
  } = anova(samples, level);
  const welch = equal ? null : welchAnova(samples);
  const effects = [
    withinOne('η²', eta.value, unlessPoint(eta.interval)),
    withinOne('ω²', omega.value, unlessPoint(omega.interval)),
    withinOne('ε²', epsilon.value, unlessPoint(epsilon.interval)),
  ];
  const found = welch ?? { f, df, p };
  const compared = pairs ? (welch === null ? tukeyHsd : gamesHowell)(samples, level) : [];
  const further = pairs ? meanPairsCode({ names: read.names, level, equal }) : undefined;
  const assumptions = [
    ...(welch === null ? equalVariances(samples) : []),
    roughlyNormal(read.names, samples),
    ...fIntervalNote(effects[0], level),
  ];
  return {
    ...common,
    name: welch === null ? 'One-way analysis of variance' : 'Welch one-way analysis of variance',
    variant: welch === null ? 'equal variances' : 'separate variances; effects as with equal ones',
    statistic: { name: 'F', value: found.f },
    df: found.df,
    effects,
    pictures: residualPictures(read.names, { samples, scale }, { equal: welch === null }),
    assumptions,
    tables: pairs
      ? [
          meanPairs(
            welch === null ? 'Pairs by Tukey' : 'Pairs by Games and Howell',
            read.names,
            compared,
            (value) => spanOf(scale, value),
            level,
          ),
        ]
      : [],
    recommendation: isDoubtful(assumptions, 'roughly')
      ? { method: 'kruskal_wallis', said: 'The Kruskal–Wallis test needs no normal groups.' }
      : isDoubtful(assumptions, 'equal')
        ? {
            method: 'welch_anova',
            said: 'The Welch one-way analysis of variance does without equal variances.',
          }
        : null,
    ...verdictOn(input, {
      p: found.p,
      hypotheses: amongGroups(`The mean of ${input.value}`, input.group),
      groups,
      by: effects.slice(0, 1),
      middle: 'mean',
      pairs: compared,
      pairsBy: welch === null ? 'Tukey' : 'Games–Howell',
    }),
    code:
      welch === null
        ? snippet(
            'result <- oneway.test(value ~ group, var.equal = TRUE)',
            'result = stats.f_oneway(*groups)',
            { further },
          )
        : snippet(
            'result <- oneway.test(value ~ group)',
            'result = anova_oneway(groups, use_var="unequal")',
            { imports: ['from statsmodels.stats.oneway import anova_oneway'], further },
          ),
  };
}

function meanPairs(
  title: string,
  names: readonly string[],
  pairs: readonly MeanPair[],
  span: (value: number) => number,
  level: number,
): ResultTable {
  const width = levelText(level);
  return {
    title,
    columns: ['pair', 'difference', `low ${width}`, `high ${width}`, 'q', 'df', 'adjusted p'],
    rows: pairs.map(({ first, second, difference, interval, q, df, p }) => [
      `${names[first] ?? ''} − ${names[second] ?? ''}`,
      span(difference),
      span(interval.low),
      span(interval.high),
      q,
      df,
      p,
    ]),
  };
}
