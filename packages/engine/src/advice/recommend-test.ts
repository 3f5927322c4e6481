import { findColumn, type Recommendation, type View } from '@columnist/contract';
import {
  chiSquareTest,
  fisherExactLarge,
  momentsOf,
  samplesOf,
  skewness,
  tabulate,
} from '@columnist/statistics';
import type { DuckDBConnection } from '@duckdb/node-api';
import { changesOf } from '../procedures/agreement/same-categories.ts';
import type { TableRef } from '../engine.ts';
import { unfit, type Assumption, type ReadRows } from '../procedures/finding.ts';
import { readCounts, type Counts } from '../procedures/read-counts.ts';
import { differencesOf, placed, readNumbers } from '../procedures/read-numbers.ts';
import { provenanceOf } from '../query/provenance.ts';
import { TableReader } from '../query/table-reader.ts';
import { equalVariances, isDoubtful, roughlyNormal } from '../procedures/describe-groups.ts';
import { readGroups, type ReadGroups } from '../procedures/read-groups.ts';

export interface RecommendInput {
  readonly value: string;
  readonly by: string;
  readonly paired: boolean;
  /** compare: each value of `by` is a group, also where it is a number. relate: how closely both go together. */
  readonly ask: 'any' | 'compare' | 'relate';
  readonly groups?: string[] | undefined;
  readonly view?: View | undefined;
}

type Advice = Pick<
  Recommendation,
  'operation' | 'method' | 'name' | 'options' | 'why' | 'rejected' | 'checks'
>;
interface Advised {
  readonly advice: Advice;
  readonly read: ReadRows;
}

/**
 * The right test to compare two columns: by their types, how many groups there are, how they vary and how they are shaped.
 * No test of the question itself is run. What is recommended can be run: rows that no test takes are refused here.
 * Throws unknown_column, invalid_input, too_complex.
 */
export async function recommendTest(
  connection: DuckDBConnection,
  table: TableRef,
  input: RecommendInput,
): Promise<Recommendation> {
  if (input.value === input.by)
    throw unfit('A column cannot be compared by itself.', 'by', 'Name another column.');
  const { advice, read } = await adviseOn(connection, table, input);
  const left = read.excluded.reduce((sum, { n }) => sum + n, 0);
  const provenance = provenanceOf(
    table,
    read.used + left,
    input.view,
    { missing: read.missing },
    read.effects,
  );
  return {
    ...provenance,
    n_used: read.used,
    n_excluded: [...provenance.n_excluded, ...read.excluded],
    ...advice,
  };
}

async function adviseOn(
  connection: DuckDBConnection,
  table: TableRef,
  input: RecommendInput,
): Promise<Advised> {
  const { value, by, paired, ask } = input;
  const [first, second] = await measured(connection, table, input);
  const numbers = first.number && second.number;
  // 0 and 1 are two groups, and measurements where they are paired with one.
  if (
    paired &&
    (numbers ||
      (first.type === 'number' && second.type === 'number' && first.number !== second.number))
  )
    return pairs(connection, table, input);
  if (paired && first.number !== second.number)
    throw unfit(
      'A number and a category cannot be the same measurement twice.',
      'paired',
      'Leave out paired, or name two number columns.',
    );
  if (!paired && ask === 'compare')
    return first.number
      ? groups(connection, table, input, value, by)
      : categories(connection, table, input);
  if (numbers) return twoNumbers(connection, table, input);
  if (first.number || second.number) {
    const [number, group] = first.number ? [value, by] : [by, value];
    return ask === 'relate'
      ? numberAndGroups(connection, table, input, number, group)
      : groups(connection, table, input, number, group);
  }
  return categories(connection, table, input);
}

/** Whether each column measures: a number column with more than two values. */
async function measured(
  connection: DuckDBConnection,
  table: TableRef,
  { value, by, view }: RecommendInput,
): Promise<[Column, Column]> {
  const reader = await TableReader.open(connection, table.parquet, table.columns, view, [
    value,
    by,
  ]);
  const columnOf = async (name: string): Promise<Column> => {
    const { type, field } = findColumn(reader.columns, name);
    if (type !== 'number') return { type, number: false };
    const [row] = await reader.rows(
      `select count(*)::double from (select distinct ${field} as k from ${reader.source} where ${field} is not null limit 3)`,
    );
    return { type, number: Number(row?.[0]) !== 2 };
  };
  return [await columnOf(value), await columnOf(by)];
}
interface Column {
  readonly type: string;
  readonly number: boolean;
}

const pairedT = { method: 'paired_t', name: 'Paired t test' };
const wilcoxon = { method: 'wilcoxon_signed_rank', name: 'Wilcoxon signed rank test' };

async function pairs(
  connection: DuckDBConnection,
  table: TableRef,
  { value, by, view }: RecommendInput,
): Promise<Advised> {
  const read = await readNumbers(connection, table, [value, by], view);
  const [x = new Float64Array(), y = new Float64Array()] = read.columns;
  const { values, scale } = differencesOf(x, y, read.scales);
  if (values.length < 2)
    throw unfit(
      `There ${values.length === 1 ? 'is one row' : 'are no rows'} with both values.`,
      'value',
      'Choose another column or another view.',
    );
  const { samples } = samplesOf([values], scale);
  const still = samples[0]?.m2 === 0;
  if (still && values[0] === -scale.origin * scale.perUnit)
    throw unfit('Every difference is 0.', 'value', 'Choose another column.');
  const check = roughlyNormal([`${value} − ${by}`], samples, 'differences');
  const unpaired = {
    method: 'welch_t',
    name: 'Welch two-sample t test',
    why: 'It takes both measurements for independent and loses what pairing gains.',
  };
  const ranks = still || check.verdict === 'doubtful';
  const [chosen, other] = ranks ? [wilcoxon, pairedT] : [pairedT, wilcoxon];
  return {
    read,
    advice: {
      operation: 'compare_groups',
      ...chosen,
      options: { method: chosen.method, value, other: by },
      why: `Both are measured in the same rows${still ? ', and all differences are equal: ranks need no spread' : ranks ? ', and the differences are few and strongly skewed: ranks are not drawn by single values' : ': the differences are compared with 0'}.`,
      rejected: [
        {
          ...other,
          why: still
            ? 'It divides by the spread of the differences, and there is none.'
            : ranks
              ? 'Its p leans on roughly normal differences when they are few.'
              : 'It asks of ranks, not of the mean difference, and nothing here makes that necessary.',
        },
        unpaired,
      ],
      checks: [check],
    },
  };
}

async function twoNumbers(
  connection: DuckDBConnection,
  table: TableRef,
  { value, by, view }: RecommendInput,
): Promise<Advised> {
  const read = await readNumbers(connection, table, [value, by], view);
  const checks: Assumption[] = placed(read).map((values, i) => {
    const name = [value, by][i] ?? '';
    const skew = values.length < 3 ? null : skewness(momentsOf(tabulate(values)));
    return {
      name: `${name} without heavy tails`,
      verdict: skew !== null && Math.abs(skew) > 1 ? 'doubtful' : 'holds',
      said:
        skew === null ? 'It does not vary, or has too few values.' : `Skewness ${skew.toFixed(2)}.`,
    };
  });
  const ranks = isDoubtful(checks, '');
  const [pearson, spearman] = [
    { method: 'pearson', name: 'Pearson correlation' },
    { method: 'spearman', name: 'Spearman rank correlation' },
  ];
  const [chosen, other] = ranks ? [spearman, pearson] : [pearson, spearman];
  return {
    read,
    advice: {
      operation: 'analyze_association',
      ...chosen,
      options: { method: chosen.method, columns: [value, by] },
      why: ranks
        ? 'Both are numbers, and at least one is strongly skewed: ranks are not drawn by its extreme values.'
        : 'Both are numbers without heavy tails: the correlation measures how closely they follow a line.',
      rejected: [
        {
          ...other,
          why: ranks
            ? 'Its estimate and p are drawn by the few extreme values.'
            : 'It gives up the distances between values, and nothing here makes that necessary.',
        },
        {
          method: 'kendall',
          name: 'Kendall’s rank correlation',
          why: 'It suits small samples with many ties; with more rows Spearman says the same more familiarly.',
        },
      ],
      checks,
    },
  };
}

/** Refuses groups that no test can compare: fewer than two with values, or values that are all the same. */
function requireTwo({ values, value, group }: ReadGroups): void {
  const filled = values.filter(({ length }) => length > 0);
  if (filled.length < 2)
    throw unfit(
      `'${group}' has fewer than two groups with values of '${value}' here.`,
      'by',
      'Choose another column or another view.',
    );
  if (filled.every((list) => list.every((one) => one === filled[0]?.[0])))
    throw unfit(
      `All values of '${value}' are equal here.`,
      'value',
      'Choose a column that varies.',
    );
}

const isStill = (values: Float64Array): boolean => values.every((one) => one === values[0]);

async function groups(
  connection: DuckDBConnection,
  table: TableRef,
  { view, groups: wanted }: RecommendInput,
  value: string,
  group: string,
): Promise<Advised> {
  const read = await readGroups(connection, table, { value, group, groups: wanted, view });
  requireTwo(read);
  const { samples } = samplesOf(read.values, read.scale);
  const names = read.names.filter((_, i) => (samples[i]?.n ?? 0) > 0);
  const filled = samples.filter(({ n }) => n > 0);
  const normal = roughlyNormal(read.names, samples);
  const checks = [...(filled.every(({ n }) => n > 1) ? equalVariances(filled) : []), normal];
  const two = filled.length === 2;
  // Analyses of variance divide by the variance of each group, or of all.
  const still =
    filled.every(({ values }) => isStill(values)) ||
    (!two && filled.some(({ values }) => isStill(values)));
  const drawn = normal.verdict === 'doubtful' || filled.some(({ n }) => n < 2);
  const ranks = still || drawn;
  const unequal = isDoubtful(checks, 'equal');
  const mean = two
    ? { method: 'welch_t', name: 'Welch two-sample t test' }
    : { method: 'welch_anova', name: 'Welch one-way analysis of variance' };
  const rank = two
    ? { method: 'mann_whitney', name: 'Mann–Whitney U test' }
    : { method: 'kruskal_wallis', name: 'Kruskal–Wallis test' };
  const equal = two
    ? { method: 'student_t', name: 'Student two-sample t test' }
    : { method: 'anova', name: 'One-way analysis of variance' };
  const [chosen, other] = ranks ? [rank, mean] : [mean, rank];
  // A group without a value is no group of these rows.
  const named = wanted !== undefined || names.length < read.names.length ? { groups: names } : {};
  const because = drawn
    ? 'one of them is small and strongly skewed, or has a single value: ranks are not drawn by single values'
    : still
      ? 'all values of one of them are equal: ranks need no spread in each group'
      : `their means are compared, ${unequal ? 'without equal variances, which are in doubt' : 'without taking equal variances for granted'}`;
  return {
    read,
    advice: {
      operation: 'compare_groups',
      ...chosen,
      options: { method: chosen.method, value, group, ...named },
      why: `${value} is a number and ${group} has ${filled.length} groups; ${because}.`,
      rejected: [
        {
          ...other,
          why: drawn
            ? 'Means of few and strongly skewed values lean on single ones.'
            : still
              ? 'It divides by the variance of each group, and one has none.'
              : 'It asks of ranks, not of means, and the groups are large or even enough for means.',
        },
        {
          ...equal,
          why: unequal
            ? 'It needs equal variances, and they differ clearly.'
            : 'It needs equal variances; where they are equal it gains next to nothing.',
        },
        ...(two
          ? []
          : [
              {
                method: 'welch_t',
                name: 'Welch two-sample t test',
                why: 'It compares two groups: one test for each pair would find too much by chance.',
              },
            ]),
      ],
      checks,
    },
  };
}

/** How closely a number goes with groups. */
async function numberAndGroups(
  connection: DuckDBConnection,
  table: TableRef,
  { view }: RecommendInput,
  x: string,
  y: string,
): Promise<Advised> {
  const read = await readGroups(connection, table, { value: x, group: y, view });
  requireTwo(read);
  const filled = read.values.filter(({ length }) => length > 0);
  if (read.used < 3 || filled.every(isStill))
    throw unfit(
      `Within each group of '${y}' all values of '${x}' are equal: there is no spread to compare with.`,
      'value',
      'Choose another column.',
    );
  const [point, ratio] = [
    { method: 'point_biserial', name: 'Point-biserial correlation' },
    { method: 'correlation_ratio', name: 'Correlation ratio η' },
  ];
  const two = read.names.length === 2;
  const rejected = {
    method: 'pearson',
    name: 'Pearson correlation',
    why: `It needs two numbers, and ${y} tells groups apart.`,
  };
  return {
    read,
    advice: {
      operation: 'analyze_association',
      ...(two ? point : ratio),
      options: { method: (two ? point : ratio).method, x, y },
      why: two
        ? `${x} is a number and ${y} has 2 values: with these as 0 and 1 it is a correlation.`
        : `${x} is a number and ${y} has ${filled.length} groups: η measures how much of the variance of ${x} they account for.`,
      rejected: two
        ? [{ ...ratio, why: 'Of two groups it says the same, without the direction.' }, rejected]
        : [{ ...point, why: 'It takes two groups.' }, rejected],
      checks: [],
    },
  };
}

const chiSquare = { method: 'chi_square', name: 'Pearson’s chi-square test of independence' };
const fisher = { method: 'fisher_exact', name: 'Fisher’s exact test' };
const proportions = { method: 'proportions', name: 'Test of proportions' };

async function categories(
  connection: DuckDBConnection,
  table: TableRef,
  { value, by, view, paired, ask, groups: wanted }: RecommendInput,
): Promise<Advised> {
  if (wanted !== undefined)
    throw unfit(
      'Groups are chosen where numbers are compared.',
      'groups',
      "Leave out 'groups', and keep their rows with a view.",
    );
  const read = await readCounts(connection, table, value, by, view);
  if (read.x.labels.length < 2 || read.y.labels.length < 2)
    throw unfit(
      `'${read.x.labels.length < 2 ? value : by}' has fewer than two values here.`,
      'by',
      'Choose another column or another view.',
    );
  const least = Math.min(...chiSquareTest(read.counts, false).expected.flat());
  const checks: Assumption[] = [
    {
      name: 'expected counts of 5 or more',
      verdict: least < 5 ? 'doubtful' : 'holds',
      said: `The smallest expected count is ${least.toFixed(1)}.`,
    },
  ];
  if (paired) {
    changesOf({ x: value, y: by }, read);
    return {
      read,
      advice: {
        operation: 'analyze_association',
        method: 'mcnemar',
        name: 'McNemar’s test',
        options: { method: 'mcnemar', x: value, y: by },
        why: 'Both are the same category seen twice in the same rows: what counts is how many changed one way and the other.',
        rejected: [
          {
            ...chiSquare,
            why: 'It takes both for independent measurements; that they go together is no news.',
          },
        ],
        checks,
      },
    };
  }
  const small = least < 5 && read.used <= 500 && isCountable(read);
  if (!small && ask === 'compare' && read.x.labels.length === 2) {
    const success = successOf(read.x.labels);
    return {
      read,
      advice: {
        operation: 'compare_groups',
        ...proportions,
        options: { method: proportions.method, event: value, success, group: by },
        why: `${value} has 2 values and ${by} has ${read.y.labels.length} groups: the shares of ${success} are compared.`,
        rejected: [
          {
            ...chiSquare,
            why: 'It asks the same of these counts, without the shares and their intervals.',
          },
          {
            ...fisher,
            why:
              least < 5
                ? 'With so many rows it takes too long; look at the small cells.'
                : 'It is exact where counts are small, and these are large.',
          },
        ],
        checks,
      },
    };
  }
  const [chosen, other] = small ? [fisher, chiSquare] : [chiSquare, fisher];
  return {
    read,
    advice: {
      operation: 'analyze_association',
      ...chosen,
      options: { method: chosen.method, x: value, y: by },
      why: `Both have few values: their counts are compared with those of independence${small ? ', exactly, for some expected counts are below 5' : ''}.`,
      rejected: [
        {
          ...other,
          why: small
            ? 'Its approximation needs expected counts of 5 or more.'
            : least < 5
              ? 'With so many rows it takes too long; look at the small cells.'
              : 'It is exact where counts are small; these are large, and χ² says the same.',
        },
      ],
      checks,
    },
  };
}

/** Fisher's test of a larger table goes through all tables with its margins. */
const isCountable = ({ x, y, counts }: Counts): boolean =>
  (x.labels.length === 2 && y.labels.length === 2) || fisherExactLarge(counts) !== null;

/** Of two values the one whose share is asked for: what says yes, else the last. */
const successOf = (labels: readonly string[]): string =>
  labels.find((label) => /^(true|yes|1)$/i.test(label)) ?? labels.at(-1) ?? '';
