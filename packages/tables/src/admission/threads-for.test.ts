import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { threadsFor } from './threads-for.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-threads-'));
});
afterAll(() => rm(folder, { recursive: true }));

const lineOf = (columns: number, delimiter = ','): string =>
  `${Array.from({ length: columns }, (_, i) => `c${i}`).join(delimiter)}\n`;

test.each([
  ['no bytes', '', 'all'],
  ['few columns', lineOf(12).repeat(1000), 'all'],
  ['501 columns, 500 delimiters', lineOf(501), 'all'],
  ['502 columns', lineOf(502), 'one'],
  ['wide with tabs, below a title', `A title\n\n${lineOf(2000, '\t')}`, 'one'],
  ['wide without a line end', lineOf(2000, ';').trimEnd(), 'one'],
  ['a long line of text', 'word '.repeat(20_000), 'all'],
])('%s', async (name, content, threads) => {
  const path = join(folder, `${name.replaceAll(/\W/g, '-')}.csv`);
  await writeFile(path, content);
  expect(await threadsFor(path)).toBe(threads);
});
