import { sampled } from '@columnist/testing';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal } from './testing-columnist.ts';
import { copyBounded } from './whole-file.ts';

const bin = join(import.meta.dirname, 'bin.ts');
const csv = 'species,mass\nAdelie,3700\nGentoo,5080\nGentoo,5200\n';

let folder: string;
let temporary: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-cli-'));
  temporary = join(folder, 'temporary');
  file = join(folder, 'penguins.csv');
  await mkdir(temporary);
  await writeFile(file, csv);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The command in a shell, where $columnist runs it; with what it left in the temporary folder. */
async function inShell(
  line: string,
): Promise<{ code: number | null; out: string; said: string; left: string[] }> {
  const child = spawn('bash', ['-c', line], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary, columnist: `${process.execPath} ${bin}` },
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, said, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, said, left: await readdir(temporary) };
}
const answered = (out: string, said = ''): object => ({ code: 0, out, said, left: [] });

describe('standard input and pipes', () => {
  const rows = 'species,mass\nGentoo,5080\nGentoo,5200\n';
  test.each([
    ["cat penguins.csv | $columnist rows - --where 'mass > 4000' --format csv", rows],
    ["cat penguins.csv | $columnist rows /dev/stdin --where 'mass > 4000' --format csv", rows],
    ["$columnist rows - --where 'mass > 4000' --format csv < penguins.csv", rows],
    ["$columnist rows <(cat penguins.csv) --where 'mass > 4000' --format csv", rows],
    [
      'cat penguins.csv | $columnist sql \'select max(mass) most from "-"\' --format csv',
      'most\n5200\n',
    ],
    ["cat penguins.csv | $columnist convert - - --where 'mass > 4000'", rows],
    ["$columnist convert penguins.csv /dev/stdout --where 'mass > 4000' | cat", rows],
  ])('%s', async (line, out) => {
    expect(await inShell(line)).toEqual(answered(out));
  });

  test('converts what is piped into a file', async () => {
    expect(await inShell('cat penguins.csv | $columnist convert - copy.csv')).toEqual(
      answered('', '3 rows written to copy.csv.\n'),
    );
    expect(await readFile(join(folder, 'copy.csv'), 'utf8')).toBe(csv);
  });

  test('leaves nothing behind where it is refused', async () => {
    const refused = await inShell('cat penguins.csv | $columnist describe - hight');
    expect(refused).toMatchObject({ code: 2, out: '', left: [] });
    expect(refused.said).toMatch("There is no column 'hight'.");
  });

  test('a folder is no file', async () => {
    expect(await inShell('$columnist describe .')).toMatchObject({
      code: 2,
      said: "columnist: '.' is a folder.\n  Name a file in it.\n",
    });
  });
});

describe('what cannot be written', () => {
  test.each(
    sampled(
      [
        'rows penguins.csv',
        'convert penguins.csv -',
        'power two_sample_t --effect 0.5 --power 0.8',
        'check --schema',
        'help',
        '--version',
      ],
      3,
    ),
  )('%s ends with 2 where stdout is full', async (command) => {
    expect(await inShell(`$columnist ${command} > /dev/full`)).toEqual({
      code: 2,
      out: '',
      said: 'columnist: There is no space left to write stdout.\n  Free some, or name a file on another disk; TMPDIR is the folder for temporary files.\n',
      left: [],
    });
  });

  const endings = ['csv', 'parquet', 'xlsx', 'arrow', 'jsonl', 'sav', 'dta'];
  test.each(endings)('no space for a file of .%s is said', async (ending) => {
    const to = join(folder, `full.${ending}`);
    await symlink('/dev/full', to);
    expect((await refusal(['convert', file, to]))[0]).toBe(
      `There is no space left to write ${to}.`,
    );
  });

  test.each([
    ...endings.map((ending) => ['convert', `x.${ending}`]),
    ['rows', '--output', 'x.csv'],
    ['check', '--write', 'x.json'],
  ])('%s %s says that there is no such folder', async (verb, ...args) => {
    const none = join(folder, 'none');
    const to = args.map((arg) => (arg.startsWith('x.') ? join(none, arg) : arg));
    expect(await refusal([verb ?? '', file, ...to])).toEqual([
      `There is no folder ${none}.`,
      'Make it first, or name another file.',
    ]);
  });

  test('a reader of answer and messages that has gone is no error', async () => {
    // Notes come first, then the answer.
    await writeFile(join(folder, 'gaps.csv'), 'a,b\n1,NA\n2,3\n');
    for (const [command, code] of [
      ['rows gaps.csv', 0],
      ['rows gaps.csv --where "a >"', 2],
    ] as const)
      expect(
        await inShell(`{ $columnist ${command}; echo $? > code; } 2>&1 | true; cat code`),
        command,
      ).toMatchObject({ out: `${code}\n` });
  });
});

describe('a signal', () => {
  beforeEach(() => rm(temporary, { recursive: true }).then(() => mkdir(temporary)));
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends the reading of a pipe and leaves nothing behind', async (signal, code) => {
    const child = spawn(process.execPath, [bin, 'describe', '-'], {
      env: { ...process.env, TMPDIR: temporary },
    });
    const ended = new Promise((resolve) => child.on('close', resolve));
    // The pipe stays open: the command waits for more.
    child.stdin.write(csv);
    await vi.waitFor(
      async () => {
        const [work = ''] = await readdir(temporary);
        const copy = await readFile(join(temporary, work, 'table-1.input'), 'utf8');
        expect(copy).toBe(csv);
      },
      { timeout: 20_000 },
    );
    child.kill(signal);
    expect([await ended, await readdir(temporary)]).toEqual([code, []]);
  });
});

test('an input that is too large is refused before it is copied', async () => {
  const copy = (most: number): Promise<void> =>
    copyBounded(Readable.from([csv]), join(folder, 'bounded'), most, AbortSignal.timeout(60_000));
  await copy(csv.length);
  expect(await readFile(join(folder, 'bounded'), 'utf8')).toBe(csv);
  await expect(copy(csv.length - 1)).rejects.toMatchObject({ code: 'file_too_large' });
});
