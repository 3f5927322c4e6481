import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { forgetAnswers, limitKey } from './testing-people.ts';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let owner: TestUser;
const ids = new Map<string, string>();
beforeAll(async () => {
  app = await createTestApp({ throttleScale: 10_000 });
  owner = await app.createTestUser({ tier: 'paid' });
  for (const [name, csv] of Object.entries(tables))
    ids.set(
      name,
      z.object({ id: z.uuid() }).parse(await (await app.upload(owner, csv, `${name}.csv`)).json())
        .id,
    );
  await limitKey(app, owner, true);
});
afterAll(() => app.close());

/** Numbers without pattern from 0 to 1, the same in every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
function tableOf(
  rows: number,
  seed: number,
  line: (random: () => number, i: number) => object,
): string {
  const random = randomOf(seed);
  const lines = Array.from({ length: rows }, (_, i) => line(random, i));
  return `${Object.keys(lines[0] ?? {}).join(',')}\n${lines.map((one) => Object.values(one).join(',')).join('\n')}\n`;
}
const oneOf = (random: () => number, values: readonly string[]): string =>
  values[Math.floor(random() ** 1.5 * values.length)] ?? '';
const tables = {
  staff: tableOf(240, 7, (random, i) => ({
    id: i + 1,
    dept: oneOf(random, ['Sales', 'Service', 'Research', 'Legal']),
    gender: random() < 0.55 ? 'f' : 'm',
    age: 20 + Math.floor(45 * random()),
    salary: (30_000 + 60_000 * random() ** 2).toFixed(2),
    left: random() < 0.2,
    hired: `${2015 + Math.floor(10 * random())}-0${1 + Math.floor(9 * random())}-15`,
  })),
  orders: tableOf(1500, 11, (random, i) => ({
    order: 10_000 + i,
    country: oneOf(random, ['DE', 'FR', 'NL', 'US', 'PL', 'SE']),
    product: oneOf(random, ['chair', 'desk', 'lamp', 'shelf', 'sofa']),
    amount: (5 + 800 * random() ** 3).toFixed(2),
    quantity: 1 + Math.floor(6 * random() ** 2),
    returned: random() < 0.07,
    day: `2025-${String(1 + Math.floor(12 * random())).padStart(2, '0')}-${String(1 + Math.floor(28 * random())).padStart(2, '0')}`,
  })),
  survey: tableOf(400, 13, (random) => ({
    region: oneOf(random, ['north', 'south', 'east', 'west']),
    school: oneOf(random, ['primary', 'secondary', 'university']),
    age: 16 + Math.floor(70 * random()),
    satisfaction: 1 + Math.floor(5 * random()),
    hours: random() < 0.05 ? '' : (40 * random()).toFixed(1),
    smokes: random() < 0.25 ? 'yes' : 'no',
  })),
};

type Ask = readonly [path: string, body: object];
const mean = (of: string, by: readonly unknown[] = [], filter?: string): Ask => [
  'aggregate',
  {
    group_by: by,
    aggregates: [{ statistic: 'count' }, { statistic: 'mean', of }],
    ...(filter === undefined ? {} : { view: { filter } }),
  },
];
const share = (of: string, by: readonly unknown[] = [], filter?: string): Ask => [
  'aggregate',
  {
    group_by: by,
    aggregates: [{ statistic: 'true_share', of }],
    ...(filter === undefined ? {} : { view: { filter } }),
  },
];
const counts = (column: string, filter?: string): Ask => [
  'frequencies',
  { column, ...(filter === undefined ? {} : { view: { filter } }) },
];
const analyze: Ask = ['analyze', {}];
const bin = (column: string, limits: readonly number[]): object => ({
  name: 'g',
  expression: `bin(${column}, [${limits.join(', ')}])`,
});
const part = (name: string, column: string): object => ({
  name: 'g',
  expression: `${name}(${column})`,
});

const sessions: readonly [title: string, table: keyof typeof tables, asked: readonly Ask[]][] = [
  [
    'an overview and salaries in groups',
    'staff',
    [
      analyze,
      counts('dept'),
      mean('salary', ['dept']),
      mean('salary', ['gender']),
      mean('salary', [], 'age >= 40'),
      mean('salary', [], 'age < 40'),
      mean('salary', [part('year', 'hired')]),
    ],
  ],
  [
    'pay of women and men',
    'staff',
    [
      counts('gender'),
      mean('salary', ['gender']),
      mean('age', ['gender']),
      mean('salary', ['dept', 'gender']),
      mean('salary', ['gender'], 'age >= 30'),
      ['compare', { method: 'welch_t', value: 'salary', group: 'gender' }],
    ],
  ],
  [
    'who leaves',
    'staff',
    [
      counts('left'),
      share('left', ['dept']),
      share('left', ['gender']),
      mean('age', ['left']),
      mean('salary', ['left']),
      share('left', [], 'age >= 50'),
    ],
  ],
  [
    'one department after the whole',
    'staff',
    [
      counts('dept'),
      mean('salary', ['dept']),
      mean('salary', [], "dept = 'Sales'"),
      mean('age', [], "dept = 'Sales'"),
      counts('gender', "dept = 'Sales'"),
      mean('salary', [], "dept in ('Sales', 'Service')"),
      mean('salary', [], 'salary is not missing'),
    ],
  ],
  [
    'revenue by country and product',
    'orders',
    [
      analyze,
      counts('country'),
      mean('amount', ['country']),
      mean('amount', ['product']),
      mean('amount', ['country', 'product']),
      mean('amount', [part('month', 'day')]),
      mean('quantity', ['product']),
    ],
  ],
  [
    'returns',
    'orders',
    [
      counts('returned'),
      share('returned', ['product']),
      share('returned', ['country']),
      share('returned', [bin('amount', [0, 50, 100, 1000])]),
      share('returned', [], 'amount >= 100'),
      mean('amount', ['returned']),
    ],
  ],
  [
    'a quarter',
    'orders',
    [
      mean('amount', [], "day >= '2025-01-01' and day < '2025-04-01'"),
      mean('amount', ['country'], "day < '2025-04-01'"),
      mean('amount', [part('quarter', 'day')]),
      counts('product', "day < '2025-04-01'"),
      share('returned', [part('quarter', 'day')]),
    ],
  ],
  [
    'large orders',
    'orders',
    [
      mean('amount', [bin('amount', [0, 10, 100, 500, 1000])]),
      counts('country', 'amount >= 100'),
      mean('quantity', [], 'amount >= 500'),
      mean('quantity', [], 'amount < 10'),
      counts('product', "country = 'DE'"),
      mean('amount', ['product'], "country = 'DE'"),
    ],
  ],
  [
    'satisfaction',
    'survey',
    [
      analyze,
      counts('satisfaction'),
      mean('satisfaction', ['region']),
      mean('satisfaction', ['school']),
      mean('satisfaction', [bin('age', [0, 30, 50, 70, 100])]),
      mean('satisfaction', ['smokes']),
      counts('satisfaction', 'smokes = true'),
    ],
  ],
  [
    'smokers',
    'survey',
    [
      counts('smokes'),
      counts('smokes', "region = 'north'"),
      counts('smokes', "school = 'university'"),
      ['association', { method: 'chi_square', x: 'smokes', y: 'school' }],
      counts('smokes', 'age >= 50'),
      mean('age', ['smokes']),
    ],
  ],
  [
    'hours, where some are missing',
    'survey',
    [
      mean('hours'),
      mean('hours', ['region']),
      mean('hours', ['school'], 'hours is not missing'),
      mean('hours', [], 'age >= 60'),
      ['association', { method: 'pearson', columns: ['hours', 'age'] }],
      mean('age', [], 'hours >= 20'),
    ],
  ],
  [
    'young and old',
    'survey',
    [
      mean('satisfaction', [], 'age between 20 and 29'),
      mean('satisfaction', [], 'age >= 60'),
      mean('hours', [], "age >= 60 and region = 'north'"),
      counts('school', 'age < 30'),
      counts('region', 'age < 30 and smokes = false'),
      mean('satisfaction', [], 'satisfaction = 5'),
    ],
  ],
];

let refusals = 0;
describe('somebody who asks without wanting to know single people', () => {
  test.each(sessions)(
    'is refused once at most: %s',
    async (_, table, asked) => {
      await forgetAnswers(app);
      const refused: unknown[] = [];
      for (const [path, body] of asked) {
        const response = await fetch(`${app.url}/api/v1/datasets/${ids.get(table)}/${path}`, {
          method: 'POST',
          headers: { 'API-Key': owner.apiKey ?? '', 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
        if (response.status !== 200) {
          const { detail } = z.object({ detail: z.string() }).parse(await response.json());
          refused.push([path, JSON.stringify(body), detail]);
        }
      }
      refusals += refused.length;
      expect(refused.slice(1)).toEqual([]);
    },
    60_000,
  );

  test('is refused hardly ever', () => expect(refusals).toBeLessThan(4));
});
