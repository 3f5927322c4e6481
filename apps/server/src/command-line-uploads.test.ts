import { run } from '@columnist/cli';
import { openBreakingLine } from '@columnist/testing';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createTestApp } from './testing.ts';

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
