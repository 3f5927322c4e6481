import { randomUUID } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceContext } from '../context.ts';
import { authorizationOf, createTestCore, databaseKinds, type TestCore } from '../testing.ts';
import { createDataset } from './create-dataset.ts';
import { keysOf } from './object-keys.ts';
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
    for (const key of [...stray, fresh, named]) await ctx.ports.objects.put(key, (await app.receive('a\n1\n')).path);
    for (const key of [...own, ...stray, named]) await agePath(`objects/${key}`, 61);
    await agePath(`objects/${fresh}`, 59);
    await writeFile(join(app.dataDir, 'objects/datasets/README'), 'Somebody else put this here.');
    await agePath('objects/datasets/README', 600);

    expect(await reconcileObjects(ctx)).toBe(4);
    expect(await app.files()).toEqual([...own, fresh, 'datasets/README'].map((key) => `objects/${key}`).sort());
    await agePath(`objects/${fresh}`, 61);
    expect(await reconcileObjects(ctx)).toBe(1);
    expect(await reconcileObjects(ctx)).toBe(0);
  });
});
