import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withConnection, type Access } from './duckdb.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-spill-'));
});
afterAll(() => rm(folder, { recursive: true }));

const different = 4_000_000;
const count = (spill?: Access['spill']): Promise<unknown> =>
  withConnection(
    { paths: [], threads: 'one', memoryMb: 60, spill },
    new AbortController().signal,
    async (connection) =>
      (
        await connection.runAndReadAll(
          `select count(*)::int from (select i % ${different} from range(${different + 5}) t(i) group by all)`,
        )
      ).getRows(),
  );

test('what does not fit into memory goes into the folder that is named, and nothing stays there', async () => {
  await expect(count()).rejects.toThrow(/^Out of Memory/);
  const spill = join(folder, 'spill');
  await expect(count({ folder: spill, megabytes: 1000 })).resolves.toEqual([[different]]);
  await expect.poll(() => existsSync(spill)).toBe(false);
  // No more than it may.
  await expect(count({ folder: spill, megabytes: 1 })).rejects.toThrow(/^Out of Memory/);
  await expect.poll(() => readdir(folder)).toEqual([]);
});
