import { AppError } from '@columnist/contract';
import { Upload } from '@tus/server';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partialKey, type PartialFiles } from './partial-files.ts';
import { s3Partials } from './s3-partials.ts';
import { startS3, type TestS3 } from './start-s3.ts';

const MB = 1024 * 1024;
const gone = new AppError('not_found', 'There is no such upload, or it has ended.', {
  fix: 'Begin it again.',
});

let folder: string;
let server: TestS3;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-s3-'));
  await mkdir(join(folder, 'store'));
  server = await startS3(join(folder, 'store'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** As each server of an installation has them. */
const open = (): PartialFiles =>
  s3Partials({ ...server, cacheDir: join(folder, randomUUID()), cacheBytes: 0 });

async function begin({ store }: PartialFiles, size: number): Promise<string> {
  const id = randomUUID();
  await store.create(new Upload({ id: partialKey(id), size, offset: 0, metadata: {} }));
  return id;
}

const write = (files: PartialFiles, id: string, bytes: Buffer, from: number, to: number) =>
  files.store.write(Readable.from([bytes.subarray(from, to)]), partialKey(id), from);

async function ids(files: PartialFiles): Promise<string[]> {
  const found: string[] = [];
  for await (const id of files.list()) found.push(id);
  return found;
}

test('a file that comes in pieces, each by another server, is the file that was sent', async () => {
  const bytes = randomBytes(21 * MB + 7);
  const id = await begin(open(), bytes.length);
  // Less than a part, more than one, and what is left.
  const ends = [0, 3 * MB + 1, 17 * MB, 17 * MB + 1, bytes.length];
  for (const [i, from] of ends.slice(0, -1).entries()) {
    expect(await open().offset(id)).toBe(from);
    expect(await write(open(), id, bytes, from, ends[i + 1] ?? 0)).toBe(ends[i + 1]);
  }
  const files = open();
  expect(await files.offset(id)).toBe(bytes.length);
  const path = join(folder, 'whole');
  await files.copyTo(id, path);
  expect((await readFile(path)).equals(bytes)).toBe(true);
  expect(await ids(files)).toEqual([id]);
  await files.remove(id);
  expect(await ids(files)).toEqual([]);
  await expect(files.offset(id)).rejects.toEqual(gone);
  await expect(files.copyTo(id, join(folder, 'never'))).rejects.toEqual(gone);
});

test('one that is given up leaves nothing behind, and may be given up twice', async () => {
  const files = open();
  const bytes = randomBytes(10 * MB);
  const id = await begin(files, bytes.length);
  await write(files, id, bytes, 0, 9 * MB);
  expect(await ids(files)).toEqual([id]);
  await files.remove(id);
  await files.remove(id);
  expect(await ids(files)).toEqual([]);
  await expect(open().offset(id)).rejects.toEqual(gone);
});
