import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { runSql } from './run-sql.ts';
import { saveDataset } from '../exports/save-dataset.ts';

let app: TestCore;
let ctx: ServiceContext;
let birds: string;
beforeAll(async () => {
  app = await createTestCore();
  ctx = await app.contextOf(authorizationOf(await app.createTestUser({ tier: 'paid' })));
  const upload = async (csv: string, name: string) =>
    (await createDataset(ctx, { file: await app.receive(csv, name) })).id;
  birds = await upload('kind,Mass,mass\nowl,1,10\nduck,2,20\nduck,3,30\n', 'Birds 2024.csv');
  await upload('kind,home\nowl,tree\nduck,lake\n', 'homes.csv');
  await upload('a\n1\n', 'twice.csv');
  await upload('a\n2\n', 'Twice.csv');
});
afterAll(() => app.close());

const ask = (sql: string, more: object = {}, as = ctx) =>
  runSql(as, { sql, limit: 100, explain: false, ...more });

test('datasets are named by name, with or without .csv, in any case, or by id', async () => {
  const rows = [
    ['duck', 5, 'lake'],
    ['owl', 1, 'tree'],
  ];
  for (const name of ['birds 2024', 'Birds 2024.csv', birds]) {
    const { items, datasets } = await ask(
      `select kind, sum("Mass_1"), home from "${name}" join homes using (kind) group by all order by 1`,
    );
    expect([items, datasets.map((one) => one.name)]).toEqual([
      rows,
      ['Birds 2024.csv', 'homes.csv'],
    ]);
  }
});

test('columns that differ in case alone are all there, and none is taken for another', async () => {
  await expect(ask('select mass from "birds 2024"')).rejects.toMatchObject({
    code: 'invalid_sql',
    message: expect.stringContaining('"mass" not found'),
  });
  const { columns, items } = await ask('select * from "birds 2024" limit 1');
  expect([columns.map(({ name }) => name), items]).toEqual([
    ['kind', 'Mass_1', 'mass_2'],
    [['owl', 1, 10]],
  ]);
});

test('a cursor goes on where a page ended', async () => {
  const sql = 'select "Mass_1" as m from "birds 2024" order by 1 desc';
  const first = await ask(sql, { limit: 2 });
  expect([first.items, first.total]).toEqual([[[3], [2]], null]);
  const second = await ask(sql, { limit: 2, cursor: first.next_cursor });
  expect([second.items, second.total, second.next_cursor]).toEqual([[[1]], 3, null]);
  await expect(
    ask('select kind from "birds 2024"', { cursor: first.next_cursor }),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'This cursor is of another statement.',
    details: { errors: [{ field: 'cursor' }] },
  });
});

test('what is not the caller’s own is not there, and names that several have are refused', async () => {
  await expect(ask('select * from twice')).rejects.toMatchObject({
    code: 'conflict',
    message: "2 datasets are named 'twice'.",
  });
  await expect(ask('select * from hoems')).rejects.toMatchObject({
    code: 'not_found',
    message: `You have no dataset 'hoems'. Did you mean "homes.csv"?`,
  });
  const other = await app.contextOf(authorizationOf(await app.createTestUser({ tier: 'paid' })));
  for (const name of [birds, 'Birds 2024.csv'])
    await expect(ask(`select * from "${name}"`, {}, other)).rejects.toMatchObject({
      code: 'not_found',
    });
});

test('of no rows no dataset is made', async () => {
  const none = {
    code: 'invalid_input',
    message: 'There are no rows to keep.',
    details: { fix: 'A dataset has at least one row: change the conditions, then save again.' },
  };
  const save = (source: object) => saveDataset(ctx, { name: 'none', ...source });
  await expect(save({ sql: 'select * from homes where false' })).rejects.toMatchObject(none);
  const view = { filter: { column: 'mass', op: 'gt' as const, value: 99 } };
  await expect(save({ id: birds, view })).rejects.toMatchObject(none);
});

test('what it answers is kept as a dataset, as exact as it was', async () => {
  const made = await saveDataset(ctx, {
    name: 'by kind',
    sql: `select kind, '0' || count(*) as code, sum(mass_2) / 4 as quarter, date '2024-01-31' as day
          from "birds 2024" group by kind order by kind`,
  });
  expect(made).toMatchObject({ name: 'by kind.csv', row_count: 2 });
  expect((await ask('select * from "by kind"')).items).toEqual([
    ['duck', '02', 12.5, '2024-01-31'],
    ['owl', '01', 2.5, '2024-01-31'],
  ]);
  const lossy = await saveDataset(ctx, {
    name: 'lossy',
    sql: `select * from (values ('', 1.5::double, 'a'), ('x', 'nan'::double, ''), (null, null, ''),
          ('y', 'inf'::double, 'NA')) t(a, b, c)`,
  });
  if (!('admission' in lossy)) throw new Error('A dataset was expected.');
  expect([
    lossy.admission.notes.map(({ message, column, count }) => [column, message, count]),
    (await ask('select * from lossy')).items,
  ]).toEqual([
    [
      ['a', '1 empty text is kept as missing.', 1],
      ['b', '1 value is NaN and kept as missing.', 1],
      ['c', '2 empty texts are kept as missing.', 2],
    ],
    [
      [null, 1.5, 'a'],
      ['x', null, null],
      [null, null, null],
      ['y', 'Infinity', 'NA'],
    ],
  ]);
  await expect(saveDataset(ctx, { name: 'x' })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(saveDataset(ctx, { name: 'x', sql: 'select 1', id: birds })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  await expect(
    saveDataset(ctx, { name: 'x', sql: "copy homes to '/tmp/x'" }),
  ).rejects.toMatchObject({ code: 'invalid_sql' });
});

test('only Pro has it', async () => {
  const free = await app.contextOf(authorizationOf(await app.createTestUser({ tier: 'free' })));
  await expect(ask('select 1', {}, free)).rejects.toMatchObject({ code: 'plan_required' });
});
