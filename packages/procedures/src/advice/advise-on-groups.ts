import { samplesOf } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { equalVariances, isDoubtful, roughlyNormal } from '../describe-groups.ts';
import { unfit } from '../finding.ts';
import { readGroups, type ReadGroups } from '../read-groups.ts';
import type { Advised, RecommendInput } from './advised.ts';
import type { Column } from './column-facts.ts';
import { dependsOnRowsBefore } from './depends-on-rows-before.ts';

/**
 * Refuses groups that no test can compare: fewer than two with values, or values that are all the
 * same.
 */
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

/** Which test fits a number in groups. */
export async function groups(
  connection: Connection,
  table: TableRef,
  { view, groups: wanted }: RecommendInput,
  { name: value, kind, countsLike }: Column,
  group: string,
): Promise<Advised> {
  const read = await readGroups(connection, table, { value, group, groups: wanted, view });
  requireTwo(read);
  const { samples } = samplesOf(read.values, read.scale);
  const names = read.names.filter((_, i) => (samples[i]?.n ?? 0) > 0);
  const filled = samples.filter(({ n }) => n > 0);
  const normal = roughlyNormal(read.names, samples);
  const checks = [
    ...(filled.every(({ n }) => n > 1) ? equalVariances(filled) : []),
    normal,
    ...dependsOnRowsBefore(
      value,
      filled.map(({ values }) => values),
    ),
  ];
  const steps = kind === 'few';
  const two = filled.length === 2;
  // Analyses of variance divide by the variance of each group, or of all.
  const still =
    filled.every(({ values }) => isStill(values)) ||
    (!two && filled.some(({ values }) => isStill(values)));
  const drawn = normal.verdict === 'doubtful' || filled.some(({ n }) => n < 2);
  const ranks = still || drawn || steps;
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
      : steps
        ? `${value} has few whole values, such as grades: ranks do not take its steps for equal`
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
              : steps
                ? 'It takes the steps between few values for equal.'
                : 'It asks of ranks, not of means, and the groups are large or even enough for means.',
        },
        {
          ...equal,
          why: unequal
            ? 'It needs equal variances, and they differ clearly.'
            : 'It needs equal variances; where they are equal it gains next to nothing.',
        },
        ...(steps && countsLike
          ? [
              {
                method: 'poisson',
                name: 'Poisson regression',
                why: `If ${value} counts events, fit_regression compares their rates.`,
              },
            ]
          : []),
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
export async function numberAndGroups(
  connection: Connection,
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
