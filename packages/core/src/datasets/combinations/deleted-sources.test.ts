import { operations } from '@columnist/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import type { ServiceContext } from '../../context.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { deleteDataset } from '../lifecycle/delete-dataset.ts';
import { restoreDataset } from '../versions/restore-dataset.ts';
import { getRows } from '../results/get-rows.ts';
import { rebuildDataset } from '../versions/rebuild-dataset.ts';
import { updateDataset } from '../versions/update-dataset.ts';
import { combineDatasets } from './combine-datasets.ts';
import { getLineage } from './get-lineage.ts';

let app: TestCore;
let ctx: ServiceContext;
beforeAll(async () => {
  app = await createTestCore();
  ctx = await app.contextOf(authorizationOf(await app.createTestUser({ tier: 'paid' })));
});
afterAll(() => app.close());

const upload = async (csv: string, name: string) =>
  (await createDataset(ctx, { file: await app.receive(csv, name) })).id;
const add = async (id: string, csv: string, mode: 'replace' | 'append') =>
  updateDataset(ctx, { id, file: await app.receive(csv, 'x.csv'), mode });
const rowsOf = async (id: string) => (await getRows(ctx, { id, limit: 100, offset: 0 })).items;
const combine = async (input: object) => {
  const { dataset } = await combineDatasets(ctx, operations.datasets.combine.input.parse(input));
  if (dataset === null) throw new Error('It was not saved.');
  return dataset.id;
};
const stateOf = async (id: string) => {
  const { datasets } = await getLineage(ctx, { id });
  const found = datasets.find((one) => one.id === id);
  return [found?.state, found?.version, found?.problem];
};
const runJobs = async () => {
  app.clock.advance(301);
  await app.core.runJobs();
};

/** A join of two, and what follows it. */
async function chain(name: string) {
  const source = await upload('k,v\n1,a\n2,b\n', `${name}-source.csv`);
  const other = await upload('k,w\n1,x\n2,y\n', `${name}-other.csv`);
  const keys = [{ left: 'k', right: 'k' }];
  const joined = await combine({ kind: 'join', left: source, right: other, keys, name });
  const below = await combine({
    kind: 'append',
    sources: [joined, joined],
    name: `${name}-below`,
  });
  return { source, other, joined, below };
}

const joinedRows = [
  [1, 'a', 'x'],
  [2, 'b', 'y'],
  [2, 'b', 'z'],
];

test('makes again what could not follow while a source was deleted, as that is restored', async () => {
  const { source, other, joined, below } = await chain('undone');
  await deleteDataset(ctx, { id: source });
  await add(other, 'k,w\n2,z\n', 'append');
  expect(await stateOf(joined)).toEqual([
    'failed',
    1,
    "The source 'undone-source.csv' was deleted; the rows made of it before are still here.",
  ]);
  await restoreDataset(ctx, { id: source });
  expect([await stateOf(joined), await stateOf(below), await rowsOf(joined)]).toEqual([
    ['current', 2, null],
    ['current', 2, null],
    joinedRows,
  ]);
  expect(await rowsOf(below)).toEqual([...joinedRows, ...joinedRows]);
});

test('makes no version of what stayed as it was while a source was deleted', async () => {
  const { source, joined, below } = await chain('unchanged');
  await deleteDataset(ctx, { id: source });
  await restoreDataset(ctx, { id: source });
  expect([await stateOf(joined), await stateOf(below)]).toEqual([
    ['current', 1, null],
    ['current', 1, null],
  ]);
});

test('says no longer that a source was deleted after it was asked for meanwhile', async () => {
  const { source, joined } = await chain('asked');
  await deleteDataset(ctx, { id: source });
  await expect(rebuildDataset(ctx, { id: joined })).rejects.toMatchObject({ code: 'not_found' });
  await restoreDataset(ctx, { id: source });
  expect((await stateOf(joined))[0]).toBe('current');
});

test('tries by a job what failed, and leaves alone what has lost a source', async () => {
  const { source, other, joined } = await chain('job');
  await add(other, 'key,w\n1,x\n', 'replace');
  expect((await stateOf(joined))[0]).toBe('failed');
  // As a server leaves it that ends after an earlier version is restored.
  await ctx.em.fork().execute('update dataset set current_version = 1 where id = ?', [other]);
  await runJobs();
  expect(await stateOf(joined)).toEqual(['current', 2, null]);
  await deleteDataset(ctx, { id: source });
  await expect(rebuildDataset(ctx, { id: joined })).rejects.toMatchObject({ code: 'not_found' });
  await runJobs();
  expect((await stateOf(joined))[0]).toBe('failed');
});
