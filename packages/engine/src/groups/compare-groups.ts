import type { ComparisonOptions, TestResult } from '@columnist/contract';
import { samplesOf } from '@columnist/statistics';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../engine.ts';
import { resultOf, unfit } from '../procedures/finding.ts';
import { compareMany, type ManyGroups } from './compare-many.ts';
import { compareProportions } from './compare-proportions.ts';
import { compareRelated } from './compare-related.ts';
import { compareTwo, type TwoGroups } from './compare-two.ts';
import { factorialAnova } from './factorial-anova.ts';
import { readGroups } from '../procedures/read-groups.ts';
import { repeatedAnova } from './repeated-anova.ts';

const two: ReadonlySet<string> = new Set([
  'welch_t',
  'student_t',
  'mann_whitney',
  'permutation',
  'tost',
]);
/** These need one value a group only, and none of them needs spread within the groups. */
const ranks: ReadonlySet<string> = new Set(['mann_whitney', 'kruskal_wallis', 'permutation']);
/** What answers the same question of three groups and more. */
const ofMore: Readonly<Record<string, string>> = {
  welch_t: 'welch_anova',
  student_t: 'anova',
  mann_whitney: 'kruskal_wallis',
  permutation: 'kruskal_wallis',
};
const isTwo = (input: TwoGroups | ManyGroups): input is TwoGroups => two.has(input.method);

/** Whether groups or measurements differ. Throws unknown_column, wrong_column_type, too_complex, and invalid_input where the rows do not fit the procedure. */
export async function compareGroups(
  connection: DuckDBConnection,
  table: TableRef,
  input: ComparisonOptions,
): Promise<TestResult> {
  switch (input.method) {
    case 'one_sample_t':
    case 'paired_t':
    case 'wilcoxon_signed_rank':
    case 'tost_paired':
    case 'tost_one_sample':
    case 'friedman':
      return compareRelated(connection, table, input);
    case 'one_proportion':
    case 'proportions':
      return compareProportions(connection, table, input);
    case 'factorial_anova':
      return factorialAnova(connection, table, input);
    case 'repeated_measures_anova':
      return repeatedAnova(connection, table, input);
    default: {
      const read = await readGroups(connection, table, input);
      requireGroups(input, read.names, read.values);
      const samples = samplesOf(read.values, read.scale);
      return resultOf(
        table,
        input.view,
        input.method,
        read,
        isTwo(input) ? compareTwo(input, read, samples) : compareMany(input, read, samples),
      );
    }
  }
}

function requireGroups(
  { method, group }: TwoGroups | ManyGroups,
  groups: readonly string[],
  values: readonly Float64Array[],
): void {
  if (groups.length < 2)
    throw unfit(
      `'${group}' has ${groups.length === 1 ? 'one value' : 'no value'} here; a comparison needs two groups.`,
      'group',
      'Choose a column with at least two values, or another view.',
    );
  if (two.has(method) && groups.length !== 2)
    throw unfit(
      `'${group}' has ${groups.length} groups; this test compares two.`,
      'groups',
      `Name two of them in 'groups' (${groups
        .slice(0, 5)
        .map((name) => `'${name}'`)
        .join(
          ', ',
        )})${ofMore[method] === undefined ? '' : `, or use ${ofMore[method]}, which compares them all`}.`,
    );
  const least = ranks.has(method) ? 1 : 2;
  const small = groups.find((_, i) => (values[i]?.length ?? 0) < least);
  if (small !== undefined)
    throw unfit(
      `The group '${small.slice(0, 100)}' has fewer than ${least === 1 ? 'one value' : 'two values'}.`,
      'groups',
      "Leave the group out with 'groups', or choose another view.",
    );
  const constant = values.every((list) => list.every((value) => value === list[0]));
  const alike = constant && values.every((list) => list[0] === values[0]?.[0]);
  if (alike || (constant && !ranks.has(method)))
    throw unfit(
      `Within each group all values are equal${alike ? ', and the same in all' : ''}: there is no spread to compare with.`,
      'value',
      alike ? 'Choose another column.' : 'Choose another column, or a test on ranks.',
    );
  const still = groups.find((_, i) => values[i]?.every((value) => value === values[i]?.[0]));
  if ((method === 'welch_anova' || method === 'bartlett') && still !== undefined)
    throw unfit(
      `All values of the group '${still.slice(0, 100)}' are equal; this divides by its variance.`,
      'groups',
      "Leave the group out with 'groups', or use kruskal_wallis.",
    );
}
