import { expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { checkExpression } from './check-expression.ts';
import { parseExpression } from './parse-expression.ts';
import type { ExpressionColumn } from './typed.ts';

const columns: ExpressionColumn[] = [
  { name: 'age', type: 'number' },
  { name: 'region', type: 'text' },
  { name: 'at', type: 'datetime' },
];

function refusal(text: string): string {
  try {
    checkExpression(parseExpression(text), columns);
  } catch (error) {
    if (error instanceof AppError) return `${error.message} ${error.details.fix ?? ''}`;
    throw error;
  }
  return 'accepted';
}

it.each([
  ['income.notna()', 'x is present'],
  ['age.isna()', 'x is missing'],
  ["region.str.contains('o')", 'Did you mean contains(name,'],
  ['region.str.upper()', 'Did you mean upper(code)?'],
  ['np.where(age > 3, 1, 0)', 'Did you mean if(age < 13,'],
  ['age.mean()', 'Did you mean mean(fare, by: class)?'],
  ['at.dt.month', 'Write month(at).'],
  ['at.dt.dayofweek', 'Write weekday(at).'],
  ['survey.age * 2', 'Write age.'],
  ['rank(age) over (partition by region)', 'rank(x, by: g)'],
  ['rank(age, by = region)', 'Write rank(age, by: region).'],
  ['mean(age, partition_by = [region])', 'Write mean(age, by: region).'],
  ['age if age > 3 else 0', "Write if(x > 1, 'a', 'b')."],
  ["region.split('o')[0]", "Write part(text, ',', 1) for one part of a text"],
  ["df['age'] * 2", 'Columns are written by their names alone.'],
  ["at > now() - interval '7 days'", "run_sql adds INTERVAL '3' DAY."],
  ["at >= date '2025-04-01'", "A date or a time is its text alone, as '2025-04-01'."],
  ["at >= TIMESTAMP '2025-04-01 10:00'", "as '2025-04-01 10:00'."],
  ['age // 10', 'Write floor(x / 10)'],
  ['age %% 10', 'Write x % 10'],
  ["region %in% c('a')", "x in ('a', 'b')"],
])('%s says how it is written here', (text, said) => {
  expect(refusal(text)).toContain(said);
});
