import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { AppError } from '@columnist/contract';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { ObjectStore } from './objects.ts';
import { s3Objects } from './s3-objects.ts';
import { startS3, type TestS3 } from './start-s3.ts';

let folder: string;
let server: TestS3;
let raw: S3Client;
let store: ObjectStore;
const openStore = (cache: string, cacheBytes = 1024 ** 3): ObjectStore =>
  s3Objects({ ...server, cacheDir: join(folder, cache), cacheBytes });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-s3-'));
  await mkdir(join(folder, 'store'));
  server = await startS3(join(folder, 'store'));
  raw = new S3Client({
    endpoint: server.endpoint,
    region: server.region,
    credentials: server,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  store = openStore('cache');
});
afterAll(async () => {
  raw.destroy();
  await server.stop();
  await rm(folder, { recursive: true });
});

async function put(to: ObjectStore, key: string, content: string | Buffer): Promise<void> {
  const path = join(folder, 'incoming');
  await writeFile(path, content);
  await to.put(key, path);
  expect(existsSync(path)).toBe(false);
}

async function keys(prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key, storedAt } of store.list(prefix)) {
    expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000);
    found.push(key);
  }
  return found.sort();
}

test('objects are put, replaced, listed by prefix, read by another server, and removed', async () => {
  expect(await keys('')).toEqual([]);
  for (const [key, content] of [
    ['a/1.csv', 'one'],
    ['a/2.csv', 'two'],
    ['ab/1.csv', 'three'],
    ['a/1.csv', 'one again'],
  ] as const)
    await put(store, key, content);
  expect(await keys('')).toEqual(['a/1.csv', 'a/2.csv', 'ab/1.csv']);
  expect(await keys('a/')).toEqual(['a/1.csv', 'a/2.csv']);
  expect(await readFile(await store.localPath('a/1.csv'), 'utf8')).toBe('one again');
  expect(await readFile(await openStore('elsewhere').localPath('a/1.csv'), 'utf8')).toBe(
    'one again',
  );
  expect([await store.has('a/1.csv'), await store.has('a/9.csv')]).toEqual([true, false]);
  for (const key of ['a/1.csv', 'a/1.csv', 'a/2.csv', 'ab/1.csv', 'never/1.csv'])
    await store.delete(key);
  expect(await keys('')).toEqual([]);
  await expect(store.localPath('a/1.csv')).rejects.toEqual(
    new AppError('not_found', 'The file of this dataset is gone.'),
  );
  await expect(store.put('../1.csv', folder)).rejects.toThrow('Unsafe object key');
});

test('a large object goes in parts and comes back to the byte; many ask, one fetches', async () => {
  const bytes = randomBytes(20 * 1024 * 1024);
  await put(store, 'big/1.parquet', bytes);
  const other = openStore('other');
  const paths = await Promise.all(
    Array.from({ length: 5 }, () => other.localPath('big/1.parquet')),
  );
  expect(new Set(paths).size).toBe(1);
  expect((await readFile(paths[0] ?? '')).equals(bytes)).toBe(true);
  const stored = await raw.send(
    new GetObjectCommand({ Bucket: 'columnist', Key: 'big/1.parquet' }),
  );
  expect(stored.ContentLength).toBe(bytes.length);
});

/** The store, which shows an empty object for the next `times` that a file is looked at. */
async function openLate(times: number) {
  let left = times;
  let sent = 0;
  const late = createServer((req, res) => {
    if (req.method === 'PUT') sent += 1;
    if (req.method === 'HEAD' && left > 0) {
      left -= 1;
      req.resume();
      res.writeHead(200, { 'Content-Length': 0 }).end();
      return;
    }
    const { method, headers, url } = req;
    req.pipe(
      request(new URL(url ?? '', server.endpoint), { method, headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(res);
      }),
    );
  });
  await new Promise<void>((done) => {
    late.listen(0, '127.0.0.1', done);
  });
  onTestFinished(() => {
    late.closeAllConnections();
    late.close();
  });
  const { port } = z.object({ port: z.int() }).parse(late.address());
  const store = s3Objects({
    ...server,
    endpoint: `http://127.0.0.1:${port}`,
    cacheDir: join(folder, `late-${times}`),
    cacheBytes: 1024 ** 3,
  });
  return { store, sent: () => sent };
}

test('a file that the store shows late is sent again, and refused after three times', async () => {
  const late = await openLate(2);
  await put(late.store, 'late/1.csv', 'a\n1\n');
  expect(late.sent()).toBe(3);
  expect(await readFile(await openStore('after').localPath('late/1.csv'), 'utf8')).toBe('a\n1\n');
  const never = await openLate(3);
  const path = join(folder, 'kept');
  await writeFile(path, 'a\n2\n');
  await expect(never.store.put('late/2.csv', path)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The file could not be stored. Upload it again.',
    cause: { message: expect.stringContaining('late/2.csv, 4 bytes') },
  });
  expect([never.sent(), existsSync(path)]).toEqual([3, true]);
});

test('an object that is not what was put is never handed out', async () => {
  await put(store, 'bad/1.csv', 'a\n1\n');
  const { Metadata = {} } = await raw.send(
    new GetObjectCommand({ Bucket: 'columnist', Key: 'bad/1.csv' }),
  );
  await raw.send(
    new PutObjectCommand({ Bucket: 'columnist', Key: 'bad/1.csv', Body: 'a\n2\n', Metadata }),
  );
  await expect(openStore('suspicious').localPath('bad/1.csv')).rejects.toEqual(
    new AppError('unavailable', 'The stored file is damaged.'),
  );
  expect(existsSync(join(folder, 'suspicious/bad/1.csv'))).toBe(false);
});

test('local copies keep to their size: the least recently used goes, none that may be in use', async () => {
  const small = openStore('small', 2500);
  const local = (n: number): string => join(folder, `small/n/${n}.csv`);
  const old = new Date(Date.now() - 3_600_000);
  for (const n of [1, 2]) {
    await put(small, `n/${n}.csv`, 'x'.repeat(1000));
    await utimes(local(n), old, new Date(old.getTime() + n * 1000));
  }
  await small.localPath('n/1.csv');
  await put(small, 'n/3.csv', 'x'.repeat(1000));
  expect([1, 2, 3].map((n) => existsSync(local(n)))).toEqual([true, false, true]);
  await put(small, 'n/4.csv', 'x'.repeat(1000));
  expect([1, 3, 4].map((n) => existsSync(local(n)))).toEqual([true, true, true]);
  expect((await stat(await small.localPath('n/2.csv'))).size).toBe(1000);
});

test('a copy goes past the cache; what is not there or cannot be written is distinguished', async () => {
  await put(openStore('writer'), 'copies/1.csv', 'as it was put');
  const reader = openStore('reader');
  const copy = join(folder, 'copy.csv');
  expect(await reader.copyTo('copies/1.csv', copy)).toBe(true);
  expect(await readFile(copy, 'utf8')).toBe('as it was put');
  expect(existsSync(join(folder, 'reader', 'copies'))).toBe(false);
  expect(await reader.copyTo('copies/2.csv', copy)).toBe(false);
  await expect(reader.copyTo('copies/1.csv', folder)).rejects.toThrow('EISDIR');
});
