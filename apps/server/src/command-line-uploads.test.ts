import { run } from '@columnist/cli';
import { openBreakingLine } from '@columnist/testing';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './testing.ts';

const MB = 1024 * 1024;

test('the command sends a large file on after its connection broke, and little twice', async () => {
  const app = await createTestApp();
  const line = await openBreakingLine(app.url);
  const folder = await mkdtemp(join(tmpdir(), 'columnist-cli-'));
  onTestFinished(async () => {
    await rm(folder, { recursive: true, force: true });
    await line.close();
    await app.close();
  });
  const user = await app.createTestUser({ tier: 'paid' });
  const env = { COLUMNIST_URL: line.url, COLUMNIST_API_KEY: user.apiKey ?? '' };
  const rows = Array.from({ length: 3000 }, (_, i) => `${i},${'abcdefghij'.repeat(400)}`);
  const bytes = Buffer.from(`id,text\n${rows.join('\n')}\n`);
  const file = join(folder, 'large.csv');
  await writeFile(file, bytes);
  line.breakAfter([2 * MB, 3 * MB, MB]);
  let out = '';
  const code = await run(['upload', file], {
    env,
    isTerminal: false,
    version: '0.0.0',
    signal: new AbortController().signal,
    print: (text) => (out += text),
    say: () => undefined,
  });
  expect([code, line.left()]).toEqual([0, 0]);
  expect(line.sent() / bytes.length).toBeLessThan(1.1);
  const { id, name } = z.object({ id: z.uuid(), name: z.string() }).parse(JSON.parse(out));
  expect(name).toBe('large.csv');
  const answer = await fetch(`${app.url}/api/v1/datasets/${id}/file`, {
    headers: { 'API-Key': user.apiKey ?? '' },
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
});

describe('upload', () => {
  let app: TestApp;
  let env: Record<string, string>;
  let folder: string;
  beforeAll(async () => {
    app = await createTestApp();
    const user = await app.createTestUser({ tier: 'paid' });
    env = { COLUMNIST_URL: app.url, COLUMNIST_API_KEY: user.apiKey ?? '' };
    folder = await mkdtemp(join(tmpdir(), 'columnist-cli-'));
    await writeFile(join(folder, 'one.csv'), 'a,b\n1,2\n');
    await writeFile(join(folder, 'empty.csv'), '');
    await writeFile(join(folder, 'two.csv'), 'a;b\n1,5;x\n2,5;y\n');
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await app.close();
  });
  async function columnist(
    ...args: string[]
  ): Promise<{ code: number; out: string; said: string[] }> {
    let out = '';
    const said: string[] = [];
    const code = await run(
      args.map((arg) => (arg.endsWith('.csv') ? join(folder, arg) : arg)),
      {
        env,
        isTerminal: false,
        version: '0.0.0',
        signal: new AbortController().signal,
        print: (text) => (out += text),
        say: (text) => said.push(text),
      },
    );
    return { code, out, said };
  }
  const names = z.array(z.looseObject({ name: z.string(), row_count: z.int() }));

  test('of several files is one answer, in every format', async () => {
    const { code, out, said } = await columnist('upload', 'one.csv', 'two.csv');
    expect([code, said]).toEqual([0, ['2 of 2 files uploaded.']]);
    expect(names.parse(JSON.parse(out)).map(({ name, row_count: rows }) => [name, rows])).toEqual([
      ['one.csv', 1],
      ['two.csv', 2],
    ]);
    const asCsv = await columnist('upload', 'one.csv', 'two.csv', '--format', 'csv');
    const lines = asCsv.out.trimEnd().split('\n');
    expect([lines.length, lines.filter((line) => line.startsWith('id,')).length]).toEqual([3, 1]);
  });

  test('goes on after a file that is refused, and names it', async () => {
    const { code, out, said } = await columnist('upload', 'one.csv', 'empty.csv', 'two.csv');
    expect([code, names.parse(JSON.parse(out)).map(({ name }) => name), said]).toEqual([
      2,
      ['one.csv', 'two.csv'],
      [expect.stringMatching(/\/empty\.csv: The file is empty\. .+/), '2 of 3 files uploaded.'],
    ]);
  });

  test('says what was not sent where no other file would be taken', async () => {
    const key = env['COLUMNIST_API_KEY'] ?? '';
    env['COLUMNIST_API_KEY'] = 'col_none';
    const { code, out, said } = await columnist('upload', 'one.csv', 'empty.csv', 'two.csv');
    env['COLUMNIST_API_KEY'] = key;
    expect([code, out, said]).toEqual([
      2,
      '',
      [
        expect.stringMatching(/\/one\.csv: /),
        `Not sent: ${join(folder, 'empty.csv')}, ${join(folder, 'two.csv')}.`,
        '0 of 3 files uploaded.',
      ],
    ]);
  });

  test('takes along how a file is stated to be written', async () => {
    const columns = z.object({ columns: z.array(z.looseObject({ name: z.string() })) });
    const { out } = await columnist('upload', 'one.csv', '--read-text-columns', 'a');
    expect(columns.parse(JSON.parse(out)).columns).toMatchObject([
      { name: 'a', type: 'category' },
      { name: 'b', type: 'number' },
    ]);
  });

  test('takes standard input for -', async () => {
    const bin = resolve(import.meta.dirname, '../../../packages/cli/src/bin.ts');
    const child = spawn(process.execPath, [bin, 'upload', '-'], {
      env: { ...process.env, ...env },
    });
    child.stdin.end('a,b\n1,2\n3,4\n');
    expect(JSON.parse(await text(child.stdout))).toMatchObject({ name: 'stdin.csv', row_count: 2 });
  });
});
