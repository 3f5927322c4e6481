import { operations } from '@columnist/contract';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authorize, type ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../../testing.ts';
import { databaseKinds } from '../../testing-databases.ts';
import { createDataset } from './create-dataset.ts';
import { Dataset, DatasetVersion } from '../records/dataset.entity.ts';
import { deleteDataset } from './delete-dataset.ts';
import { downloadDataset } from '../exports/download-dataset.ts';
import { getDataset } from './get-dataset.ts';
import { keysOf } from '../records/object-keys.ts';
import { reserveDataset } from './reserve-dataset.ts';

const content = 'id,city,open\n1,Bern,true\n2,NA,false\n4,"Chur",true\n';
const MB = 1024 * 1024;

describe.each(databaseKinds)('creating a dataset on %s', (kind) => {
  let app: TestCore;
  let user: TestUser;
  let before: string[];
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    user = await app.createTestUser();
    before = await app.files();
  });

  const context = (signal?: AbortSignal) => app.contextOf(authorizationOf(user), signal);
  const create = async (text: string | Uint8Array = content, filename?: string) =>
    createDataset(await context(), { file: await app.receive(text, filename) });
  const rowsOf = async (owner: TestUser) =>
    app.core.orm.em.fork().find(Dataset, { owner: owner.id });
  const expectNothingLeft = async () => {
    expect(await app.files()).toEqual(before);
    expect(await rowsOf(user)).toEqual([]);
  };

  test('a packed file holds no more text than a file of the plan may have', async () => {
    // Not so alike that its density is refused first.
    const rows = Array.from({ length: 1_100_000 }, (_, row) => (row * 2_654_435_761) % 2 ** 32);
    const packed = gzipSync(`id\n${rows.join('\n')}\n`, { level: 1 });
    await expect(create(packed)).rejects.toMatchObject({
      code: 'invalid_file',
      message: 'The file is packed with gzip and holds more than 10 MB of text.',
    });
    await expectNothingLeft();
  });

  test('answers the dataset, keeps the bytes unchanged, and leaves no temporary file', async () => {
    const created = await create(content, 'shops.csv');
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name: 'shops.csv',
      created_at: app.clock.now().toISOString(),
      file_size: Buffer.byteLength(content),
      row_count: 3,
      column_count: 3,
      columns: [
        {
          name: 'id',
          type: 'number',
          storage: 'BIGINT',
          missing: 0,
          distinct: 3,
          low: 1,
          high: 4,
          picture: expect.objectContaining({ n: 3, missing: 0 }),
        },
        {
          name: 'city',
          type: 'category',
          storage: 'VARCHAR',
          missing: 1,
          distinct: 2,
          low: null,
          high: null,
          picture: expect.objectContaining({ n: 2, missing: 1 }),
        },
        {
          name: 'open',
          type: 'boolean',
          storage: 'BOOLEAN',
          missing: 0,
          distinct: 2,
          low: null,
          high: null,
          picture: expect.objectContaining({
            kind: 'boolean',
            labels: ['true', 'false'],
            counts: [2, 1],
          }),
        },
      ],
      sha256: createHash('sha256').update(content).digest('hex'),
      version: 1,
      status: 'ready',
      dialect: {
        encoding: 'utf-8',
        encoding_confidence: 1,
        byte_order_mark: false,
        delimiter: ',',
        quote: '"',
        escape: '"',
        line_ending: 'lf',
        preamble_lines: 0,
        header_rows: 1,
        comment: null,
        width: 3,
        rows_of_width: 3,
        decimal_mark: '.',
        date_order: null,
        missing_words: ['NA'],
      },
      admission: {
        rows_read: 3,
        rows_repaired: 0,
        rows_rejected: 0,
        repairs_file: false,
        notes: [
          {
            code: 'read_as_missing',
            message: "1 cell 'NA' is read as missing.",
            column: 'city',
            count: 1,
            rows: [],
            examples: [],
          },
        ],
      },
    });
    expect(await getDataset(await context(), { id: created.id })).toEqual(created);
    const kept = ['1.csv', '1.parquet', '1-profile.json'].map(
      (name) => `objects/datasets/${created.id}/${name}`,
    );
    expect(await app.files()).toEqual([...before, ...kept].sort());
    const download = await downloadDataset(await context(), { id: created.id });
    expect([
      download.filename,
      download.contentType,
      await readFile(download.path, 'utf8'),
    ]).toEqual(['shops.csv', 'text/csv', content]);
    const [row] = await rowsOf(user);
    expect(row).toMatchObject({
      status: 'ready',
      reservedUntil: null,
      storedBytes: (await Promise.all(kept.map((path) => stat(join(app.dataDir, path))))).reduce(
        (sum, { size }) => sum + size,
        0,
      ),
      currentVersion: 1,
    });
  });

  test('the same bytes are taken again, with a note that names the first', async () => {
    const twin = 'a\n1\n2\n';
    const first = await create(twin, 'first.csv');
    const second = await create(twin, 'second.csv');
    expect(first.admission.notes).toEqual([]);
    expect(second.admission.notes).toEqual([
      {
        code: 'already_uploaded',
        message: "The same file is already here as 'first.csv'.",
        column: null,
        count: 1,
        rows: [],
        examples: [],
      },
    ]);
    await deleteDataset(await context(), { id: first.id });
    await deleteDataset(await context(), { id: second.id });
    expect((await create(twin)).admission.notes).toEqual([]);
    const other = await app.createTestUser();
    const elsewhere = await createDataset(await app.contextOf(authorizationOf(other)), {
      file: await app.receive(twin),
    });
    expect(elsewhere.admission.notes).toEqual([]);
  });

  test('of a name only the last part of a path is kept, free of what cannot be seen', async () => {
    const names = [
      '../../etc/shops.csv',
      String.raw`C:\data\shops.CSV`,
      'sh\u0000op\u202es\n.csv',
    ].map(async (filename) => (await create('a\n1\n', filename)).name);
    expect(await Promise.all(names)).toEqual(['shops.csv', 'shops.CSV', 'shops.csv']);
  });

  test('a name without the ending .csv is refused, and nothing of it is left', async () => {
    const message = 'Only .csv files can be uploaded.';
    for (const filename of ['table.txt', 'table.csv.exe', 'csv', '', 'folder.csv/'])
      await expect(create(content, filename)).rejects.toMatchObject({
        code: 'invalid_file',
        message,
        details: { fix: expect.stringContaining('.csv'), errors: [{ field: 'file', message }] },
      });
    await expectNothingLeft();
  });

  test('a file that is no table is refused with its row, and nothing of it is left', async () => {
    await expect(create('a,b\n1,2\n1\0,3\n1\0,3\n1\0,3\n1\0,3\n')).rejects.toMatchObject({
      code: 'invalid_file',
      details: { row: 6, fix: expect.any(String) },
    });
    await expectNothingLeft();
  });

  test('a file beyond the plan by one byte is refused, and nothing of it is left', async () => {
    const text = new Uint8Array(10 * MB + 1).fill(49);
    await expect(create(text)).rejects.toMatchObject({
      code: 'file_too_large',
      message: 'The file is larger than 10 MB, the limit of your plan.',
      details: { limit: 10, fix: expect.stringContaining('100 MB') },
    });
    await expectNothingLeft();
  });

  test('a sixth dataset is refused by number, also when eight come for the last place at once', async () => {
    for (let i = 0; i < 4; i++) await create();
    const contexts = await Promise.all(Array.from({ length: 8 }, () => context()));
    const settled = await Promise.allSettled(
      contexts.map(async (ctx) => createDataset(ctx, { file: await app.receive(content) })),
    );
    const refused = settled.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    expect(refused).toHaveLength(7);
    const fix = 'Delete one or upgrade to Pro.';
    for (const reason of refused)
      expect(reason).toMatchObject({
        code: 'dataset_limit_reached',
        message: `You have 5 of 5 datasets. ${fix}`,
        details: { used: 5, limit: 5, fix },
      });
    expect((await rowsOf(user)).map(({ status }) => status)).toEqual(
      Array.from({ length: 5 }, () => 'ready'),
    );
    expect(await app.files()).toHaveLength(before.length + 15);
    const pro = await app.createTestUser({ tier: 'paid' });
    const ctx = await app.contextOf(authorizationOf(pro));
    for (let i = 0; i < 50; i++)
      await reserveDataset(ctx, authorize(ctx, operations.datasets.create).user, 'held.csv', 1);
    await expect(createDataset(ctx, { file: await app.receive(content) })).rejects.toMatchObject({
      message: 'You have 50 of 50 datasets. Delete one first.',
    });
  });

  test('all files together stay within the allowance', async () => {
    const first = await create();
    const [row] = await rowsOf(user);
    const bytes = row?.storedBytes ?? 0;
    const refusal = {
      code: 'dataset_limit_reached',
      message:
        'Your files may take 250 MB in all; this one does not fit. Delete datasets you no longer need.',
    };
    before = await app.files();
    // Of the file itself, and with what is made of it.
    for (const needed of [content.length, bytes]) {
      await app.core.orm.em
        .fork()
        .nativeUpdate(Dataset, { id: first.id }, { storedBytes: 250 * MB - needed + 1 });
      await expect(create()).rejects.toMatchObject(refusal);
      expect(await app.files()).toEqual(before);
    }
    await app.core.orm.em
      .fork()
      .nativeUpdate(Dataset, { id: first.id }, { storedBytes: 250 * MB - bytes });
    await create();
  });

  describe('an upload that ends', () => {
    /** The store of the product, where something happens with each file that was put. */
    const storing = (ctx: ServiceContext, afterPut: (key: string) => void): ServiceContext => {
      const { objects } = ctx.ports;
      const put: typeof objects.put = async (key, path) => {
        await objects.put(key, path);
        afterPut(key);
      };
      return { ...ctx, ports: { ...ctx.ports, objects: { ...objects, put } } };
    };

    test('before it begins leaves nothing', async () => {
      await expect(
        createDataset(await context(AbortSignal.abort()), { file: await app.receive(content) }),
      ).rejects.toMatchObject({ code: 'canceled' });
      await expectNothingLeft();
    });

    test('while it is admitted leaves nothing', async () => {
      const controller = new AbortController();
      const file = await app.receive(`a,b\n${'1.5,some text\n'.repeat(500_000)}`);
      const settling = Promise.allSettled([
        createDataset(await context(controller.signal), { file }),
      ]);
      await expect
        .poll(async () => (await app.files()).filter((path) => /^temp.*parquet/.test(path)), {
          interval: 10,
          timeout: 10_000,
        })
        .not.toEqual([]);
      expect(await rowsOf(user)).toMatchObject([{ status: 'pending' }]);
      controller.abort();
      expect(await settling).toMatchObject([{ status: 'rejected', reason: { code: 'canceled' } }]);
      await expectNothingLeft();
    });

    test.each([
      ['the original', /csv$/],
      ['the table', /parquet$/],
    ])('once %s is stored leaves nothing', async (_what, key) => {
      const controller = new AbortController();
      const ctx = storing(
        await context(controller.signal),
        (stored) => key.test(stored) && controller.abort(),
      );
      await expect(createDataset(ctx, { file: await app.receive(content) })).rejects.toMatchObject({
        code: 'canceled',
        message: 'The upload was canceled.',
      });
      await expectNothingLeft();
    });

    test.each([
      ['the original', /csv$/],
      ['the table', /parquet$/],
    ])('with a full disk after %s leaves nothing', async (_what, key) => {
      const ctx = storing(await context(), (stored) => {
        if (key.test(stored)) throw new Error('ENOSPC: no space left on device');
      });
      await expect(createDataset(ctx, { file: await app.receive(content) })).rejects.toThrow(
        'ENOSPC',
      );
      await expectNothingLeft();
    });

    test('later than its place was held leaves nothing, and takes no place twice', async () => {
      const ctx = storing(
        await context(),
        (stored) => stored.endsWith('.parquet') && app.clock.advance(15 * 60),
      );
      await expect(createDataset(ctx, { file: await app.receive(content) })).rejects.toMatchObject({
        code: 'unavailable',
        message: 'Reading the file took too long. Upload it again.',
      });
      await expectNothingLeft();
    });

    test('by a crash gives its place back after a quarter of an hour, and the jobs remove what it left', async () => {
      app.clock.advance(60);
      await app.core.runJobs();
      before = await app.files();
      const ctx = await context();
      const { user: holder } = authorize(ctx, operations.datasets.create);
      const ids: string[] = [];
      for (let i = 0; i < 5; i++)
        ids.push(await reserveDataset(ctx, holder, 'crashed.csv', content.length));
      for (const id of ids)
        await ctx.ports.objects.put(keysOf(id, 1).original, (await app.receive(content)).path);
      await expect(create()).rejects.toMatchObject({ code: 'dataset_limit_reached' });
      await app.core.runJobs();
      expect(await rowsOf(user)).toHaveLength(5);
      app.clock.advance(15 * 60);
      const late = await reserveDataset(ctx, holder, 'next.csv', 1);
      await app.core.runJobs();
      expect((await rowsOf(user)).map(({ id }) => id)).toEqual([late]);
      expect(await app.files()).toEqual(before);
      expect(
        await app.core.orm.em.fork().count(DatasetVersion, { dataset: { owner: user.id } }),
      ).toBe(0);
    });
  });
});
