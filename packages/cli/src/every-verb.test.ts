import { AppError } from '@columnist/contract';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnist, refusal } from './testing-columnist.ts';
import { verbs } from './verbs.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-verbs-'));
  file = join(folder, 'points.csv');
  await writeFile(file, 'a,b\n1,2\n3,4\n5,7\n7,8\n9,11\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('of a file alone, every verb is answered, or says what it lacks', () => {
  test.each(verbs.map(({ name }) => name))('%s', async (name) => {
    const found: unknown = await columnist([name, file]).catch((error: unknown) => error);
    if (found instanceof Error) expect(found).toBeInstanceOf(AppError);
    else expect(found).toMatchObject({ code: 0, out: expect.stringMatching(/./) });
  });
});

test('alerts have the usual thresholds, and rows no cursor', async () => {
  const { out } = await columnist(['alerts', file, '--format', 'json']);
  expect(JSON.parse(out)).toMatchObject({
    thresholds: { high_correlation: 0.9 },
    alerts: [{ key: 'high_correlation:a:b' }],
  });
  expect(await refusal(['rows', file, '--cursor', 'abc'])).toEqual([
    'A file has no cursor.',
    'Use --offset and --limit.',
  ]);
});
