import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FieldsFile, mostTextOf, mostUnpacked } from './write-fields.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-fields-'));
});
afterAll(() => rm(folder, { recursive: true }));

const megabyte = 1024 * 1024;

it('rows that come to more than the limit are refused', async () => {
  const path = join(folder, 'a.csv');
  const file = await FieldsFile.create(path, 2 * megabyte);
  const text = 'x'.repeat(megabyte - 1);
  await file.add([text]);
  await file.add([text]);
  await expect(file.add(['y'])).rejects.toMatchObject({
    code: 'invalid_file',
    message: 'The table has more than 2 MB of text.',
    details: { fix: 'Split it into several files, or keep fewer columns.' },
  });
  await file.close();
  expect(await readFile(path, 'utf8')).toBe(`${text}\n${text}\n`);
});

it('a row that no text can hold is refused', async () => {
  const file = await FieldsFile.create(join(folder, 'b.csv'), mostUnpacked);
  const text = 'x'.repeat(16 * megabyte);
  await expect(file.add(Array.from({ length: 40 }, () => text))).rejects.toMatchObject({
    code: 'invalid_file',
    message: 'A row of the table has more than 128 MB of text.',
  });
  await file.close();
});

it('a table may have as much text as 50 times its file, and 256 MB whatever its file', () => {
  expect(
    [1000, 10 * megabyte, 1000 * megabyte].map((bytes) => mostTextOf(bytes) / megabyte),
  ).toEqual([256, 500, 1024]);
});
