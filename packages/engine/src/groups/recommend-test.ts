import { findColumn, type Recommendation, type View } from '@columnist/contract';
import { chiSquareTest, momentsOf, samplesOf, skewness, tabulate } from '@columnist/statistics';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../engine.ts';
import { unfit, type Assumption, type ReadRows } from '../procedures/finding.ts';
import { readCounts } from '../procedures/read-counts.ts';
import { differencesOf, placed, readNumbers } from '../procedures/read-numbers.ts';
import { provenanceOf } from '../query/provenance.ts';
import { findRows } from '../query/find-rows.ts';
import { equalVariances, isDoubtful, roughlyNormal } from './describe-groups.ts';
import { readGroups } from './read-groups.ts';

export interface RecommendInput {
  readonly value: string;
  readonly by: string;
  readonly paired: boolean;
  readonly view?: View | undefined;
}

type Advice = Pick<Recommendation, 'operation' | 'method' | 'name' | 'options' | 'why' | 'rejected' | 'checks'>;
interface Advised {
  readonly advice: Advice;
  readonly read: ReadRows;
}

/** The right test to compare two columns: by their types, how many groups there are, how they vary and how they are shaped. No test of the question itself is run. */
export async function recommendTest(connection: DuckDBConnection, table: TableRef, input: RecommendInput): Promise<Recommendation> {
  if (input.value === input.by) throw unfit('A column cannot be compared by itself.', 'by', 'Name another column.');
  const { columns } = await findRows(connection, table.parquet, table.columns, input.view);
  const [value, by] = [findColumn(columns, input.value), findColumn(columns, input.by)];
  const numbers: [boolean, boolean] = [value.type === 'number', by.type === 'number'];
  const { advice, read } = await adviseOn(connection, table, input, numbers);
  const left = read.excluded.reduce((sum, { n }) => sum + n, 0);
  const provenance = provenanceOf(table, read.used + left, input.view, { missing: read.missing }, read.effects);
  return { ...provenance, n_used: read.used, n_excluded: [...provenance.n_excluded, ...read.excluded], ...advice };
}

function adviseOn(connection: DuckDBConnection, table: TableRef, input: RecommendInput, [number, byNumber]: [boolean, boolean]): Promise<Advised> {
  if (number && byNumber) return input.paired ? pairs(connection, table, input) : twoNumbers(connection, table, input);
  if (number) return groups(connection, table, input, input.value, input.by);
  if (byNumber) return groups(connection, table, input, input.by, input.value);
  return categories(connection, table, input);
}

async function pairs(connection: DuckDBConnection, table: TableRef, { value, by, view }: RecommendInput): Promise<Advised> {
  const read = await readNumbers(connection, table, [value, by], view);
  const [x = new Float64Array(), y = new Float64Array()] = read.columns;
  const { values, scale } = differencesOf(x, y, read.scales);
  const check = roughlyNormal([`${value} − ${by}`], samplesOf([values], scale).samples, 'differences');
  const unpaired = { method: 'welch_t', name: 'Welch two-sample t test', why: 'It takes both measurements for independent and loses what pairing gains.' };
  if (check.verdict === 'doubtful') {
    return { read, advice: { operation: 'compare_groups', method: 'wilcoxon_signed_rank', name: 'Wilcoxon signed rank test', options: { method: 'wilcoxon_signed_rank', value, other: by }, why: 'Both are measured in the same rows, and the differences are few and strongly skewed: ranks are not drawn by single values.', rejected: [{ method: 'paired_t', name: 'Paired t test', why: 'Its p leans on roughly normal differences when they are few.' }, unpaired], checks: [check] } };
  }
  return { read, advice: { operation: 'compare_groups', method: 'paired_t', name: 'Paired t test', options: { method: 'paired_t', value, other: by }, why: 'Both are measured in the same rows: the differences are compared with 0.', rejected: [{ method: 'wilcoxon_signed_rank', name: 'Wilcoxon signed rank test', why: 'It asks of ranks, not of the mean difference, and nothing here makes that necessary.' }, unpaired], checks: [check] } };
}

async function twoNumbers(connection: DuckDBConnection, table: TableRef, { value, by, view }: RecommendInput): Promise<Advised> {
  const read = await readNumbers(connection, table, [value, by], view);
  const checks: Assumption[] = placed(read).map((values, i) => {
    const name = [value, by][i] ?? '';
    const skew = values.length < 3 ? null : skewness(momentsOf(tabulate(values)));
    return { name: `${name} without heavy tails`, verdict: skew !== null && Math.abs(skew) > 1 ? 'doubtful' : 'holds', said: skew === null ? 'It does not vary, or has too few values.' : `Skewness ${skew.toFixed(2)}.` };
  });
  const ranks = isDoubtful(checks, '');
  const [pearson, spearman] = [{ method: 'pearson', name: 'Pearson correlation' }, { method: 'spearman', name: 'Spearman rank correlation' }];
  const [chosen, other] = ranks ? [spearman, pearson] : [pearson, spearman];
  return {
    read,
    advice: {
      operation: 'analyze_association', ...chosen, options: { method: chosen.method, columns: [value, by] },
      why: ranks ? 'Both are numbers, and at least one is strongly skewed: ranks are not drawn by its extreme values.' : 'Both are numbers without heavy tails: the correlation measures how closely they follow a line.',
      rejected: [
        { ...other, why: ranks ? 'Its estimate and p are drawn by the few extreme values.' : 'It gives up the distances between values, and nothing here makes that necessary.' },
        { method: 'kendall', name: 'Kendall’s rank correlation', why: 'It suits small samples with many ties; with more rows Spearman says the same more familiarly.' },
      ],
      checks,
    },
  };
}

async function groups(connection: DuckDBConnection, table: TableRef, { view, paired }: RecommendInput, value: string, group: string): Promise<Advised> {
  if (paired) throw unfit('A number and a category cannot be the same measurement twice.', 'paired', 'Leave out paired, or name two number columns.');
  const read = await readGroups(connection, table, { value, group, view });
  const { samples } = samplesOf(read.values, read.scale);
  const filled = samples.filter(({ n }) => n > 0);
  if (filled.length < 2) throw unfit(`'${group}' has fewer than two groups with values of '${value}' here.`, 'by', 'Choose another column or another view.');
  const normal = roughlyNormal(read.names, samples);
  const checks = [...(filled.every(({ n }) => n > 1) ? equalVariances(filled) : []), normal];
  const two = filled.length === 2;
  const ranks = normal.verdict === 'doubtful' || filled.some(({ n }) => n < 2);
  const unequal = isDoubtful(checks, 'equal');
  const mean = two ? { method: 'welch_t', name: 'Welch two-sample t test' } : { method: 'welch_anova', name: 'Welch one-way analysis of variance' };
  const rank = two ? { method: 'mann_whitney', name: 'Mann–Whitney U test' } : { method: 'kruskal_wallis', name: 'Kruskal–Wallis test' };
  const equal = two ? { method: 'student_t', name: 'Student two-sample t test' } : { method: 'anova', name: 'One-way analysis of variance' };
  const [chosen, other] = ranks ? [rank, mean] : [mean, rank];
  return {
    read,
    advice: {
      operation: 'compare_groups', ...chosen, options: { method: chosen.method, value, group },
      why: `${value} is a number and ${group} has ${filled.length} groups; ${ranks ? 'one of them is small and strongly skewed, or has a single value: ranks are not drawn by single values' : `their means are compared, ${unequal ? 'without equal variances, which are in doubt' : 'without taking equal variances for granted'}`}.`,
      rejected: [
        { ...other, why: ranks ? 'Means of few and strongly skewed values lean on single ones.' : 'It asks of ranks, not of means, and the groups are large or even enough for means.' },
        { ...equal, why: unequal ? 'It needs equal variances, and they differ clearly.' : 'It needs equal variances; where they are equal it gains next to nothing.' },
        ...(two ? [] : [{ method: 'welch_t', name: 'Welch two-sample t test', why: 'It compares two groups: one test for each pair would find too much by chance.' }]),
      ],
      checks,
    },
  };
}

async function categories(connection: DuckDBConnection, table: TableRef, { value, by, view, paired }: RecommendInput): Promise<Advised> {
  const read = await readCounts(connection, table, value, by, view);
  if (read.x.labels.length < 2 || read.y.labels.length < 2) throw unfit(`'${read.x.labels.length < 2 ? value : by}' has fewer than two values here.`, 'by', 'Choose another column or another view.');
  const least = Math.min(...chiSquareTest(read.counts, false).expected.flat());
  const checks: Assumption[] = [{ name: 'expected counts of 5 or more', verdict: least < 5 ? 'doubtful' : 'holds', said: `The smallest expected count is ${least.toFixed(1)}.` }];
  const chiSquare = { method: 'chi_square', name: 'Pearson’s chi-square test of independence' };
  if (paired) {
    return { read, advice: { operation: 'analyze_association', method: 'mcnemar', name: 'McNemar’s test', options: { method: 'mcnemar', x: value, y: by }, why: 'Both are the same category seen twice in the same rows: what counts is how many changed one way and the other.', rejected: [{ ...chiSquare, why: 'It takes both for independent measurements; that they go together is no news.' }], checks } };
  }
  const fisher = { method: 'fisher_exact', name: 'Fisher’s exact test' };
  const small = least < 5 && read.used <= 500;
  const [chosen, other] = small ? [fisher, chiSquare] : [chiSquare, fisher];
  return {
    read,
    advice: {
      operation: 'analyze_association', ...chosen, options: { method: chosen.method, x: value, y: by }, why: `Both have few values: their counts are compared with those of independence${small ? ', exactly, for some expected counts are below 5' : ''}.`,
      rejected: [{ ...other, why: small ? 'Its approximation needs expected counts of 5 or more.' : least < 5 ? 'With so many rows it takes too long; look at the small cells.' : 'It is exact where counts are small; these are large, and χ² says the same.' }], checks,
    },
  };
}

