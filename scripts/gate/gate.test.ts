import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A copy of `.ci`, and a folder of commands that only write down how they were called. */
let root: string;
let commands: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'columnist-gate-'));
  commands = join(root, 'commands');
  await mkdir(commands);
  await cp(resolve(import.meta.dirname, '../../.ci'), join(root, '.ci'), { recursive: true });
  await command('npx', `echo "${commands}"`);
  await command(
    'pnpm',
    'echo "$*" >>"$CALLS"; echo "ran $*, ${TEST_FILES:-all} files"; [ "$*" != "${BREAKS:-}" ]',
  );
  await command('dpkg-query', 'echo "deinstall ok config-files"');
  await command(
    'apt-get',
    'echo "$*" >>"$CALLS"; case "$*" in *" ${LACKS:-none}"*) echo "E: none" >&2; exit 100;; esac',
  );
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function command(name: string, body: string): Promise<void> {
  await writeFile(join(commands, name), `#!/bin/sh\n${body}\n`);
  await chmod(join(commands, name), 0o755);
}

interface Ran {
  readonly status: number;
  readonly output: string;
  readonly calls: readonly string[];
}

let runs = 0;
function run(script: string, args: readonly string[], env: Record<string, string>): Ran {
  const calls = join(root, `calls-${++runs}`);
  writeFileSync(calls, '');
  const { status, stdout } = spawnSync('bash', [join(root, '.ci', script), ...args], {
    encoding: 'utf8',
    env: { PATH: `${commands}:/usr/bin:/bin`, CALLS: calls, ...env },
  });
  return {
    status: status ?? -1,
    output: stdout,
    calls: readFileSync(calls, 'utf8').trim().split('\n'),
  };
}

const steps = [
  'install --frozen-lockfile',
  'format:check',
  'types',
  'lint',
  'words',
  'lines',
  'boundaries',
  'build',
  'lint:openapi',
  'check:generated',
  'unused',
  'test',
  'test:browser',
  'mutate --changed',
  'coverage:specification dist/test-results',
  'exec node scripts/report-tests.ts dist/test-results',
];

describe('the gate', () => {
  it('passes where every step does, and says how long each took', () => {
    const { status, output, calls } = run('run', [], {});
    expect(status).toBe(0);
    expect(calls.filter((call) => steps.includes(call)).toSorted()).toEqual(steps.toSorted());
    for (const step of steps.slice(0, -1))
      expect(output).toMatch(new RegExp(`── pnpm ${step}: \\d+ s`));
    expect(output).not.toContain('FAILED');
    for (const step of steps)
      expect(output).toContain(`ran ${step}, ${step.startsWith('test') ? 'drawn' : 'all'} files\n`);
  });

  it.each(steps.slice(1))('fails where %s fails, after all others have run', (broken) => {
    const { status, output, calls } = run('run', [], { BREAKS: broken });
    expect(status).toBe(1);
    expect(calls).toEqual(expect.arrayContaining(steps));
    expect(output.match(/FAILED: .*/g) ?? []).toEqual(
      broken.startsWith('exec') ? [] : [`FAILED: pnpm ${broken}`],
    );
  });

  it('ends where nothing can be installed', () => {
    const { status, output, calls } = run('run', [], { BREAKS: steps[0] ?? '' });
    expect(status).toBe(1);
    expect(output).toContain('FAILED: pnpm install --frozen-lockfile');
    expect(calls).not.toContain('test');
  });
});

describe('packages of the system', () => {
  const install = 'install -y -qq --no-install-recommends';

  it('are installed together where the system has all that are missing', () => {
    expect(run('install-packages', ['sh', 'missing-a', 'missing-b'], {})).toEqual({
      status: 0,
      output: '── apt-get install missing-a missing-b\n',
      calls: ['update -qq', `${install} missing-a missing-b`],
    });
  });

  it('are installed one by one where it has not, and the one is named', () => {
    expect(
      run('install-packages', ['missing-a', 'missing-b', 'missing-c'], {
        LACKS: 'missing-b',
      }),
    ).toEqual({
      status: 0,
      output:
        '── apt-get install missing-a missing-b missing-c\n' +
        'missing-b is not installed; the tests that need it are skipped by its name.\n',
      calls: [
        'update -qq',
        `${install} missing-a missing-b missing-c`,
        `${install} missing-a`,
        `${install} missing-b`,
        `${install} missing-c`,
      ],
    });
  });

  it('are left alone where all are there', () => {
    expect(run('install-packages', ['sh', 'cat'], {})).toEqual({
      status: 0,
      output: '',
      calls: [''],
    });
  });

  it('are tried from old lists where there is no network', () => {
    const { status, output, calls } = run('install-packages', ['missing-a'], {
      LACKS: '-qq',
    });
    expect(status).toBe(0);
    expect(output).toContain('apt-get update failed; the lists of packages may be old.');
    expect(calls[0]).toBe('update -qq');
  });
});
