import { alerts, operations } from '@columnist/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorize, type ServiceContext } from '../context.ts';
import { findAlerts } from '../datasets/alerts/find-alerts.ts';
import { createDataset } from '../datasets/lifecycle/create-dataset.ts';
import { authorizationOf, createTestCore, type TestCore } from '../testing.ts';
import { guardAnswer } from './guard-answer.ts';

/** Of 80 orders two end before they start, three are misspelt and 16 after one another lack a value. */
const day = (i: number): string => new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10);
const orders = Array.from({ length: 80 }, (_, i) => [
  day(i % 50),
  i === 7 || i === 44 ? day((i % 50) - 5) : day((i % 50) + 3 + (i % 4)),
  i % 27 === 11 ? 'Nothern' : ['Northern', 'Southern'][i % 2],
  i >= 20 && i < 36 ? '' : (i * 37) % 101,
]);
const csv = `start_date,end_date,region,amount\n${orders.map((cells) => cells.join()).join('\n')}\n`;

let app: TestCore;
let whole: ServiceContext;
let id: string;
beforeAll(async () => {
  app = await createTestCore();
  const user = await app.createTestUser({ verified: false, tier: 'paid' });
  whole = await app.contextOf(authorizationOf(user));
  ({ id } = await createDataset(whole, { file: await app.receive(csv) }));
});
afterAll(() => app.close());

test('a credential that may not read rows learns of no row by an alert', async () => {
  const { alerts: all } = await findAlerts(whole, { id });
  expect(all.map(({ key, count, said }) => [key, count, said])).toEqual([
    ['reversed_dates:start_date:end_date', 2, 'end_date is before start_date in 2 rows.'],
    ['missing:amount', 16, 'amount is missing in 16 rows (20%), one unbroken run: rows 21 to 36.'],
    [
      'misspelt_values:region',
      3,
      '‘Nothern’ (for ‘Northern’) of region, in 3 rows, looks like a misspelling of frequent values.',
    ],
  ]);
  const actor = authorize(whole, operations.datasets.get);
  const narrowed: ServiceContext = {
    ...whole,
    actor: { ...actor, via: 'api-key', scopes: ['read', 'analyse'] },
  };
  const { input } = operations.datasets.alerts;
  const answer = await guardAnswer(
    narrowed,
    operations.datasets.alerts,
    input.parse({ id }),
    (asked) => findAlerts(narrowed, input.parse(asked)),
  );
  const missing = all.find(({ kind }) => kind === 'missing');
  expect(alerts.parse(answer).alerts).toEqual([
    {
      ...missing,
      said: 'Values are missing.',
      measure: null,
      rows: null,
      sort: null,
      remedy: null,
    },
  ]);
});
