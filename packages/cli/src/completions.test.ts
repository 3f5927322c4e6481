import { isInstalled } from '@columnist/testing';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnist, refusal } from './testing-columnist.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-completions-'));
  const file = '\uFEFFspecies,"body mass, g",flipper length\nAdelie,3700,181\n';
  await writeFile(join(folder, 'my birds.csv'), file);
  await writeFile(join(folder, 'birds.csv'), file);
  // A folder of the name of a verb is no reason to write a slash behind the verb.
  await mkdir(join(folder, 'test'));
  // The command itself says what it was given.
  const says = `columnist() { printf '[%s]' "$@"; echo; }`;
  await writeFile(
    join(folder, 'rc.bash'),
    [
      "bind 'set enable-bracketed-paste off'",
      says,
      (await columnist(['completions', 'bash'])).out,
    ].join('\n'),
  );
  await writeFile(
    join(folder, '.zshrc'),
    [
      'autoload -Uz compinit; compinit -u -D',
      says,
      (await columnist(['completions', 'zsh'])).out,
    ].join('\n'),
  );
  await writeFile(join(folder, 'completions.fish'), (await columnist(['completions', 'fish'])).out);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a program prints on a terminal where this is typed. */
async function onTerminal(program: string, typed: string): Promise<string> {
  const child = spawn('script', ['-qec', program, '/dev/null'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ZDOTDIR: folder, HOME: folder, TERM: 'dumb' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(typed);
  return (await text(child.stdout)).replaceAll('\r', '');
}

/** Typed with a tab at its end, and what the command then was given. */
const typed: readonly (readonly [string, string])[] = [
  ['tes', '[test]'],
  ['describe my', '[describe][my birds.csv]'],
  ['describe birds.csv fl', '[describe][birds.csv][flipper length]'],
  ['describe birds.csv body', '[describe][birds.csv][body mass, g]'],
  ['describe my\\ birds.csv --columns sp', '[describe][my birds.csv][--columns][species]'],
  ['describe birds.csv --no', '[describe][birds.csv][--no-correlations]'],
  ['rows birds.csv --format mar', '[rows][birds.csv][--format][markdown]'],
  ['rows --whe', '[rows][--where]'],
  ['completions z', '[completions][zsh]'],
  ['convert birds.csv --deri', '[convert][birds.csv][--derive]'],
  ['check birds.csv --sche', '[check][birds.csv][--schema]'],
  ['check birds.csv --out', '[check][birds.csv][--output]'],
  ['test birds.csv welch_t --val', '[test][birds.csv][welch_t][--value]'],
  ['series birds.csv mann', '[series][birds.csv][mann_kendall]'],
  ['regress birds.csv --method lo', '[regress][birds.csv][--method][logistic]'],
  ['help freq', '[help][frequencies]'],
  ['aggregate birds.csv --st', '[aggregate][birds.csv][--stat]'],
];

const lacking = (shell: string): boolean => !isInstalled(shell) || !isInstalled('script');

describe('names are completed, also those with spaces', () => {
  test.skipIf(lacking('bash'))('in bash', async () => {
    const cases = typed.concat([
      ['rows birds.csv --format=mar', '[rows][birds.csv][--format=markdown]'],
      ['describe "my b', '[describe][my birds.csv]'],
    ]);
    const out = await onTerminal(
      'bash --noprofile --rcfile rc.bash -i',
      `${cases.map(([line]) => `columnist ${line}\t\n`).join('')}exit\n`,
    );
    expect(out.match(/^\[.*\]$/gm)).toEqual(cases.map(([, given]) => given));
  });

  test.skipIf(lacking('zsh'))('in zsh', async () => {
    const out = await onTerminal(
      'zsh -i',
      `${typed.map(([line]) => `columnist ${line}\t\n`).join('')}exit\n`,
    );
    expect(out.match(/^\[\w.*\]$/gm)).toEqual(typed.map(([, given]) => given));
  });

  test.skipIf(!isInstalled('fish'))('in fish', async () => {
    const asked = typed.map(
      ([line]) => `complete -C '${`columnist ${line}`.replaceAll('\\', '\\\\')}'; echo`,
    );
    const child = spawn(
      'fish',
      ['--no-config', '-c', `source completions.fish\n${asked.join('\n')}`],
      {
        cwd: folder,
        env: { PATH: process.env['PATH'], HOME: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const answers = (await text(child.stdout)).trimEnd().split('\n\n');
    const found = answers.map((answer) =>
      answer
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0]),
    );
    expect(found).toEqual(typed.map(([, given]) => [/\[([^\]]*)\]$/.exec(given)?.[1]]));
  });
});

test('a shell that is none is refused with those that are', async () => {
  expect(await refusal(['completions', 'csh'])).toEqual([
    'completions needs the name of a shell.',
    'One of bash, zsh, fish.',
  ]);
});
