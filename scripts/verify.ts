import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { readReports, type TestReport, type WholeTask } from './test-report.ts';
import { writeSection } from './verified.ts';

/**
 * Every case of every test, where the gate draws samples: all emitted code, each piece in a process
 * of its own, the long layers of properties, and every screen at both sizes in both themes. Each
 * file has a process of its own. It takes an hour or more.
 *   pnpm verify [FILTER …]    prints what each package has shown; without filters also writes it into docs/validation.md,
 *                             as it does the whole tasks where they are among the tests
 */
const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'dist/verify');
const filters = process.argv.slice(2);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const begin = performance.now();

const run = (command: string, args: readonly string[]): number =>
  spawnSync(join(root, command), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_DEPTH: 'all' },
  }).status ?? 1;
const test = (name: string, ...args: readonly string[]): number =>
  run('node_modules/.bin/vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(folder, `${name}.json`)}`,
    // A filter names files of one of the two suites.
    '--passWithNoTests',
    ...args,
    ...filters,
  ]);
const statuses = [
  test('unit'),
  run('apps/web/node_modules/.bin/vite', ['build', 'apps/web', '--logLevel', 'warn']) ||
    test('browser', '--config', 'vitest.browser.config.ts'),
];
const minutes = Math.ceil((performance.now() - begin) / 60_000);

interface Row {
  readonly part: string;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
}

/** By the package of the file: packages/tables, apps/server, apps/web/browser, scripts. */
function rowsOf(reports: readonly TestReport[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { name, startTime, endTime, assertionResults } of reports.flatMap(
    ({ testResults }) => testResults,
  )) {
    const part = relative(root, name).split(/\/src\/|\/[^/]+\.test\.ts$/)[0] ?? name;
    const row = rows.get(part) ?? { part, passed: 0, failed: 0, skipped: 0, seconds: 0 };
    rows.set(part, row);
    row.seconds += (endTime - startTime) / 1000;
    for (const { status: found } of assertionResults)
      row[found === 'passed' ? 'passed' : found === 'failed' ? 'failed' : 'skipped'] += 1;
  }
  return [...rows.values()].toSorted((a, b) => a.part.localeCompare(b.part));
}

const firstLine = (command: string, ...args: string[]): string | null => {
  const { status: code, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return code === 0 ? (stdout.trim().split('\n')[0] ?? null) : null;
};
const versions = [
  `Node.js ${process.version}`,
  firstLine('Rscript', '-e', 'cat(R.version.string)') ?? 'no R',
  firstLine('/usr/bin/python3', '--version') ?? 'no Python',
].join(', ');

/** A row a task, a column a way to do it: clicks of at most so many, and seconds. */
function wholeTaskRows(reports: readonly TestReport[]): string[] {
  const done = reports
    .flatMap(({ testResults }) => testResults)
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ meta }): WholeTask[] => (meta?.wholeTask === undefined ? [] : [meta.wholeTask]));
  const ways = [...new Set(done.map(({ way }) => way))];
  const tasks = [...new Map(done.map(({ task, most }) => [task, most]))];
  return [
    `| Task | At most | ${ways.join(' | ')} |`,
    `|---|---|${'---|'.repeat(ways.length)}`,
    ...tasks.map(
      ([task, most]) =>
        `| ${task} | ${most} | ${ways
          .map((way) => done.find((one) => one.task === task && one.way === way))
          .map((one) => (one === undefined ? '–' : `${one.clicks} in ${one.seconds} s`))
          .join(' | ')} |`,
    ),
  ];
}

const reports = readReports(folder);
const taskRows = wholeTaskRows(reports);
const today = new Date().toISOString().slice(0, 10);
const commit = firstLine('git', '-C', root, 'rev-parse', '--short', 'HEAD') ?? 'unknown';
if (taskRows.length > 2)
  writeSection('## Whole tasks', [
    `What people come for, done in Chromium from the first page to the answer. Counted is each click, each key that does what a click does, each field that is written into, each file that is dropped and each option of a list; at most so many were written down before. Written by \`pnpm verify\` on ${today}, of commit ${commit}; seconds are of ${availableParallelism()} cores.`,
    '',
    ...taskRows,
  ]);
const rows = rowsOf(reports);
console.table(rows.map((row) => ({ ...row, seconds: Math.round(row.seconds) })));
if (filters.length === 0) {
  writeSection('## Every case', [
    `Every case of every test, where the gate draws samples. Written by \`pnpm verify\` on ${today}, of commit ${commit}, in ${minutes} minutes on ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}) with ${Math.round(totalmem() / 1024 ** 3)} GB, ${versions}.`,
    '',
    '| Part | Passed | Failed | Skipped | Seconds of its files |',
    '|---|---|---|---|---|',
    ...rows.map(
      ({ part, passed, failed, skipped, seconds }) =>
        `| ${part} | ${passed} | ${failed} | ${skipped} | ${Math.round(seconds)} |`,
    ),
  ]);
}
process.exitCode = Math.max(...statuses);
