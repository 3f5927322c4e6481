import {
  equivalence,
  friedman,
  oneSampleT,
  placeOf,
  quantile,
  samplesOf,
  spanOf,
  tabulate,
  varianceOf,
  wilcoxonSignedRank,
  type Sample,
} from '@columnist/statistics';
import { pText, type ComparisonOptions, type TestResult } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../engine.ts';
import { measured, resultOf, unfit, type Finding, type Snippet } from '../procedures/finding.ts';
import { differencesOf, numbersCode, placed, readNumbers } from '../procedures/read-numbers.ts';
import { short, significant, twoPlaces } from '../procedures/words.ts';
import { groupsPicture, quantilesOf } from '../procedures/pictures.ts';
import { equivalenceFinding } from './compare-two.ts';
import { describeGroups, isDoubtful, roughlyNormal } from './describe-groups.ts';

export type RelatedColumns = Extract<
  ComparisonOptions,
  {
    method:
      | 'one_sample_t'
      | 'paired_t'
      | 'wilcoxon_signed_rank'
      | 'tost_paired'
      | 'tost_one_sample'
      | 'friedman';
  }
>;

/** One column against a value, or measurements of the same rows. */
export async function compareRelated(
  connection: DuckDBConnection,
  table: TableRef,
  input: RelatedColumns,
): Promise<TestResult> {
  const names =
    input.method === 'friedman'
      ? input.columns
      : 'other' in input && input.other !== undefined
        ? [input.value, input.other]
        : [input.value];
  const read = await readNumbers(connection, table, names, input.view);
  const finding =
    input.method === 'friedman'
      ? friedmanFinding(input, placed(read))
      : differencesFinding(input, names, read);
  return resultOf(table, input.view, input.method, read, finding);
}

type Read = Awaited<ReturnType<typeof readNumbers>>;

function differencesFinding(
  input: Exclude<RelatedColumns, { method: 'friedman' }>,
  names: readonly string[],
  read: Read,
): Finding {
  const { confidence_level: level } = input;
  const [x = new Float64Array(), y] = read.columns;
  const [first] = read.scales;
  const paired = y !== undefined;
  const { values, scale } = paired
    ? differencesOf(x, y, read.scales)
    : { values: x, scale: first ?? { origin: 0, perUnit: 1 } };
  const least = input.method === 'wilcoxon_signed_rank' ? 1 : 2;
  if (values.length < least)
    throw unfit(
      `There ${values.length === 1 ? 'is one row' : 'are no rows'} to compare.`,
      'value',
      'Choose another column or another view.',
    );
  const { samples, scale: moved } = samplesOf([values], scale);
  const [sample] = samples;
  if (sample === undefined) throw new Error('There is one sample.');
  if (sample.m2 === 0 && input.method !== 'wilcoxon_signed_rank')
    throw unfit(
      `All ${paired ? 'differences' : 'values'} are equal: there is no spread to compare with.`,
      'value',
      'Choose another column.',
    );
  const what = paired ? `${names[0] ?? ''} − ${names[1] ?? ''}` : (names[0] ?? '');
  const code = numbersCode(names, paired ? ['x', 'y'] : ['x']);
  const groups = paired
    ? describeGroups(names, pairSamples(read), level)
    : describeGroups(names, { samples, scale: moved }, level);
  const common = { groups, picture: quantilesOf(what, sample, moved) };
  const assumption = roughlyNormal([what], samples, paired ? 'differences' : 'values');
  switch (input.method) {
    case 'one_sample_t':
    case 'paired_t':
      return {
        ...common,
        ...tFinding({
          sample,
          mu:
            'mu' in input
              ? (input.mu - moved.origin) * moved.perUnit
              : -moved.origin * moved.perUnit,
          input,
          what,
          paired,
          code,
          span: (value) => spanOf(moved, value),
          mean: placeOf(moved, sample.mean),
          assumption,
        }),
      };
    case 'wilcoxon_signed_rank': {
      const shift = (input.mu - scale.origin) * scale.perUnit;
      const differences = values.map((value) => value - shift);
      if (differences.every((value) => value === 0))
        throw unfit('Every difference is 0.', 'value', 'Choose another column.');
      const {
        v,
        z,
        p,
        zeros,
        rank_biserial: r,
      } = wilcoxonSignedRank(differences, input.alternative, level);
      const median = placeOf(scale, quantile(tabulate(values), 0.5));
      const against = paired && input.mu === 0 ? 'no difference' : short(input.mu);
      const effects = [measured('rank-biserial correlation', r.value, r.interval)];
      const [rExact, pythonExact] = z === null ? ['TRUE', 'exact'] : ['FALSE', 'approx'];
      return {
        ...common,
        name: 'Wilcoxon signed rank test',
        variant: `${z === null ? 'exact distribution' : 'normal approximation, corrected for ties and continuity'}${zeros > 0 ? `; ${zeros} differences of 0 left out` : ''}`,
        hypotheses: {
          null: `${what} lies as often above as below ${short(input.mu)}.`,
          alternative: `${what} lies ${{ two_sided: 'above or below', less: 'below', greater: 'above' }[input.alternative]} ${short(input.mu)} more often.`,
        },
        statistic: { name: 'V', value: v },
        p,
        effects,
        sentence:
          p < significant
            ? `${what} differs from ${against}: median ${short(median)} (p ${pText(p)}, rank-biserial correlation ${twoPlaces(r.value)}).`
            : `These data show no clear difference of ${what} from ${against}: median ${short(median)} (p ${pText(p)}).`,
        code: {
          r: [
            ...code.r,
            `result <- wilcox.test(round(${paired ? 'x - y' : 'x'} - (${input.mu}), 9), alternative = "${input.alternative.replace('_', '.')}", exact = ${rExact})`,
            'print(result)',
          ],
          python: [
            'from scipy import stats',
            '',
            ...code.python,
            `result = stats.wilcoxon(np.round(${paired ? 'x - y' : 'x'} - (${input.mu}), 9), correction=True, alternative="${input.alternative.replace('_', '-')}", mode="${pythonExact}")`,
            'print(result)',
          ],
        },
      };
    }
    case 'tost_paired':
    case 'tost_one_sample': {
      const estimate = placeOf(moved, sample.mean);
      const found = equivalence(
        estimate,
        spanOf(moved, Math.sqrt(varianceOf(sample) / sample.n)),
        sample.n - 1,
        [input.low, input.high],
        1 - level,
      );
      const data = paired ? 'x - y' : 'x';
      return {
        ...common,
        ...equivalenceFinding({
          input,
          difference: estimate,
          found,
          what: paired ? `The mean difference ${what}` : `The mean of ${what}`,
          level,
          name: paired ? 'mean difference' : 'mean',
        }),
        name: 'Two one-sided t tests for equivalence',
        variant: paired ? 'paired' : 'one sample',
        assumptions: [assumption],
        code: {
          r: [
            ...code.r,
            `result <- list(p.value = max(t.test(${data}, mu = ${input.low}, alternative = "greater")$p.value, t.test(${data}, mu = ${input.high}, alternative = "less")$p.value))`,
            'print(result)',
          ],
          python: [
            'from scipy import stats',
            '',
            ...code.python,
            `result = max(stats.ttest_1samp(${data}, ${input.low}, alternative="greater").pvalue, stats.ttest_1samp(${data}, ${input.high}, alternative="less").pvalue)`,
            'print(result)',
          ],
        },
      };
    }
  }
}

/** Both columns in one unit, so that their means can stand side by side. */
function pairSamples(read: Read) {
  const [x = new Float64Array(), y = new Float64Array()] = read.columns;
  const [sx, sy] = read.scales;
  if (sx === undefined || sy === undefined || sx.origin !== sy.origin) {
    return samplesOf(
      [x, y].map((values, i) =>
        values.map((value) => placeOf(read.scales[i] ?? { origin: 0, perUnit: 1 }, value)),
      ),
      { origin: 0, perUnit: 1 },
    );
  }
  const perUnit = Math.max(sx.perUnit, sy.perUnit);
  return samplesOf(
    [
      x.map((value) => (value * perUnit) / sx.perUnit),
      y.map((value) => (value * perUnit) / sy.perUnit),
    ],
    { origin: sx.origin, perUnit },
  );
}

interface TInput {
  readonly sample: Sample;
  readonly mu: number;
  readonly input: Extract<RelatedColumns, { method: 'one_sample_t' | 'paired_t' }>;
  readonly what: string;
  readonly paired: boolean;
  readonly code: Snippet;
  readonly span: (value: number) => number;
  readonly mean: number;
  readonly assumption: ReturnType<typeof roughlyNormal>;
}

function tFinding({
  sample,
  mu,
  input,
  what,
  paired,
  code,
  span,
  mean,
  assumption,
}: TInput): Omit<Finding, 'groups' | 'picture'> {
  const { alternative, confidence_level: level } = input;
  const { t, df, p, difference, interval, d, g } = oneSampleT(sample, mu, alternative, level);
  const shown = 'mu' in input ? input.mu : 0;
  const than = { two_sided: 'differs from', less: 'is smaller than', greater: 'is larger than' }[
    alternative
  ];
  const effects = [
    measured("Hedges' g", g.value, g.interval),
    measured("Cohen's d", d.value, d.interval),
  ];
  const sure = `p ${pText(p)}, Hedges' g ${twoPlaces(g.value)}`;
  const against = paired ? 'no difference' : short(shown);
  const [rTail, pythonTail] = [
    `alternative = "${alternative.replace('_', '.')}", conf.level = ${level}`,
    `alternative="${alternative.replace('_', '-')}"`,
  ];
  return {
    name: paired ? 'Paired t test' : 'One-sample t test',
    variant: paired ? 'differences of the same rows' : `mean against ${shown}`,
    hypotheses: {
      null: `The mean of ${what} is ${shown}.`,
      alternative: `The mean of ${what} ${than} ${shown}.`,
    },
    statistic: { name: 't', value: t },
    df: [df],
    p,
    estimate: measured(paired ? 'mean difference' : `mean minus ${shown}`, span(difference), {
      level,
      low: span(interval.low),
      high: span(interval.high),
    }),
    effects,
    assumptions: [assumption],
    recommendation: isDoubtful([assumption], 'roughly')
      ? {
          method: 'wilcoxon_signed_rank',
          said: 'The Wilcoxon signed rank test needs no normal differences.',
        }
      : null,
    sentence:
      p < significant
        ? `The mean of ${what} differs from ${against}: ${short(mean)} (${sure}).`
        : `These data show no clear difference of the mean of ${what} from ${against}: ${short(mean)} (${sure}).`,
    code: {
      r: [
        ...code.r,
        paired
          ? `result <- t.test(x, y, paired = TRUE, ${rTail})`
          : `result <- t.test(x, mu = ${shown}, ${rTail})`,
        'print(result)',
      ],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        paired
          ? `result = stats.ttest_rel(x, y, ${pythonTail})`
          : `result = stats.ttest_1samp(x, ${shown}, ${pythonTail})`,
        'print(result)',
      ],
    },
  };
}

function friedmanFinding(
  { columns: names, confidence_level: level }: Extract<RelatedColumns, { method: 'friedman' }>,
  columns: readonly Float64Array[],
): Finding {
  const n = columns[0]?.length ?? 0;
  if (n < 2)
    throw unfit(
      'Fewer than two rows have every value.',
      'columns',
      'Choose other columns or another view.',
    );
  const { statistic, df, p, w, mean_ranks: ranks } = friedman(columns);
  if (!Number.isFinite(statistic))
    throw unfit('In every row all values are equal.', 'columns', 'Choose other columns.');
  const code = numbersCode(names);
  const best = ranks.indexOf(Math.max(...ranks));
  return {
    name: 'Friedman test',
    variant: `chi-square approximation, corrected for ties; ${columns.length} columns`,
    hypotheses: {
      null: 'No column tends to be larger than another in the same row.',
      alternative: 'At least one does.',
    },
    statistic: { name: 'χ²', value: statistic },
    df: [df],
    p,
    effects: [measured('Kendall’s W', w)],
    tables: [
      {
        title: 'Mean ranks',
        columns: ['column', 'mean rank'],
        rows: names.map((name, i) => [name, ranks[i] ?? null]),
      },
    ],
    groups: describeGroups(names, samplesOf(columns, { origin: 0, perUnit: 1 }), level),
    picture: groupsPicture('value', names, samplesOf(columns, { origin: 0, perUnit: 1 })),
    sentence:
      p < significant
        ? `The columns differ: ${names[best] ?? ''} ranks highest (p ${pText(p)}, Kendall’s W ${twoPlaces(w)}).`
        : `These data show no clear difference between the columns (p ${pText(p)}, Kendall’s W ${twoPlaces(w)}).`,
    code: {
      r: [...code.r, 'result <- friedman.test(do.call(cbind, columns))', 'print(result)'],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        'result = stats.friedmanchisquare(*columns)',
        'print(result)',
      ],
    },
  };
}
