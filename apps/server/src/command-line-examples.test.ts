import { run } from '@columnist/cli';
import { isInstalled } from '@columnist/testing';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './testing.ts';

const root = resolve(import.meta.dirname, '../../..');
let app: TestApp;
let folder: string;
let env: Record<string, string>;
const begin = process.cwd();
const upload = 'columnist upload penguins.csv';
beforeAll(async () => {
  app = await createTestApp();
  const { apiKey } = await app.createTestUser({ tier: 'paid' });
  folder = await mkdtemp(join(tmpdir(), 'columnist-examples-'));
  env = { COLUMNIST_URL: app.url, COLUMNIST_API_KEY: apiKey ?? '' };
  const penguins = Array.from(
    { length: 90 },
    (_, i) =>
      `${['Adelie', 'Gentoo', 'Chinstrap'][i % 3]},${['Dream', 'Biscoe'][i % 2]},${180 + ((i * 17) % 41)},${3700 + ((i * 37) % 901)},${['male', 'female'][(i >> 1) % 2]}`,
  );
  const visits = Array.from(
    { length: 60 },
    (_, i) =>
      `2026-0${1 + Math.floor(i / 28)}-${String(1 + (i % 28)).padStart(2, '0')},${10 + ((i * 7) % 13)}`,
  );
  const files = {
    'penguins.csv': ['species,island,flipper_length_mm,body_mass_g,sex', ...penguins],
    'islands.csv': ['island,area', 'Dream,12', 'Biscoe,7'],
    'visits.csv': ['day,visits', ...visits],
  };
  for (const [name, lines] of Object.entries(files))
    await writeFile(join(folder, name), `${lines.join('\n')}\n`);
  await copyFile(
    join(root, 'packages/tables/src/formats/fixtures/sheets.xlsx'),
    join(folder, 'orders.xlsx'),
  );
  process.chdir(folder);
  // What the examples ask about is there.
  await typed(upload);
  await typed('columnist upload islands.csv');
});
afterAll(async () => {
  process.chdir(begin);
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Commands as a shell divides them into words. */
async function divided(commands: string): Promise<string[][]> {
  const { stdout } = await promisify(execFile)('bash', [
    '-c',
    `columnist() { printf '%s\\0' "$@"; echo; }\n${commands}`,
  ]);
  return stdout
    .trimEnd()
    .split('\0\n')
    .map((line) => line.replace(/\0$/, '').split('\0'));
}

/** What a command prints that is typed into a shell. */
async function typed(command: string): Promise<string> {
  const [args = []] = await divided(command);
  let out = '';
  const code = await run(args, {
    env,
    isTerminal: false,
    version: '0.0.0',
    signal: new AbortController().signal,
    print: (text) => (out += text),
    say: () => undefined,
  });
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
  return out;
}

const lacking = !isInstalled('bash');

test('every example of help is answered as it is printed', async ({ skip }) => {
  skip(lacking, 'bash not installed');
  const overview = await typed('columnist help');
  const verbs = overview.split('\n').flatMap((line) => /^ {2}(\w+) +[A-Z]/.exec(line)?.[1] ?? []);
  expect(verbs).toContain('explain');
  const examples: string[] = [];
  for (const verb of verbs)
    for (const [, line = ''] of (await typed(`columnist help ${verb}`)).matchAll(
      /^ {2}(columnist .*)$/gm,
    ))
      examples.push(line);
  expect(examples.length).toBeGreaterThan(verbs.length);
  // A second dataset of the name would make it ambiguous.
  for (const example of examples.filter((one) => one !== upload)) {
    const answer = await typed(example);
    if (!writes.test(example)) expect([example, answer]).not.toEqual([example, '']);
  }
});
const writes = /--output|--write|^columnist convert /;

test('explain gives tables, of an answer and of what a method takes', async () => {
  const { answer_id: id } = z
    .object({ answer_id: z.string() })
    .parse(JSON.parse(await typed('columnist frequencies @penguins.csv species')));
  expect(await typed(`columnist explain ${id} --format table`)).toMatch(
    new RegExp(`\nanswer id +${id}\n[^]*\ninput column +species\n`),
  );

  expect(await typed('columnist explain --method welch_t --format csv --table parameters')).toMatch(
    /^name,required,takes,description,default\nvalue,true,name of a number column,/,
  );
  expect(await typed('columnist explain --method welch_t --format table')).toMatch(
    /^method +welch_t\ntitle +Welch t test\n/,
  );
  await expect(typed('columnist explain')).rejects.toThrow("'answer_id' is missing.");
});
