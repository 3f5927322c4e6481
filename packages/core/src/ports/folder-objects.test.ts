import { AppError } from '@columnist/contract';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderObjects } from './folder-objects.ts';
import type { ObjectStore } from './objects.ts';

let folder: string;
let store: ObjectStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-test-'));
  store = folderObjects(join(folder, 'objects'));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(key: string, content: string): Promise<void> {
  const path = join(folder, 'incoming');
  await writeFile(path, content);
  await store.put(key, path);
}

async function keys(prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key, storedAt } of store.list(prefix)) {
    expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000);
    found.push(key);
  }
  return found.sort();
}

test('a file is moved in whole, replaced, listed by prefix, and removed with its empty folder', async () => {
  expect(await keys('')).toEqual([]);
  await put('a/1.csv', 'one');
  await put('a/2.csv', 'two');
  await put('ab/1.csv', 'three');
  expect(await readdir(folder)).toEqual(['objects']);
  await put('a/1.csv', 'one again');
  expect(await readFile(await store.localPath('a/1.csv'), 'utf8')).toBe('one again');
  expect(await keys('')).toEqual(['a/1.csv', 'a/2.csv', 'ab/1.csv']);
  expect(await keys('a/')).toEqual(['a/1.csv', 'a/2.csv']);
  expect(await keys('a')).toEqual(['a/1.csv', 'a/2.csv', 'ab/1.csv']);
  expect(await keys('c/')).toEqual([]);
  await store.delete('a/1.csv');
  await store.delete('a/1.csv');
  expect(await keys('a/')).toEqual(['a/2.csv']);
  await store.delete('a/2.csv');
  expect(await readdir(join(folder, 'objects'))).toEqual(['ab']);
  await store.delete('never/1.csv');
  await expect(store.localPath('a/1.csv')).rejects.toEqual(
    new AppError('not_found', 'The file of this dataset is gone.'),
  );
});

test('a file that is not there is not put, and leaves no key', async () => {
  await expect(store.put('a/1.csv', join(folder, 'nothing'))).rejects.toMatchObject({
    code: 'ENOENT',
  });
  expect(await keys('')).toEqual([]);
});

test.each([
  '../1.csv',
  'a/../../1.csv',
  '/etc/passwd',
  'a//1.csv',
  'a/',
  '',
  'A.csv',
  'a\\1.csv',
  'a\0.csv',
  '.hidden',
])('the key %j is refused', async (key) => {
  const unsafe = new Error(`Unsafe object key: ${key}`);
  await expect(put(key, 'x')).rejects.toEqual(unsafe);
  await expect(store.localPath(key)).rejects.toEqual(unsafe);
  await expect(Promise.resolve().then(() => store.delete(key))).rejects.toEqual(unsafe);
  expect(existsSync(join(folder, 'incoming'))).toBe(true);
});
