import { sayFormula, type Variable } from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { readGroups } from '../read-groups.ts';
import type { Advised, RecommendInput } from './advised.ts';

const plain = (column: string): Variable => ({ column, transform: null, power: 1 });

/**
 * Which of two values occurs, by a number: the odds are modelled (Agresti, An Introduction to
 * Categorical Data Analysis, 3rd edition, chapter 4). Null where the number separates both values
 * without overlap: then the odds have no finite estimate (the same, 5.3).
 */
export async function outcomeByNumber(
  connection: Connection,
  table: TableRef,
  { view }: RecommendInput,
  outcome: string,
  by: string,
): Promise<Advised | null> {
  const read = await readGroups(connection, table, { value: by, group: outcome, view });
  const ends = read.values.map((values) => ({
    n: values.length,
    low: values.reduce((least, value) => Math.min(least, value), Infinity),
    high: values.reduce((most, value) => Math.max(most, value), -Infinity),
  }));
  const [first, second] = ends;
  if (first === undefined || second === undefined || ends.length !== 2) return null;
  const overlaps = first.low < second.high && second.low < first.high;
  if (first.n === 0 || second.n === 0 || read.used < 4 || !overlaps) return null;
  const fewer = Math.min(first.n, second.n);
  return {
    read,
    advice: {
      operation: 'fit_regression',
      method: 'logistic',
      name: 'Logistic regression',
      options: {
        method: 'logistic',
        formula: sayFormula({ response: plain(outcome), intercept: true, terms: [[plain(by)]] }),
      },
      why: `${outcome} has 2 values and ${by} is a number: how the odds of one value change with ${by} is modelled.`,
      rejected: [
        {
          method: 'linear',
          name: 'Linear regression',
          why: 'Its line leaves the range from 0 to 1, and the variance of a share depends on the share.',
        },
        {
          method: 'pearson',
          name: 'Pearson correlation',
          why: `It measures a line through two measurements; ${outcome} has 2 values.`,
        },
        {
          method: 'welch_t',
          name: 'Welch two-sample t test',
          why: `It asks the other way round, whether the mean of ${by} differs between the values of ${outcome}: name ${by} as value for that.`,
        },
      ],
      checks: [
        {
          name: '10 or more of the rarer value',
          verdict: fewer < 10 ? 'doubtful' : 'holds',
          said: `The rarer value occurs ${fewer} times${fewer < 10 ? '; its odds are estimated roughly' : ''}.`,
        },
      ],
    },
  };
}
