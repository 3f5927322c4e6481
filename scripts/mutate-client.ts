import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { copy, makeCopy, mutationsFolder } from './mutations/copy.ts';
import { mutations, type Mutation } from './mutations/client.ts';

/**
 * Breaks the client in one place after the other, and looks whether a test that names the sentence
 * turns red: node scripts/mutate-client.ts [WORDS…] [--again] [--check]
 *
 * WORDS choose the mutations whose sentence or file has one of them. Works on the last commit, in a
 * copy of its own below dist; what was tried of the same text before is not tried again, unless
 * --again is given. --check only looks whether every text is where it should be. Ends with an error
 * where a mutation survives, or breaks more than the tests can say: an error or a run that does not
 * end counts as not killed.
 */
const root = resolve(import.meta.dirname, '..');
const kept = join(mutationsFolder, 'client.json');
const longestRun = 15 * 60_000;
const enough = 95;

const outcome = z.enum(['killed', 'survived', 'error', 'timeout']);
type Outcome = z.infer<typeof outcome>;
const outcomes = z.record(z.string(), outcome);
const report = z.object({ numFailedTests: z.int(), numPassedTests: z.int() });

const pnpm = (args: readonly string[], timeout = longestRun) =>
  spawnSync('npx', ['-y', 'pnpm@12.21.0', ...args], {
    cwd: copy,
    encoding: 'utf8',
    timeout,
    // A wait of a browser test that is red need not be long.
    env: { ...process.env, BROWSER_TIMEOUT: '20000', FORCE_COLOR: '0' },
  });

/** The text of the file with the mutation; throws where its text does not stand once. */
function mutated({ id, file, before, after }: Mutation, within: string): string {
  const text = readFileSync(join(within, file), 'utf8');
  const parts = text.split(before);
  if (parts.length !== 2)
    throw new Error(`${id}: ${file} has ${parts.length - 1} times ${JSON.stringify(before)}.`);
  return parts.join(after);
}

/** Changes with the mutation, its file and its tests: what was found then still holds. */
const keyOf = (mutation: Mutation): string =>
  createHash('sha256')
    .update(JSON.stringify(mutation))
    .update(readFileSync(join(copy, mutation.file)))
    .update(mutation.tests.map((file) => readFileSync(join(copy, file), 'utf8')).join())
    .digest('hex')
    .slice(0, 16);

function tryOut(mutation: Mutation): Outcome {
  if (!areSound(mutation)) return 'error';
  const path = join(copy, mutation.file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, mutated(mutation, copy));
  try {
    return isBuilt(mutation) ? runTests(mutation) : 'error';
  } finally {
    writeFileSync(path, whole);
  }
}

const sound = new Map<string, boolean>();

/** Whether the tests are green while nothing is broken: else their red says nothing. */
function areSound(mutation: Mutation): boolean {
  const key = [mutation.id, ...mutation.tests].join(' ');
  const known = sound.get(key);
  if (known !== undefined) return known;
  const green = isBuilt(mutation) && runTests(mutation) === 'survived';
  sound.set(key, green);
  return green;
}

/** Builds the client, where its tests are in a browser. */
const isBuilt = ({ tests }: Mutation): boolean =>
  !tests.some((file) => file.startsWith('apps/web/browser/')) ||
  pnpm(['--filter', '@columnist/web', 'build']).status === 0;

/** The tests that name the sentence, of the named files. */
function runTests({ id, tests }: Mutation): Outcome {
  const inBrowser = tests.some((file) => file.startsWith('apps/web/browser/'));
  const result = join(mutationsFolder, 'result.json');
  rmSync(result, { force: true });
  const run = pnpm([
    'exec',
    'vitest',
    'run',
    ...(inBrowser ? ['--config', 'vitest.browser.config.ts'] : ['--project', 'plain']),
    ...tests,
    '--testNamePattern',
    `\\b${id.replace('.', '\\.')}(?!\\d)`,
    '--bail=1',
    '--reporter=json',
    `--outputFile=${result}`,
  ]);
  if (run.signal !== null) return 'timeout';
  if (!existsSync(result)) return 'error';
  const { numFailedTests, numPassedTests } = report.parse(JSON.parse(readFileSync(result, 'utf8')));
  if (numFailedTests > 0) return 'killed';
  // Nothing that names the sentence: nothing proves it.
  return numPassedTests > 0 ? 'survived' : 'error';
}

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const chosen = mutations.filter(
  ({ id, file }) =>
    words.length === 0 ||
    words.some((word) => (/^S[\d.]+$/.test(word) ? id === word : file.includes(word))),
);

if (process.argv.includes('--check')) {
  for (const mutation of chosen) mutated(mutation, root);
  console.log(`${chosen.length} mutations stand where they should.`);
} else {
  makeCopy();
  const known = existsSync(kept) ? outcomes.parse(JSON.parse(readFileSync(kept, 'utf8'))) : {};
  const found: { readonly mutation: Mutation; readonly result: Outcome }[] = [];
  for (const mutation of chosen) {
    const key = keyOf(mutation);
    const before = process.argv.includes('--again') ? undefined : known[key];
    const result = before ?? tryOut(mutation);
    known[key] = result;
    writeFileSync(kept, JSON.stringify(known, null, 2));
    found.push({ mutation, result });
    console.log(
      `${result.padEnd(8)} ${mutation.id.padEnd(6)} ${mutation.file}: ${JSON.stringify(mutation.after).slice(0, 60)}${before === undefined ? '' : ' (known)'}`,
    );
  }
  const killed = found.filter(({ result }) => result === 'killed').length;
  const score = (100 * killed) / found.length;
  console.log(
    `${killed} of ${found.length} killed (${score.toFixed(1)}%), over ${new Set(found.map(({ mutation }) => mutation.id)).size} sentences.`,
  );
  if (score < enough) process.exitCode = 1;
}
