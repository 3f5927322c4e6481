import { readFile, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { exportDataset } from './export-dataset.ts';
import { getRows } from '../results/get-rows.ts';
import { saveRows } from '../views/save-rows.ts';
import { useDatasets } from '../testing-datasets.ts';

const own = useDatasets();
const { upload } = own;

const file =
  'code,note,big,x,day\n007,"=SUM(A1:A9)",12345678901234567890,-1.50,2026-01-31\n010,"a ' +
  '""b"", c",2,2.25,\n011,-7,3,0.10,2025-12-31\n012,@home,4,3,2024-02-29\n';

test('the rows of a view leave as CSV, exact, in order, and harmless to a spreadsheet', async () => {
  const id = await upload(file, 'codes.csv');
  const whole = await exportDataset(own.ctx, { format: 'csv', plain: false, id });
  expect([whole.filename, await readFile(whole.path, 'utf8')]).toEqual([
    'codes-rows.csv',
    `code,note,big,x,day\n007,'=SUM(A1:A9),12345678901234567890,-1.50,2026-01-31\n010,"a ""b"", c",2,2.25,\n011,-7,3,0.10,2025-12-31\n012,'@home,4,3.00,2024-02-29\n`,
  ]);
  await rm(whole.path);
  const part = await exportDataset(own.ctx, {
    format: 'csv',
    plain: false,
    id,
    columns: ['x', 'code', 'double'],
    view: {
      derive: [{ name: 'double', expression: 'x * 2' }],
      filter: 'x > 0',
      sort: [{ column: 'x', direction: 'descending' }],
    },
  });
  expect(await readFile(part.path, 'utf8')).toBe(
    'x,code,double\n3.00,012,6\n2.25,010,4.5\n0.10,011,0.2\n',
  );
  await rm(part.path);
  await expect(
    exportDataset(own.ctx, { format: 'csv', plain: false, id, columns: ['z'] }),
  ).rejects.toMatchObject({ code: 'unknown_column' });
});

test('or as Parquet', async () => {
  const id = await upload(file, 'codes.csv');
  const made = await exportDataset(own.ctx, {
    format: 'parquet',
    plain: false,
    id,
    view: { filter: 'x < 3', sort: [{ column: 'x', direction: 'descending' }] },
  });
  expect([
    made.filename,
    made.contentType,
    (await readFile(made.path)).subarray(0, 4).toString(),
  ]).toEqual(['codes-rows.parquet', 'application/vnd.apache.parquet', 'PAR1']);
  await rm(made.path);
});

test('or become a dataset of their own, with nothing added to their texts', async () => {
  const id = await upload(file, 'codes.csv');
  const made = await saveRows(own.ctx, {
    id,
    name: 'part',
    columns: ['code', 'note', 'x'],
    view: { filter: 'x < 3' },
  });
  expect(made).toMatchObject({
    name: 'part.csv',
    version: 1,
    row_count: 3,
    columns: [
      { name: 'code', storage: 'VARCHAR' },
      { name: 'note' },
      { name: 'x', storage: 'DECIMAL(3,2)' },
    ],
  });
  expect((await getRows(own.ctx, { id: made.id, limit: 9, offset: 0 })).items).toEqual([
    ['007', '=SUM(A1:A9)', -1.5],
    ['010', 'a "b", c', 2.25],
    ['011', '-7', 0.1],
  ]);
  const before = await own.app.files();
  await expect(
    saveRows(own.ctx, { id, name: 'part', view: { filter: 'nothing > 3' } }),
  ).rejects.toMatchObject({ code: 'invalid_expression' });
  expect(await own.app.files()).toEqual(before);
});
