import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  user = await app.createTestUser({ tier: 'paid' });
});
afterAll(() => app.close());

const saved = z.object({
  id: z.uuid(),
  admission: z.object({ notes: z.array(z.object({ code: z.string() })) }),
  columns: z.array(z.object({ name: z.string(), storage: z.string() })),
});
const rows = z.object({ items: z.array(z.array(z.unknown())) });

async function save(body: object): Promise<z.infer<typeof saved>> {
  const answer = await fetch(`${app.url}/api/v1/datasets/save`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${user.accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
  return saved.parse(await answer.json());
}

/** What is stored of a dataset: columns as name and storage, and rows. */
async function kept({ id, columns }: z.infer<typeof saved>) {
  const answer = await fetch(`${app.url}/api/v1/datasets/${id}/rows`, {
    headers: { Authorization: `Bearer ${user.accessToken}` },
  });
  return {
    columns: columns.map(({ name, storage }) => `${name} ${storage}`),
    items: rows.parse(await answer.json()).items,
  };
}

describe('saved rows keep the types that they have', () => {
  const texts =
    "select * from (values (1, 'NA', '1e5', 'true', '2024-01-01', 'a-007'), " +
    "(2, '7', '2e3', 'false', '2024-01-02', 'b-null'), (3, '12', '3', 'true', '2024-01-03', 'c-3')) " +
    't(id, code, lot, yn, day, pair)';

  test('of a view that renames, splits and copies texts', async () => {
    const { id } = await save({ name: 'texts.csv', sql: texts });
    const view = {
      clean: [
        {
          step: 'rename_columns',
          columns: [
            { from: 'code', to: 'Code' },
            { from: 'lot', to: 'Lot' },
            { from: 'yn', to: 'Yes' },
            { from: 'day', to: 'Day' },
          ],
        },
        { step: 'split_column', column: 'pair', by: '-', into: ['left', 'right'] },
      ],
      derive: [{ name: 'copy', expression: 'Code' }],
    };
    const made = await save({ id, name: 'same.csv', view });
    expect(made.admission.notes).toEqual([]);
    const { columns, items } = await kept(made);
    expect(columns.map((column) => column.split(' ')[1])).toEqual(
      columns.map((column) => (column.startsWith('id ') ? 'BIGINT' : 'VARCHAR')),
    );
    const shown = await fetch(
      `${app.url}/api/v1/datasets/${id}/rows?view=${encodeURIComponent(JSON.stringify(view))}`,
      { headers: { Authorization: `Bearer ${user.accessToken}` } },
    );
    expect(items).toEqual(rows.parse(await shown.json()).items);
    expect(items[0]).toContain('NA');
  });

  test('of a view in which two columns changed their names', async () => {
    const { id } = await save({
      name: 'amounts.csv',
      sql: "select * from (values ('007', 0.50::decimal(10,2)), ('08', 1.25)) t(code, amount)",
    });
    const made = await save({
      id,
      name: 'swapped.csv',
      view: {
        clean: [
          {
            step: 'rename_columns',
            columns: [
              { from: 'code', to: 'amount' },
              { from: 'amount', to: 'code' },
            ],
          },
        ],
      },
    });
    expect(await kept(made)).toEqual({
      columns: ['amount VARCHAR', 'code DECIMAL(3,2)'],
      items: [
        ['007', 0.5],
        ['08', 1.25],
      ],
    });
  });

  test('of a statement, whose sums of whole numbers are exact', async () => {
    const made = await save({
      name: 'sums.csv',
      sql:
        'select g, sum(n) as s, min(d) as d from (values ' +
        "('a', 9007199254740991, date '2024-02-01'), ('a', 2, '2024-01-31'), ('b', 1, null)) t(g, n, d) " +
        'group by g order by g',
    });
    expect(await kept(made)).toEqual({
      columns: ['g VARCHAR', 's BIGINT', 'd DATE'],
      items: [
        ['a', '9007199254740993', '2024-01-31'],
        ['b', '1', null],
      ],
    });
  });
});
