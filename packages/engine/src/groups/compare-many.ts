import {
  adjustP,
  anova,
  bartlett,
  brownForsythe,
  dunn,
  flignerKilleen,
  gamesHowell,
  kruskalWallis,
  leveneTest,
  spanOf,
  tukeyHsd,
  welchAnova,
  type MeanPair,
  type Samples,
} from '@columnist/statistics';
import { pText, type ComparisonOptions, type ResultTable } from '@columnist/contract';
import { measured, unfit, type Finding, type Group } from '../procedures/finding.ts';
import { groupsPicture } from '../procedures/pictures.ts';
import { levelText, short, significant, twoPlaces } from '../procedures/words.ts';
import { describeGroups, equalVariances, isDoubtful, roughlyNormal } from './describe-groups.ts';
import { groupsCode, type ReadGroups } from './read-groups.ts';

export type ManyGroups = Extract<
  ComparisonOptions,
  {
    method:
      | 'anova'
      | 'welch_anova'
      | 'kruskal_wallis'
      | 'levene'
      | 'brown_forsythe'
      | 'bartlett'
      | 'fligner_killeen';
  }
>;

/** Pairs of more groups take longer than anybody reads. */
const comparedAtMost = 15;

/** Two or more groups. `samples` are of `read.values`. */
export function compareMany(
  input: ManyGroups,
  read: ReadGroups,
  { samples, scale }: Samples,
): Finding {
  const { confidence_level: level } = input;
  const groups = describeGroups(read.names, { samples, scale }, level);
  const code = groupsCode(read);
  const snippet = (r: string, python: string, imports = 'from scipy import stats') => ({
    r: [...code.r, r, 'print(result)'],
    python: [imports, '', ...code.python, python, 'print(result)'],
  });
  const common = { groups, picture: groupsPicture(input.value, read.names, { samples, scale }) };
  const pairs = samples.length > 2 && samples.length <= comparedAtMost;
  const between = {
    null: `All groups of ${input.group} have the same mean.`,
    alternative: 'At least one mean differs.',
  };
  switch (input.method) {
    case 'anova':
    case 'welch_anova': {
      const {
        f,
        df,
        p,
        eta_squared: eta,
        omega_squared: omega,
        epsilon_squared: epsilon,
      } = anova(samples, level);
      const welch = input.method === 'welch_anova' ? welchAnova(samples) : null;
      const effects = [
        measured('eta squared', eta.value, eta.interval),
        measured('omega squared', omega.value, omega.interval),
        measured('epsilon squared', epsilon.value, epsilon.interval),
      ];
      const found = welch ?? { f, df, p };
      const assumptions = [
        ...(welch === null ? equalVariances(samples) : []),
        roughlyNormal(read.names, samples),
      ];
      return {
        ...common,
        name:
          welch === null ? 'One-way analysis of variance' : 'Welch one-way analysis of variance',
        variant:
          welch === null ? 'equal variances' : 'separate variances; effects as with equal ones',
        hypotheses: between,
        statistic: { name: 'F', value: found.f },
        df: found.df,
        p: found.p,
        effects,
        assumptions,
        tables: pairs
          ? [
              meanPairs(
                welch === null ? 'Pairs by Tukey' : 'Pairs by Games and Howell',
                read.names,
                (welch === null ? tukeyHsd : gamesHowell)(samples, level),
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
        sentence: sentenceOf(input, found.p, groups, effects[0], ({ mean }) => mean),
        code:
          welch === null
            ? snippet(
                'result <- oneway.test(value ~ group, var.equal = TRUE)',
                'result = stats.f_oneway(*groups)',
              )
            : snippet(
                'result <- oneway.test(value ~ group)',
                'result = anova_oneway(groups, use_var="unequal")',
                'from statsmodels.stats.oneway import anova_oneway',
              ),
      };
    }
    case 'kruskal_wallis': {
      const { h, df, p, epsilon_squared: epsilon } = kruskalWallis(read.values);
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
    }
    default: {
      const { test, name, variant, r, python } = spreads[input.method];
      const found = test(samples);
      if (found === null)
        throw unfit(
          'Every value lies as far from the middle of its group: there is no spread to compare.',
          'value',
          'Choose another column.',
        );
      const letter = found.df.length === 2 ? 'F' : input.method === 'bartlett' ? 'K²' : 'χ²';
      const [most, least] = spreadEnds(groups);
      const ending = `standard deviations from ${short(least?.sd ?? NaN)} (${least?.name ?? ''}) to ${short(most?.sd ?? NaN)} (${most?.name ?? ''}), p ${pText(found.p)}`;
      return {
        ...common,
        name,
        variant,
        hypotheses: {
          null: `All groups of ${input.group} vary alike.`,
          alternative: 'At least one varies more or less.',
        },
        statistic: { name: letter, value: found.statistic },
        df: found.df,
        p: found.p,
        assumptions: input.method === 'bartlett' ? [roughlyNormal(read.names, samples)] : [],
        recommendation:
          input.method === 'bartlett' && isDoubtful([roughlyNormal(read.names, samples)], 'roughly')
            ? { method: 'brown_forsythe', said: 'The Brown–Forsythe test needs no normal groups.' }
            : null,
        sentence:
          found.p < significant
            ? `The spread of ${input.value} differs between the groups of ${input.group}: ${ending}.`
            : `These data show no clear difference of the spread of ${input.value} between the groups of ${input.group}: ${ending}.`,
        code: snippet(r, python),
      };
    }
  }
}

const rLevene = (centre: string): string =>
  `distance <- abs(value - ave(value, group, FUN = ${centre})); result <- oneway.test(distance ~ group, var.equal = TRUE)`;
const spreads = {
  levene: {
    test: leveneTest,
    name: 'Levene’s test of variances',
    variant: 'distances from the means',
    r: rLevene('mean'),
    python: 'result = stats.levene(*groups, center="mean")',
  },
  brown_forsythe: {
    test: brownForsythe,
    name: 'Brown–Forsythe test of variances',
    variant: 'distances from the medians',
    r: rLevene('median'),
    python: 'result = stats.levene(*groups, center="median")',
  },
  bartlett: {
    test: bartlett,
    name: 'Bartlett’s test of variances',
    variant: 'chi-square approximation',
    r: 'result <- bartlett.test(value ~ group)',
    python: 'result = stats.bartlett(*groups)',
  },
  fligner_killeen: {
    test: flignerKilleen,
    name: 'Fligner–Killeen test of variances',
    variant: 'normal scores of distances from the medians',
    r: 'result <- fligner.test(value ~ group)',
    python: 'result = stats.fligner(*groups, center="median")',
  },
} as const;

const spreadEnds = (groups: readonly Group[]): [Group | undefined, Group | undefined] => {
  const sorted = groups.toSorted((a, b) => (b.sd ?? 0) - (a.sd ?? 0));
  return [sorted[0], sorted.at(-1)];
};

function sentenceOf(
  { value, group }: ManyGroups,
  p: number,
  groups: readonly Group[],
  effect: { readonly name: string; readonly value: number | null } | undefined,
  middle: (group: Group) => number,
): string {
  const sorted = groups.toSorted((a, b) => middle(b) - middle(a));
  const [most, least] = [sorted[0], sorted.at(-1)];
  const ending =
    most === undefined || least === undefined
      ? ''
      : `from ${short(middle(least))} (${least.name}) to ${short(middle(most))} (${most.name})`;
  const sure = `p ${pText(p)}${effect === undefined ? '' : `, ${effect.name} ${twoPlaces(effect.value)}`}`;
  return p < significant
    ? `${value} differs between the groups of ${group}, ${ending} (${sure}).`
    : `These data show no clear difference of ${value} between the groups of ${group}, ${ending} (${sure}).`;
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

function rankPairs(
  { names, values }: ReadGroups,
  adjust: 'holm' | 'bonferroni' | 'bh' | 'none',
): ResultTable {
  const pairs = dunn(values);
  const adjusted = adjustP(
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
