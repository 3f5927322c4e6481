import { AppError } from '@columnist/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../../testing.ts';
import { databaseKinds } from '../../testing-databases.ts';
import { getUsage } from '../../usage/get-usage.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { Dataset, DatasetVersion } from '../records/dataset.entity.ts';
import { deleteDataset } from '../lifecycle/delete-dataset.ts';
import { getDataset } from '../lifecycle/get-dataset.ts';
import { listDatasets } from '../lifecycle/list-datasets.ts';
import { purgeDatasets } from '../lifecycle/purge-datasets.ts';
import { renameDataset } from '../lifecycle/rename-dataset.ts';
import { restoreDataset } from './restore-dataset.ts';

const notFound = { code: 'not_found', message: 'Dataset not found.' };
const MB = 1024 * 1024;

describe.each(databaseKinds)('deleting and restoring on %s', (kind) => {
  let app: TestCore;
  let user: TestUser;
  let before: string[];
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    user = await app.createTestUser({ verified: false });
    app.clock.advance(60);
    await app.core.runJobs();
    before = await app.files();
  });

  const context = () => app.contextOf(authorizationOf(user));
  const create = async () => createDataset(await context(), { file: await app.receive('a\n1\n') });
  const remove = async (id: string) => deleteDataset(await context(), { id });
  const restore = async (id: string) => restoreDataset(await context(), { id });
  const purge = async () => purgeDatasets({ ...(await context()), em: app.core.orm.em.fork() });

  test('a dataset is renamed, hidden at once when deleted, and whole again when restored', async () => {
    const { id } = await create();
    const renamed = await renameDataset(await context(), { id, name: 'new\u0000 name ' });
    expect(renamed.name).toBe('new name');
    await expect(renameDataset(await context(), { id, name: '\u0000' })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ field: 'name' }] },
    });
    await remove(id);
    await expect(getDataset(await context(), { id })).rejects.toMatchObject(notFound);
    await expect(remove(id)).rejects.toMatchObject(notFound);
    expect(await listDatasets(await context(), { limit: 50 })).toEqual({
      items: [],
      total: 0,
      next_cursor: null,
    });
    expect((await getUsage(await context())).datasets_uploaded).toBe(0);
    app.clock.advance(10);
    expect(await restore(id)).toEqual(renamed);
    expect(await getDataset(await context(), { id })).toEqual(renamed);
    expect((await getUsage(await context())).datasets_uploaded).toBe(1);
  });

  test('what is not deleted, or longer ago than ten seconds, cannot be restored', async () => {
    const { id } = await create();
    await expect(restore(id)).rejects.toMatchObject(notFound);
    await remove(id);
    app.clock.advance(10.001);
    await expect(restore(id)).rejects.toMatchObject(notFound);
  });

  test('of several at once one restores', async () => {
    const { id } = await create();
    await remove(id);
    const settled = await Promise.allSettled(Array.from({ length: 4 }, () => restore(id)));
    expect(settled.map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ]);
  });

  test('a place that was freed goes to the first: an upload or the undo', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push((await create()).id);
    const [first = '', second = ''] = ids;
    await remove(first);
    const settled = await Promise.allSettled([create(), restore(first)]);
    const codes = settled.flatMap((outcome) =>
      outcome.status === 'rejected' && outcome.reason instanceof AppError
        ? [outcome.reason.code]
        : [],
    );
    expect(codes).toEqual([expect.toBeOneOf(['dataset_limit_reached', 'conflict'])]);
    expect((await getUsage(await context())).datasets_uploaded).toBe(5);
    await remove(second);
    await create();
    await expect(restore(second)).rejects.toMatchObject({
      code: 'conflict',
      message: 'You have 5 of 5 datasets. Delete one or upgrade to Pro.',
      details: { used: 5, limit: 5 },
    });
  });

  test('an undo that the storage has no room for any more is a conflict', async () => {
    const first = await create();
    const second = await create();
    await remove(first.id);
    await app.core.orm.em
      .fork()
      .nativeUpdate(Dataset, { id: second.id }, { storedBytes: 250 * MB });
    await expect(restore(first.id)).rejects.toMatchObject({
      code: 'conflict',
      message:
        'Your files may take 250 MB in all; this one does not fit. Delete datasets you no longer need.',
    });
  });

  test('the purge takes rows and files once restoring is over, and nothing else', async () => {
    const kept = await create();
    const undone = await create();
    const gone = await create();
    const stored = [...(await app.files())];
    await remove(undone.id);
    await remove(gone.id);
    app.clock.advance(10);
    expect(await purge()).toBe(0);
    expect(await app.files()).toEqual(stored);
    await restore(undone.id);
    app.clock.advance(0.001);
    await purge();
    const left = [kept.id, undone.id];
    expect(await app.files()).toEqual(
      [
        ...before,
        ...left.flatMap((id) => [
          `objects/datasets/${id}/1.csv`,
          `objects/datasets/${id}/1.parquet`,
          `objects/datasets/${id}/1-profile.json`,
        ]),
      ].sort(),
    );
    const em = app.core.orm.em.fork();
    expect((await em.find(Dataset, { owner: user.id })).map(({ id }) => id).sort()).toEqual(
      left.sort(),
    );
    expect(await em.count(DatasetVersion, { dataset: gone.id })).toBe(0);
    expect(await purge()).toBe(0);
  });

  test('the purge clears more than it takes at a time', async () => {
    const em = app.core.orm.em.fork();
    const created = await create();
    const deletedAt = new Date(app.clock.now().getTime() - 60_000);
    await em.insertMany(
      Dataset,
      Array.from({ length: 120 }, () => ({
        id: randomUUID(),
        owner: user.id,
        name: 'x',
        status: 'ready' as const,
        createdAt: deletedAt,
        deletedAt,
        storedBytes: 1,
        currentVersion: 1,
      })),
    );
    expect(await purge()).toBe(120);
    expect((await em.fork().find(Dataset, { owner: user.id })).map(({ id }) => id)).toEqual([
      created.id,
    ]);
  });
});
