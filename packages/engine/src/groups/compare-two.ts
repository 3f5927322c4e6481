import {
  equivalence,
  mannWhitney,
  permutationTest,
  spanOf,
  tTest,
  welchError,
  type Samples,
} from '@columnist/statistics';
import { pText, type ComparisonOptions } from '@columnist/contract';
import { measured, type Finding } from '../procedures/finding.ts';
import { groupsPicture } from '../procedures/pictures.ts';
import { short, significant, twoPlaces } from '../procedures/words.ts';
import { describeGroups, equalVariances, isDoubtful, roughlyNormal } from './describe-groups.ts';
import { groupsCode, type ReadGroups } from './read-groups.ts';

export type TwoGroups = Extract<
  ComparisonOptions,
  { method: 'welch_t' | 'student_t' | 'mann_whitney' | 'permutation' | 'tost' }
>;

const rPair = 'value[group == levels(group)[1]], value[group == levels(group)[2]]';

/** Two groups. `samples` are of `read.values`. */
export function compareTwo(
  input: TwoGroups,
  read: ReadGroups,
  { samples, scale }: Samples,
): Finding {
  const { confidence_level: level } = input;
  const [x, y] = samples;
  const [first = '', second = ''] = read.names;
  const [vx = new Float64Array(), vy = new Float64Array()] = read.values;
  if (x === undefined || y === undefined) throw new Error('There are two groups.');
  const groups = describeGroups(read.names, { samples, scale }, level);
  const [gx, gy] = groups;
  const alternative = 'alternative' in input ? input.alternative : 'two_sided';
  const than = { two_sided: 'differs from', less: 'is smaller than', greater: 'is larger than' }[
    alternative
  ];
  const hypotheses = (what: string) => ({
    null: `The ${what} of ${first} and ${second} are the same.`,
    alternative: `The ${what.replace(/s$/, '')} of ${first} ${than} that of ${second}.`,
  });
  const means = `means ${short(gx?.mean ?? NaN)} and ${short(gy?.mean ?? NaN)}`;
  const sentence = (
    p: number,
    by: string,
    effect: { readonly name: string; readonly value: number | null } | undefined,
  ): string => {
    const sure = `p ${pText(p)}${effect === undefined ? '' : `, ${effect.name} ${twoPlaces(effect.value)}`}`;
    return p < significant
      ? `${input.value} differs between ${first} and ${second}: ${by} (${sure}).`
      : `These data show no clear difference of ${input.value} between ${first} and ${second}: ${by} (${sure}).`;
  };
  const common = { groups, picture: groupsPicture(input.value, read.names, { samples, scale }) };
  const code = groupsCode(read);
  const snippet = (
    r: string,
    python: string,
    imports: readonly string[] = ['from scipy import stats'],
  ) => ({
    r: [...code.r, r, 'print(result)'],
    python: [...imports, '', ...code.python, python, 'print(result)'],
  });
  const [rAlternative, pythonAlternative] = [
    `, alternative = "${alternative.replace('_', '.')}"`,
    `, alternative="${alternative.replace('_', '-')}"`,
  ];
  switch (input.method) {
    case 'welch_t':
    case 'student_t': {
      const equal = input.method === 'student_t';
      const { t, df, p, difference, interval, d, g } = tTest(x, y, equal, alternative, level);
      const estimate = measured('difference of means', spanOf(scale, difference), {
        level,
        low: spanOf(scale, interval.low),
        high: spanOf(scale, interval.high),
      });
      const effects = [
        measured("Hedges' g", g.value, g.interval),
        measured("Cohen's d", d.value, d.interval),
      ];
      const assumptions = [
        ...(equal ? equalVariances(samples) : []),
        roughlyNormal(read.names, samples),
      ];
      return {
        ...common,
        name: equal ? 'Student two-sample t test' : 'Welch two-sample t test',
        variant: equal ? 'pooled variance' : 'separate variances, Welch–Satterthwaite df',
        hypotheses: hypotheses('means'),
        statistic: { name: 't', value: t },
        df: [df],
        p,
        estimate,
        effects,
        assumptions,
        recommendation: isDoubtful(assumptions, 'roughly')
          ? { method: 'mann_whitney', said: 'The Mann–Whitney U test needs no normal groups.' }
          : isDoubtful(assumptions, 'equal')
            ? {
                method: 'welch_t',
                said: 'The Welch two-sample t test does without equal variances.',
              }
            : null,
        sentence: sentence(
          p,
          `${means}, difference ${short(spanOf(scale, difference))}`,
          effects[0],
        ),
        code: snippet(
          `result <- t.test(${rPair}${equal ? ', var.equal = TRUE' : ''}${rAlternative}, conf.level = ${level})`,
          `result = stats.ttest_ind(*groups${equal ? '' : ', equal_var=False'}${pythonAlternative})`,
        ),
      };
    }
    case 'mann_whitney': {
      const { u, z, p, rank_biserial: r } = mannWhitney(vx, vy, alternative, level);
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
    }
    case 'permutation': {
      const { p, arrangements, exact } = permutationTest(vx, vy, alternative, input.seed);
      const difference = spanOf(scale, x.mean - y.mean);
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
        hypotheses: {
          null: `Whether a value is of ${first} or ${second} makes no difference.`,
          alternative: hypotheses('means').alternative,
        },
        statistic: { name: 'difference of means', value: difference },
        p,
        estimate: measured('difference of means', difference),
        sentence: sentence(p, `${means}, difference ${short(difference)}`, undefined),
        code: { r: [...code.r, ...r, 'print(result)'], python },
      };
    }
    case 'tost': {
      const { error, df } = welchError(x, y);
      const difference = spanOf(scale, x.mean - y.mean);
      const found = equivalence(
        difference,
        spanOf(scale, error),
        df,
        [input.low, input.high],
        1 - level,
      );
      return {
        ...common,
        ...equivalenceFinding({
          input,
          difference,
          found,
          what: `the difference of ${input.value} between ${first} and ${second}`,
          level,
        }),
        name: 'Two one-sided t tests for equivalence',
        variant: 'separate variances, Welch–Satterthwaite df',
        assumptions: [roughlyNormal(read.names, samples)],
        code: snippet(
          `result <- list(p.value = max(t.test(${rPair}, mu = ${input.low}, alternative = "greater")$p.value, t.test(${rPair}, mu = ${input.high}, alternative = "less")$p.value))`,
          `result = max(stats.ttest_ind(groups[0] - (${input.low}), groups[1], equal_var=False, alternative="greater").pvalue, stats.ttest_ind(groups[0] - (${input.high}), groups[1], equal_var=False, alternative="less").pvalue)`,
        ),
      };
    }
  }
}

/** What two one-sided tests say, of one estimate. */
export function equivalenceFinding({
  input,
  difference,
  found,
  what,
  level,
  name = 'difference',
}: {
  readonly input: { readonly low: number; readonly high: number };
  readonly difference: number;
  readonly found: ReturnType<typeof equivalence>;
  readonly what: string;
  readonly level: number;
  readonly name?: string;
}): Pick<Finding, 'hypotheses' | 'statistic' | 'df' | 'p' | 'estimate' | 'tables' | 'sentence'> {
  const bounds = `${short(input.low)} and ${short(input.high)}`;
  const alpha = 1 - level;
  const nearer = found.p_lower > found.p_upper ? found.t[0] : found.t[1];
  return {
    hypotheses: {
      null: `${what} lies outside ${bounds}.`,
      alternative: `${what} lies between ${bounds}: too small to matter.`,
    },
    statistic: { name: 't', value: nearer },
    df: [found.df],
    p: found.p,
    estimate: measured(name, difference, found.interval),
    tables: [
      {
        title: 'One-sided tests',
        columns: ['bound', 't', 'df', 'p'],
        rows: [
          [input.low, found.t[0], found.df, found.p_lower],
          [input.high, found.t[1], found.df, found.p_upper],
        ],
      },
    ],
    sentence:
      found.p < alpha
        ? `${what} is equivalent to none: ${short(difference)} lies between ${bounds} (p ${pText(found.p)}).`
        : `These data do not show that ${what} is too small to matter: ${short(difference)}, bounds ${bounds} (p ${pText(found.p)}).`,
  };
}
