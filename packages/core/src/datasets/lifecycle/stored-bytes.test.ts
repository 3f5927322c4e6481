import { mostVersions } from '@columnist/contract';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../../testing.ts';
import { databaseKinds } from '../../testing-databases.ts';
import { createDataset } from './create-dataset.ts';
import { requireDisk } from './require-disk.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { deleteVersion } from '../versions/delete-version.ts';
import { getRows } from '../results/get-rows.ts';
import { listVersions } from '../versions/list-versions.ts';
import { rereadDataset } from '../versions/reread-dataset.ts';
import { restoreVersion } from '../versions/restore-version.ts';
import { updateDataset } from '../versions/update-dataset.ts';

const MB = 1024 * 1024;
const content = `name,born,mass\n${Array.from({ length: 300 }, (_, i) => `person ${i},${1 + (i % 12)}/${1 + (i % 28)}/1990,${i / 7}`).join('\n')}\nshort,1/1/1990\n`;

describe.each(databaseKinds)('what is stored on %s', (kind) => {
  let app: TestCore;
  let user: TestUser;
  let ctx: ServiceContext;
  beforeAll(async () => {
    app = await createTestCore(kind);
    user = await app.createTestUser();
    ctx = await app.contextOf(authorizationOf(user));
  });
  afterAll(() => app.close());

  const context = () => app.contextOf(authorizationOf(user));
  const storedBytes = async (id: string): Promise<number> =>
    (await app.core.orm.em.fork().findOneOrFail(Dataset, { id })).storedBytes;
  /** Of the dataset's files in the store, as the disk has them. */
  const bytesOnDisk = async (id: string): Promise<number> => {
    const folder = join(app.dataDir, 'objects/datasets', id);
    const sizes = await Promise.all(
      (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };

  test('counts to the byte: file, table, repaired lines and description, of every version and of drafts', async () => {
    const { id } = await createDataset(ctx, { file: await app.receive(content) });
    expect(await storedBytes(id)).toBe(await bytesOnDisk(id));
    await rereadDataset(ctx, { id, date_order: 'mdy' });
    await updateDataset(ctx, {
      id,
      mode: 'append',
      file: await app.receive('name,born,mass\nlast,2/2/1990,5\n'),
    });
    expect(await storedBytes(id)).toBe(await bytesOnDisk(id));
    expect(await storedBytes(id)).toBeGreaterThan(2 * content.length);
    const draft = await createDataset(ctx, { file: await app.receive(content), review: true });
    await rereadDataset(ctx, { id: draft.id, date_order: 'mdy' });
    expect(await storedBytes(draft.id)).toBe(await bytesOnDisk(draft.id));
  });

  test('cannot pass the plan by readings at the same time, and what was refused leaves nothing', async () => {
    const made = await Promise.all(
      [1, 2].map(async () => createDataset(await context(), { file: await app.receive(content) })),
    );
    const one = await rereadDataset(ctx, { id: made[0]?.id ?? '', date_order: 'mdy' });
    const em = app.core.orm.em.fork();
    const [used] = await em.execute<{ bytes: string }[]>(
      'select sum(stored_bytes) as bytes from dataset where owner_id = ?',
      [user.id],
    );
    const perReading = (await storedBytes(one.id)) - (await storedBytes(made[1]?.id ?? ''));
    // Room for one reading more, and not for two.
    const filler = await createDataset(ctx, { file: await app.receive('a\n1\n') });
    await em.nativeUpdate(
      Dataset,
      { id: filler.id },
      { storedBytes: 250 * MB - Number(used?.bytes) - Math.floor(1.5 * perReading) },
    );
    const before = await app.files();
    const settled = await Promise.allSettled(
      made.map(async ({ id }) => rereadDataset(await context(), { id, date_order: 'dmy' })),
    );
    const refused = settled.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    expect(refused).toMatchObject([
      {
        code: 'dataset_limit_reached',
        message:
          'Your files may take 250 MB in all; this one does not fit. Delete datasets you no longer need.',
      },
    ]);
    // The table and the description of the one that went in.
    expect((await app.files()).filter((file) => !before.includes(file))).toHaveLength(
      2 + (settled.some(({ status }) => status === 'fulfilled') ? 1 : 0),
    );
    const [total] = await em.execute<{ bytes: string }[]>(
      'select sum(stored_bytes) as bytes from dataset where owner_id = ?',
      [user.id],
    );
    expect(Number(total?.bytes)).toBeLessThanOrEqual(250 * MB);
    await em.nativeUpdate(Dataset, { id: filler.id }, { storedBytes: 100 });
  });

  test('is made one version at a time a dataset', async () => {
    const owner = await app.createTestUser();
    const mine = () => app.contextOf(authorizationOf(owner));
    const { id } = await createDataset(await mine(), { file: await app.receive(content) });
    const settled = await Promise.allSettled(
      Array.from({ length: 6 }, async () => rereadDataset(await mine(), { id, date_order: 'mdy' })),
    );
    const done = settled.filter(({ status }) => status === 'fulfilled').length;
    const refused = settled.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    for (const reason of refused)
      expect(reason).toMatchObject({
        code: 'conflict',
        message: 'A version of this dataset is being made.',
      });
    expect(refused.length).toBeGreaterThan(0);
    expect(await listVersions(await mine(), { id })).toHaveLength(1 + done);
    // Nothing holds the next one up.
    expect(await rereadDataset(await mine(), { id })).toMatchObject({ version: 2 + done });
  });

  test('has at most twenty versions; deleting one makes room, the current one stays', async () => {
    const owner = await app.createTestUser();
    const mine = await app.contextOf(authorizationOf(owner));
    const { id } = await createDataset(mine, { file: await app.receive(content) });
    for (let i = 1; i < mostVersions; i++) await rereadDataset(mine, { id });
    const files = await app.files();
    const fix = 'Delete a version that you no longer need, then try again.';
    const refusal = {
      code: 'dataset_limit_reached',
      message: `This dataset has 20 of 20 versions. ${fix}`,
      details: { used: 20, limit: 20, fix },
    };
    await expect(rereadDataset(mine, { id })).rejects.toMatchObject(refusal);
    await expect(
      updateDataset(mine, { id, file: await app.receive(content) }),
    ).rejects.toMatchObject(refusal);
    expect(await app.files()).toEqual(files);

    await expect(deleteVersion(mine, { id, version: 20 })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Version 20 is the current one.',
    });
    await deleteVersion(mine, { id, version: 1 });
    expect(await storedBytes(id)).toBe(await bytesOnDisk(id));
    await expect(deleteVersion(mine, { id, version: 1 })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(restoreVersion(mine, { id, version: 1 })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(deleteVersion(ctx, { id, version: 2 })).rejects.toMatchObject({
      code: 'not_found',
      message: 'Dataset not found.',
    });
    // The file that all of them were read from is still there.
    expect(await rereadDataset(mine, { id })).toMatchObject({ version: 21 });
    expect((await getRows(mine, { id, limit: 1, offset: 0 })).items[0]?.[0]).toBe('person 0');
  });

  test('needs room on the disk', async () => {
    const full = { ...ctx, settings: { ...ctx.settings, minFreeBytes: Number.MAX_SAFE_INTEGER } };
    const { id } = await createDataset(
      await app.contextOf(authorizationOf(await app.createTestUser())),
      { file: await app.receive('a\n1\n') },
    );
    const owner = await app.createTestUser();
    const mine = await app.contextOf(authorizationOf(owner));
    const before = await app.files();
    const refusal = {
      code: 'storage_full',
      message:
        'The server has too little room left to take or read files. What is there can be read as before.',
    };
    const watched = { ...mine, settings: full.settings };
    await expect(
      createDataset(watched, { file: await app.receive('a\n1\n') }),
    ).rejects.toMatchObject(refusal);
    await expect(rereadDataset(watched, { id })).rejects.toMatchObject(refusal);
    // What is on its way is counted, as if it were there.
    const room = { tempDir: ctx.settings.tempDir, minFreeBytes: 1 };
    await requireDisk(room);
    await expect(requireDisk(room, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject(refusal);
    expect(await app.files()).toEqual(before);
  });
});
