import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const { TEST_FILES = 'all' } = process.env;
if (TEST_FILES !== 'all' && TEST_FILES !== 'drawn')
  throw new Error(`TEST_FILES is 'all' or 'drawn', not '${TEST_FILES}'.`);

/** Titles of tests name the sentences of the specification that they prove: `… [S2.8 S2.9]`. */
const provesSentence = /\[S\d+\.\d+/;
const lastCommits = 10;

const git = (...args: readonly string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** The test beside a file; a test itself. */
const testOf = (file: string): string =>
  /\.test\.tsx?$/.test(file) ? file : file.replace(/(?=\.tsx?$)/, '.test');

/** `packages/tables`, `apps/server`, `scripts`. */
const partOf = (file: string): string =>
  file
    .split('/')
    .slice(0, file.startsWith('scripts/') ? 1 : 2)
    .join('/');

/** In an order that the seed alone decides. */
const byLot = (files: readonly string[], seed: string): string[] =>
  files
    .map((file) => ({ file, at: createHash('sha256').update(`${seed}\n${file}`).digest('hex') }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ file }) => file);

/**
 * Of the test files of each part those that are not drawn: one in `oneIn` is, at least one, first
 * those that were changed, then by lot.
 */
export function notDrawn(
  files: readonly string[],
  { oneIn, changed, seed }: { oneIn: number; changed: ReadonlySet<string>; seed: string },
): string[] {
  const order = byLot(files, seed).toSorted(
    (a, b) => Number(changed.has(b)) - Number(changed.has(a)),
  );
  return [...Map.groupBy(order, partOf).values()].flatMap((part) =>
    part.slice(Math.ceil(part.length / oneIn)),
  );
}

/**
 * Test files that the gate (TEST_FILES=drawn) leaves out. It runs those that prove a sentence of
 * the specification, and one in `oneIn` of the others, drawn by the commit, so that each is run
 * once in about `oneIn` commits. Without, nothing is left out.
 * @param patterns globs of all test files, from the root of the repository
 */
export function leftOut(patterns: readonly string[], oneIn: number): string[] {
  if (TEST_FILES === 'all') return [];
  const [seed = ''] = git('rev-parse', 'HEAD');
  const last = git('log', `--max-count=${lastCommits}`, '--name-only', '--format=');
  const files = patterns.flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude: ['**/node_modules', '**/dist'] }),
  );
  const others = files.filter(
    (file) => !provesSentence.test(readFileSync(join(root, file), 'utf8')),
  );
  const without = notDrawn(others, { oneIn, changed: new Set(last.map(testOf)), seed });
  console.log(
    `${files.length - without.length} of ${files.length} test files are drawn by commit ${seed.slice(0, 8)}.`,
  );
  return without;
}
