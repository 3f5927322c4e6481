import { randomUUID } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { databaseKinds } from '../../testing-databases.ts';
import { createDataset } from './create-dataset.ts';
import { getRows } from '../results/get-rows.ts';
import { keysOf } from '../records/object-keys.ts';
import { rebuildTables } from './rebuild-tables.ts';
import { reconcileObjects } from './reconcile-objects.ts';

describe.each(databaseKinds)('reconciling objects on %s', (kind) => {
  let app: TestCore;
  let ctx: ServiceContext;
  beforeAll(async () => {
    app = await createTestCore(kind);
    ctx = await app.contextOf(authorizationOf(await app.createTestUser({ verified: false })));
  });
  afterAll(() => app.close());

  const agePath = async (path: string, minutes: number) => {
    const then = new Date(app.clock.now().getTime() - minutes * 60_000);
    await utimes(join(app.dataDir, path), then, then);
  };

  test('removes what no dataset has known for an hour, and that alone', async () => {
    const { id } = await createDataset(ctx, { file: await app.receive('a\n1\n') });
    const { repairs: _none, ...kept } = keysOf(id, 1);
    const own = Object.values(kept);
    const stray = Object.values(keysOf(randomUUID(), 1));
    const fresh = keysOf(randomUUID(), 1).original;
    const named = 'datasets/notes/1.csv';
    for (const key of [...stray, fresh, named])
      await ctx.ports.objects.put(key, (await app.receive('a\n1\n')).path);
    for (const key of [...own, ...stray, named]) await agePath(`objects/${key}`, 61);
    await agePath(`objects/${fresh}`, 59);
    await writeFile(join(app.dataDir, 'objects/datasets/README'), 'Somebody else put this here.');
    await agePath('objects/datasets/README', 600);

    expect(await reconcileObjects(ctx)).toBe(5);
    expect(await app.files()).toEqual(
      [...own, fresh, 'datasets/README'].map((key) => `objects/${key}`).sort(),
    );
    await agePath(`objects/${fresh}`, 61);
    expect(await reconcileObjects(ctx)).toBe(1);
    expect(await reconcileObjects(ctx)).toBe(0);
  });

  test('a table that is gone is made again from its file, once, with the same rows', async () => {
    const { id } = await createDataset(ctx, {
      file: await app.receive('a;b\n1;x\n2;y\n'),
      delimiter: ';',
    });
    const lost = await createDataset(ctx, { file: await app.receive('a\n1\n') });
    for (const key of [
      keysOf(id, 1).parquet,
      keysOf(lost.id, 1).parquet,
      keysOf(lost.id, 1).original,
    ])
      await ctx.ports.objects.delete(key);
    const job = {
      em: app.core.orm.em.fork(),
      ports: ctx.ports,
      engine: ctx.engine,
      settings: ctx.settings,
      log: ctx.log,
    };
    expect(await rebuildTables(job)).toBe(1);
    expect(await rebuildTables(job)).toBe(0);
    expect((await getRows(ctx, { id, limit: 5, offset: 0 })).items).toEqual([
      [1, 'x'],
      [2, 'y'],
    ]);
    await expect(getRows(ctx, { id: lost.id, limit: 5, offset: 0 })).rejects.toMatchObject({
      code: 'not_found',
      message: 'The file of this dataset is gone.',
    });
  });
});
