import { operations } from '@columnist/contract';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDataset } from '../datasets/lifecycle/create-dataset.ts';
import { analyzeDataset } from '../datasets/results/analyze-dataset.ts';
import { deleteDataset } from '../datasets/lifecycle/delete-dataset.ts';
import { getApiKey } from '../accounts/get-api-key.ts';
import { login } from '../accounts/login.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { manifestFile, objectFile, tableFile } from './manifest.ts';
import { verifyBackup } from './verify-backup.ts';

/** The separators are ends of lines to some readers, and none in JSON. */
const strange = 'birds \u2028 \u2029 "quoted" \\ back';

describe.each(databaseKinds)('a backup of %s', (kind) => {
  let folder: string;
  let app: TestCore;
  let user: TestUser;
  let id: string;
  const cores: TestCore[] = [];
  const fresh = async (): Promise<TestCore> => {
    const made = await createTestCore(
      kind,
      {},
      undefined,
      undefined,
      'one secret for all of these installations',
    );
    cores.push(made);
    return made;
  };
  const ctx = (of: TestCore = app) => of.contextOf(authorizationOf(user));
  const upload = async (name: string) =>
    createDataset(await ctx(), {
      file: await app.receive(
        'species,mass\nAdelie,3750.25\nGentoo,5000\nChinstrap,\n',
        `${name}.csv`,
      ),
    });

  beforeAll(async () => {
    app = await fresh();
    user = await app.createTestUser({ tier: 'paid' });
    ({ id } = await upload(strange));
    await recordAudit(await ctx(), {
      action: 'auth.logout',
      outcome: 'done',
      details: { by: strange },
    });
  });
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'columnist-backup-')), 'backup');
  });
  afterEach(() => rm(dirname(folder), { recursive: true }));
  afterAll(async () => {
    for (const core of cores) await core.close();
  });

  it('brought into a fresh installation gives the same rows, files, keys and figures', async () => {
    const written = await app.core.backUp(folder);
    expect(written.gone).toEqual([]);
    expect(Object.values(written.objects)).toHaveLength(3);
    expect(await verifyBackup(folder)).toEqual(written);
    const other = await fresh();
    await other.core.restore(folder);

    // Saved again from there, every table and every file has the same checksum.
    const again = await other.core.backUp(`${folder}-again`);
    expect([again.tables, again.objects]).toEqual([written.tables, written.objects]);
    await login(await other.contextOf(), { email: user.email, password: user.password });
    expect((await getApiKey(await ctx(other))).api_key).toBe(user.apiKey);
    const input = operations.datasets.analyze.input.parse({ id });
    expect(await analyzeDataset(await ctx(other), input)).toEqual(
      await analyzeDataset(await ctx(), input),
    );
    await expect(other.core.restore(folder)).rejects.toThrow('There are users here already.');
  });

  it('is refused where a byte is another, a file is missing, or it did not end', async () => {
    const { objects } = await app.core.backUp(folder);
    const [key = ''] = Object.keys(objects);
    const other = await fresh();
    const original = await readFile(objectFile(folder, key));
    await writeFile(objectFile(folder, key), 'other');
    await expect(other.core.restore(folder)).rejects.toThrow('is not as it was written');
    await rm(objectFile(folder, key));
    await expect(verifyBackup(folder)).rejects.toThrow('is missing');
    await writeFile(objectFile(folder, key), original);
    await appendFile(tableFile(folder, 'user_account'), '{}\n');
    await expect(other.core.restore(folder)).rejects.toThrow('is not as it was written');
    await rm(manifestFile(folder));
    await expect(other.core.restore(folder)).rejects.toThrow('holds no backup');
    await expect(app.core.backUp(folder)).rejects.toThrow('is not empty');
    expect(await other.core.orm.em.fork().execute('select id from user_account')).toEqual([]);
  });

  it('names what another version or another APP_SECRET would break', async () => {
    const written = await app.core.backUp(folder);
    const other = await fresh();
    await writeFile(
      manifestFile(folder),
      JSON.stringify({ ...written, schema: [...written.schema, 'tomorrow'] }),
    );
    await expect(other.core.restore(folder)).rejects.toThrow(
      "The backup is of another version: its tables end with 'tomorrow'",
    );
    await writeFile(manifestFile(folder), JSON.stringify({ ...written, secret_check: 'another' }));
    await expect(other.core.restore(folder)).rejects.toThrow('APP_SECRET is another one');
  });

  it('takes what is deleted for good while it runs for deleted, and refuses a file that is lost', async () => {
    const lost = await upload('gone');
    await deleteDataset(await ctx(), { id: lost.id });
    const keys = (await app.files()).filter((path) => path.includes(lost.id));
    expect(keys).toHaveLength(3);
    for (const path of keys) await rm(join(app.dataDir, path));
    await expect(app.core.backUp(folder)).rejects.toThrow(`The store has no datasets/${lost.id}/`);
  });
});
