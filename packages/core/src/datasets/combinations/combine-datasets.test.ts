import { AppError, dataset, operations } from '@columnist/contract';
import { expect, test } from 'vitest';
import { authorize, type ServiceContext } from '../../context.ts';
import { deleteDataset } from '../lifecycle/delete-dataset.ts';
import { saveDataset } from '../exports/save-dataset.ts';
import { setColumns } from '../dictionary/set-columns.ts';
import { listVersions } from '../versions/list-versions.ts';
import { rebuildDataset } from '../versions/rebuild-dataset.ts';
import { rereadDataset } from '../versions/reread-dataset.ts';
import { restoreVersion } from '../versions/restore-version.ts';
import { getLineage } from './get-lineage.ts';
import { useDatasets } from '../testing-datasets.ts';

const own = useDatasets();
const { upload, replace, rowsOf, combine } = own;

const stateOf = async (id: string) => {
  const { datasets } = await getLineage(own.ctx, { id });
  const found = datasets.find((one) => one.id === id);
  return [found?.state, found?.version, found?.problem];
};
const keys = [{ left: 'k', right: 'k' }];

test('previews without a name, saves with one, and keeps the type of every column', async () => {
  const left = await upload(
    'k,code,day,ok,empty,amount\n1,007,2024-01-02,true,,1.50\n2,NA-1,2024-02-03,false,,2.25\n',
    'left.csv',
  );
  await upload('k,home,seen\n1,Rome,2024-05-06T07:08:09\n', 'right.csv');
  const preview = await combine({ kind: 'join', left: 'left', right: 'right.csv' });
  expect([preview.dataset, preview.row_count, preview.join?.keys, preview.sources]).toEqual([
    null,
    2,
    keys,
    [
      { id: left, name: 'left.csv', version: 1, row_count: 2 },
      { id: expect.any(String), name: 'right.csv', version: 1, row_count: 1 },
    ],
  ]);
  const { dataset, items } = await combine({
    kind: 'join',
    left,
    right: 'right.csv',
    keys,
    name: 'both',
  });
  expect([dataset?.name, dataset?.row_count, items]).toEqual(['both.csv', 2, []]);
  expect(dataset?.columns.map(({ name, storage }) => [name, storage])).toEqual([
    ['k', 'BIGINT'],
    ['code', 'VARCHAR'],
    ['day', 'DATE'],
    ['ok', 'BOOLEAN'],
    ['empty', 'VARCHAR'],
    ['amount', 'DECIMAL(3,2)'],
    ['home', 'VARCHAR'],
    ['seen', 'TIMESTAMP'],
  ]);
  expect(await rowsOf(dataset?.id ?? '')).toEqual(preview.items);
  expect(dataset?.admission.notes.map(({ message }) => message)).toEqual([
    "1 of 2 rows of 'left.csv' have no match in 'right.csv'.",
  ]);
});

test('follows the newest versions of its sources, and keeps to one where this is asked', async () => {
  const a = await upload('k,v\n1,a\n', 'follow-a.csv');
  const b = await upload('k,w\n1,b\n', 'follow-b.csv');
  const join = { kind: 'join', left: a, right: b, keys };
  const first = (await combine({ ...join, name: 'first' })).dataset?.id ?? '';
  const fixed = (await combine({ ...join, left: `${a}@1`, name: 'fixed' })).dataset?.id ?? '';
  const second =
    (await combine({ kind: 'append', sources: [first, fixed], name: 'second' })).dataset?.id ?? '';
  await replace(a, 'k,v\n1,A\n2,AA\n');
  expect(await rowsOf(first)).toEqual([
    [1, 'A', 'b'],
    [2, 'AA', null],
  ]);
  expect(await rowsOf(fixed)).toEqual([[1, 'a', 'b']]);
  // Made once of both that it is made of, after them.
  expect(await rowsOf(second)).toEqual([
    [1, 'A', 'b'],
    [2, 'AA', null],
    [1, 'a', 'b'],
  ]);
  expect((await listVersions(own.ctx, { id: second })).map(({ made_by: by }) => by)).toEqual([
    'rebuild',
    'upload',
  ]);
  await restoreVersion(own.ctx, { id: a, version: 1 });
  expect(await rowsOf(second)).toEqual([
    [1, 'a', 'b'],
    [1, 'a', 'b'],
  ]);
  const { datasets, links } = await getLineage(own.ctx, { id: first });
  expect(
    datasets
      .map(({ name, state, made }) => [name, state, made])
      .sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
  ).toEqual([
    ['first.csv', 'current', 'left join of follow-a.csv and follow-b.csv by k'],
    ['follow-a.csv', 'source', null],
    ['follow-b.csv', 'source', null],
    ['second.csv', 'current', 'rows of first.csv, fixed.csv below one another'],
  ]);
  expect(links).toEqual([
    { from: a, to: first, version: 1, follows: true },
    { from: b, to: first, version: 1, follows: true },
    { from: first, to: second, version: 3, follows: true },
  ]);
});

test('is made again by a job where the server ended before it could follow', async () => {
  const a = await upload('k,v\n1,a\n', 'ended-a.csv');
  const b = await upload('k,w\n1,b\n', 'ended-b.csv');
  const first = (await combine({ kind: 'join', left: a, right: b, keys, name: 'ended' })).dataset;
  const second = (await combine({ kind: 'append', sources: [first?.id, a], name: 'ended twice' }))
    .dataset;
  const [joined, appended] = [first?.id ?? '', second?.id ?? ''];
  await replace(a, 'k,v\n1,A\n');
  // As a server leaves it that ends after the source has its version.
  const em = own.ctx.em.fork();
  const followers = [joined, appended];
  await em.execute('update dataset set current_version = 1 where id in (?, ?)', followers);
  await em.execute(
    'delete from dataset_version where number > 1 and dataset_id in (?, ?)',
    followers,
  );
  expect((await stateOf(joined))[0]).toBe('out_of_date');
  own.app.clock.advance(301);
  await own.app.core.runJobs();
  expect(await rowsOf(joined)).toEqual([[1, 'A', 'b']]);
  expect(await rowsOf(appended)).toEqual([
    [1, 'A', 'b'],
    [1, 'A', null],
  ]);
  expect([(await stateOf(joined))[0], (await stateOf(appended))[0]]).toEqual([
    'current',
    'current',
  ]);
  const versions = (await listVersions(own.ctx, { id: appended })).length;
  own.app.clock.advance(301);
  await own.app.core.runJobs();
  expect((await listVersions(own.ctx, { id: appended })).length).toBe(versions);
});

test('follows a source whose columns get another type, or whose file is read otherwise', async () => {
  const source = await upload('k,v\n1,2\n2,3\n', 'typed.csv');
  const { dataset } = await combine({
    kind: 'unpivot',
    source,
    columns: ['v'],
    names_to: 'name',
    values_to: 'value',
    name: 'typed long',
  });
  const id = dataset?.id ?? '';
  await setColumns(own.ctx, { id: source, columns: [{ name: 'k', type: 'category' }] });
  expect(await rowsOf(id)).toEqual([
    ['1', 'v', 2],
    ['2', 'v', 3],
  ]);
  await rereadDataset(own.ctx, { id: source, text_columns: ['v'] });
  expect(await rowsOf(id)).toEqual([
    ['1', 'v', '2'],
    ['2', 'v', '3'],
  ]);
});

test('keeps its last rows and says why where a source has lost a column or is deleted', async () => {
  const a = await upload('k,v\n1,a\n', 'lost-a.csv');
  const b = await upload('k,w\n1,b\n', 'lost-b.csv');
  const { dataset } = await combine({ kind: 'join', left: a, right: b, keys, name: 'lost' });
  const id = dataset?.id ?? '';
  await replace(b, 'key,w\n1,b\n');
  expect(await stateOf(id)).toEqual([
    'failed',
    1,
    expect.stringMatching(/^There is no column 'k'|^Column 'k'/),
  ]);
  expect(await rowsOf(id)).toEqual([[1, 'a', 'b']]);
  await expect(rebuildDataset(own.ctx, { id })).rejects.toMatchObject({ code: 'unknown_column' });
  await replace(b, 'k,w\n1,B\n');
  expect([await stateOf(id), await rowsOf(id)]).toEqual([['current', 2, null], [[1, 'a', 'B']]]);
  await deleteDataset(own.ctx, { id: b });
  expect(await stateOf(id)).toEqual([
    'failed',
    2,
    "The source 'lost-b.csv' was deleted; the rows made of it before are still here.",
  ]);
  await expect(rebuildDataset(own.ctx, { id })).rejects.toMatchObject({
    code: 'not_found',
    message: "The source 'lost-b.csv' was deleted.",
  });
  expect(await rowsOf(id)).toEqual([[1, 'a', 'B']]);
  const { datasets } = await getLineage(own.ctx, { id });
  expect(datasets.find((one) => one.id === b)).toMatchObject({
    name: 'lost-b.csv',
    state: 'missing',
  });
});

test('shows where saved rows came from, which follow nothing', async () => {
  const a = await upload('k,v\n1,a\n', 'kept-a.csv');
  const bySql = await saveDataset(own.ctx, { name: 'kept sql', sql: 'select k from "kept-a.csv"' });
  const byView = await saveDataset(own.ctx, { name: 'kept view', id: a });
  await replace(a, 'k,v\n2,b\n');
  for (const [kept, made] of [
    [bySql, 'SQL over kept-a.csv'],
    [byView, 'rows of kept-a.csv'],
  ] as const) {
    const { id } = dataset.parse(kept);
    const { datasets, links } = await getLineage(own.ctx, { id });
    expect(datasets.find((one) => one.id === id)).toMatchObject({ state: 'kept', made });
    expect(links).toEqual([{ from: a, to: id, version: 1, follows: false }]);
    await expect(rebuildDataset(own.ctx, { id })).rejects.toMatchObject({ code: 'conflict' });
  }
});

test('combines nothing of others, nor what a key may not see', async () => {
  const a = await upload('k,v\n1,a\n', 'mine-a.csv');
  const b = await upload('k,w\n1,b\n', 'mine-b.csv');
  const other = await own.contextOfPro();
  const asked = { kind: 'join', left: a, right: b, keys };
  await expect(combine(asked, other)).rejects.toMatchObject({ code: 'not_found' });
  await expect(combine({ ...asked, left: 'mine-a.csv' }, other)).rejects.toMatchObject({
    code: 'not_found',
  });
  const actor = authorize(own.ctx, operations.datasets.combine);
  const narrowed: ServiceContext = {
    ...own.ctx,
    actor: {
      ...actor,
      via: 'api-key',
      limits: { datasetIds: [a], aggregatesOnly: false },
    },
  };
  await expect(combine(asked, narrowed)).rejects.toMatchObject({ code: 'not_found' });
  const id = (await combine({ ...asked, name: 'mine' })).dataset?.id ?? '';
  const seen = await getLineage(
    {
      ...narrowed,
      actor: { ...actor, via: 'api-key', limits: { datasetIds: [a, id], aggregatesOnly: false } },
    },
    { id },
  );
  expect([
    seen.hidden,
    seen.datasets
      .map(({ name, made }) => [name, made])
      .sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
  ]).toEqual([
    1,
    [
      ['mine-a.csv', null],
      ['mine.csv', null],
    ],
  ]);
  const reader: ServiceContext = {
    ...own.ctx,
    actor: { ...actor, via: 'api-key', scopes: ['read', 'rows'] },
  };
  expect((await combine(asked, reader)).row_count).toBe(1);
  await expect(combine({ ...asked, name: 'no' }, reader)).rejects.toMatchObject({
    code: 'forbidden',
    message: "This credential lacks the scope 'write'.",
  });
  await expect(combine({ ...asked, left: `${a}@7` })).rejects.toBeInstanceOf(AppError);
});
