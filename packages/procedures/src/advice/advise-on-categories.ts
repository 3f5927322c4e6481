import { chiSquareTest } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { changesOf } from '../agreement/same-categories.ts';
import { eventAmong } from '../event-among.ts';
import { unfit, type Assumption } from '../finding.ts';
import { readCounts, type Counts } from '../read-counts.ts';
import type { Advised, RecommendInput } from './advised.ts';

const chiSquare = { method: 'chi_square', name: 'Pearson’s chi-square test of independence' };
const fisher = { method: 'fisher_exact', name: 'Fisher’s exact test' };
const proportions = { method: 'proportions', name: 'Test of proportions' };

/** Which test fits two columns of few values. */
export async function categories(
  connection: Connection,
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
  const expected = chiSquareTest(read.counts, false).expected.flat();
  const least = Math.min(...expected);
  const few = isRough(expected, read);
  const checks: Assumption[] = [
    {
      name: 'expected counts of 5 or more',
      verdict: few ? 'doubtful' : 'holds',
      said: `The smallest expected count is ${least.toFixed(1)}${least < 5 && !few ? '; so few are below 5 that χ² is near enough' : ''}.`,
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
        why:
          'Both are the same category seen twice in the same rows: what counts is how many ' +
          'changed one way and the other.',
        rejected: [
          {
            ...chiSquare,
            why: 'It takes both for independent measurements; that they go together is no news.',
          },
          {
            method: 'cohen_kappa',
            name: 'Cohen’s κ',
            why: 'It asks how far two raters agree, not whether one category became more frequent.',
          },
        ],
        checks,
      },
    };
  }
  if (!few && ask === 'compare' && read.x.labels.length === 2) {
    const success = eventAmong(read.x.labels, read.x.reference).event;
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
            why: 'It is exact where counts are small, and these are large.',
          },
        ],
        checks,
      },
    };
  }
  const [chosen, other] = few ? [fisher, chiSquare] : [chiSquare, fisher];
  return {
    read,
    advice: {
      operation: 'analyze_association',
      ...chosen,
      // Risks are of a value of y in the groups of x.
      options: { method: chosen.method, x: by, y: value },
      why: `Both have few values: their counts are compared with those of independence${few ? ', exactly, for some expected counts are below 5' : ''}.`,
      rejected: [
        {
          ...other,
          why: few
            ? 'Its approximation needs expected counts of 5 or more.'
            : 'It is exact where counts are small; these are large, and χ² says the same.',
        },
      ],
      checks,
    },
  };
}

/**
 * Cochran's rule (Some methods for strengthening the common χ² tests, Biometrics 10, 1954): χ² is
 * near enough where no expected count is below 1 and at most a fifth below 5; of two by two, none
 * below 5.
 */
const isRough = (expected: readonly number[], { x, y }: Counts): boolean =>
  x.labels.length === 2 && y.labels.length === 2
    ? expected.some((count) => count < 5)
    : expected.some((count) => count < 1) ||
      expected.filter((count) => count < 5).length > expected.length / 5;
