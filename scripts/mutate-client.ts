import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { mutations, type Mutation } from './mutations/client.ts';
import { clientCopy as copy, makeCopy, mutationsFolder, revision } from './mutations/copy.ts';
import { canSwitch, mutated, textOf } from './mutations/switch-client.ts';
import { writeSection } from './verified.ts';

/**
 * Breaks the client in one place after the other, and looks whether a test that names the sentence
 * turns red:
 *   node scripts/mutate-client.ts [WORDS…] [--again] [--check] [--at-once=N] [--write]
 *
 * WORDS choose the mutations whose sentence or file has one of them. Works on the last commit, in a
 * copy of its own below dist. The client is built once, with all mutations behind a switch, so
 * several are tried at once, each with a server and a Chromium of its own; only tests that name the
 * sentence run, and the first red one ends them. What was tried of the same text before is not
 * tried again, unless --again is given. --check only looks whether every text is where it should
 * be; --write puts the table into docs/validation.md. Fails below 95 % killed: a test that is red
 * while nothing is broken, an error and a run that does not end count as not killed.
 */
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    again: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '2' },
  },
});
const longestRun = 5 * 60_000;
/** Milliseconds that a browser test waits for what does not come. */
const longestWait = 15_000;
const enough = 95;

const result = z.object({
  outcome: z.enum(['killed', 'survived', 'error', 'timeout']),
  /** The test that turned red. */
  by: z.string().nullable(),
});
type Result = z.infer<typeof result>;
const report = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

const inBrowser = ({ tests }: Mutation): boolean =>
  tests.some((file) => file.startsWith('apps/web/browser/'));

/** Changes with the mutation, its file and its tests: what was found then still holds. */
const keyOf = (mutation: Mutation): string =>
  createHash('sha256')
    .update(JSON.stringify([mutation.id, mutation.file, mutation.before, mutation.after]))
    .update(textOf(mutation, copy))
    .update(mutation.tests.map((file) => readFileSync(join(copy, file), 'utf8')).join())
    .digest('hex')
    .slice(0, 16);

/** Ends with its code, or with null where it takes longer. */
function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  longest = longestRun,
): Promise<number | null> {
  const child = spawn(process.execPath, args, {
    cwd: copy,
    stdio: 'ignore',
    // A group of its own: servers and browsers that it started end with it.
    detached: true,
    // In CI vitest would write its report where its configuration says.
    env: { ...process.env, FORCE_COLOR: '0', CI: '', ...env },
  });
  return new Promise((done) => {
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      done(null);
    }, longest);
    child.once('exit', (code) => {
      clearTimeout(timer);
      done(code);
    });
  });
}

/** Builds the client of the copy: with all mutations, or with the one that cannot be switched. */
async function build(number?: number): Promise<void> {
  const code = await run(
    [
      'apps/web/node_modules/vite/bin/vite.js',
      'build',
      'apps/web',
      '--configLoader=native',
      '--config=scripts/mutations/vite.client.ts',
    ],
    { MUTANT: number === undefined ? '' : String(number) },
  );
  if (code !== 0) throw new Error(`The client with mutation ${number ?? 'switches'} has no build.`);
}

const patternOf = (ids: readonly string[]): string =>
  `\\b(?:${ids.map((id) => id.replace('.', '\\.')).join('|')})(?!\\d)`;

/** The tests of these files that name one of the sentences; null where the run does not end. */
async function runTests(
  files: readonly string[],
  ids: readonly string[],
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  longest = longestRun,
): Promise<{ title: string; isGreen: boolean }[] | null> {
  const isBrowser = files.some((file) => file.startsWith('apps/web/browser/'));
  const name = createHash('sha256')
    .update(JSON.stringify([files, ids, env]))
    .digest('hex');
  const output = join(mutationsFolder, `client-${name.slice(0, 12)}.json`);
  const code = await run(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--config=${isBrowser ? 'vitest.browser.config.ts' : 'scripts/mutations/vitest.client.ts'}`,
      ...files,
      `--testNamePattern=${patternOf(ids)}`,
      '--reporter=json',
      `--outputFile=${output}`,
      `--expect.poll.timeout=${longestWait}`,
      ...args,
    ],
    { BROWSER_TIMEOUT: String(longestWait), ...env },
    longest,
  );
  if (code === null) return null;
  if (!existsSync(output)) return [];
  const { testResults } = report.parse(JSON.parse(readFileSync(output, 'utf8')));
  rmSync(output);
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => ['passed', 'failed'].includes(status))
    .map(({ fullName, status }) => ({ title: fullName, isGreen: status === 'passed' }));
}

const names = (title: string, id: string): boolean => new RegExp(patternOf([id])).test(title);

/** Of each test file, the sentences that it proves while nothing is broken: else red says nothing. */
async function provedBy(chosen: readonly Mutation[]): Promise<Map<string, Set<string>>> {
  const proved = new Map<string, Set<string>>();
  for (const file of new Set(chosen.flatMap(({ tests }) => tests))) {
    const ids = [
      ...new Set(chosen.filter(({ tests }) => tests.includes(file)).map(({ id }) => id)),
    ];
    const tests = (await runTests([file], ids, {}, [], 4 * longestRun)) ?? [];
    const green = ids.filter((id) => {
      const own = tests.filter(({ title }) => names(title, id));
      return own.length > 0 && own.every(({ isGreen }) => isGreen);
    });
    proved.set(file, new Set(green));
    const red = tests.filter(({ isGreen }) => !isGreen).map(({ title }) => title);
    console.log(`${file} proves ${green.length} of ${ids.length} sentences`, ...red);
  }
  return proved;
}

async function tryOut(
  number: number,
  mutation: Mutation,
  proved: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Result> {
  const files = mutation.tests.filter((file) => proved.get(file)?.has(mutation.id));
  if (files.length === 0) return { outcome: 'error', by: null };
  const tests = await runTests(files, [mutation.id], { MUTANT: String(number) }, ['--bail=1']);
  if (tests === null) return { outcome: 'timeout', by: null };
  const red = tests.find(({ isGreen }) => !isGreen);
  if (red !== undefined) return { outcome: 'killed', by: red.title };
  return { outcome: tests.length > 0 ? 'survived' : 'error', by: null };
}

const kept = join(mutationsFolder, 'client.json');
const known: Record<string, Result> = existsSync(kept)
  ? z.record(z.string(), result).parse(JSON.parse(readFileSync(kept, 'utf8')))
  : {};

interface Tried {
  readonly mutation: Mutation;
  readonly result: Result;
}

function say({ mutation, result: { outcome, by } }: Tried): void {
  const what = JSON.stringify(mutation.after).slice(0, 70);
  console.log(
    `${outcome.padEnd(8)} ${mutation.id.padEnd(6)} ${mutation.file}: ${what} ${by ?? ''}`,
  );
}

/** Tries what is not known yet, several at once. */
async function tryAll(chosen: readonly Mutation[]): Promise<Tried[]> {
  const isKnown = (one: Mutation): boolean =>
    ['killed', 'survived'].includes(known[keyOf(one)]?.outcome ?? '');
  const open = chosen.filter((one) => options.again || !isKnown(one));
  if (open.length > 0) await build();
  const proved = await provedBy(open);
  const attempt = async (mutation: Mutation): Promise<void> => {
    const found = await tryOut(mutations.indexOf(mutation), mutation, proved);
    known[keyOf(mutation)] = found;
    writeFileSync(kept, JSON.stringify(known, null, 2));
    say({ mutation, result: found });
  };
  const needsBuild = (one: Mutation): boolean => inBrowser(one) && !canSwitch(one);
  const queue = open.filter((one) => !needsBuild(one));
  await Promise.all(
    Array.from({ length: Number(options['at-once']) }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await attempt(next);
    }),
  );
  for (const mutation of open.filter(needsBuild)) {
    await build(mutations.indexOf(mutation));
    await attempt(mutation);
  }
  return chosen.flatMap((mutation) => {
    const found = known[keyOf(mutation)];
    return found === undefined ? [] : [{ mutation, result: found }];
  });
}

/** A text as it can be in a cell of a table of Markdown. */
const cell = (text: string): string =>
  `\`${text.replaceAll(/\s+/g, ' ').trim().replaceAll('`', "'").replaceAll('|', '\\|') || '(nothing)'}\``;

const chosen = mutations.filter(
  ({ id, file }) =>
    words.length === 0 ||
    words.some((word) => (/^S[\d.]+$/.test(word) ? id === word : file.includes(word))),
);

if (options.check) {
  for (const mutation of chosen) mutated(mutation, textOf(mutation));
  console.log(`The texts of ${chosen.length} mutations are where they should be.`);
} else {
  makeCopy(copy);
  const list = 'scripts/mutations/client.ts';
  if (readFileSync(list, 'utf8') !== readFileSync(join(copy, list), 'utf8'))
    throw new Error(`Commit ${list} first: the last commit is what is tried.`);
  const tried = await tryAll(chosen);
  const killed = tried.filter(({ result: { outcome } }) => outcome === 'killed');
  const named = tried.filter(({ mutation }) => mutation.wasMissed);
  const namedKilled = killed.filter(({ mutation }) => mutation.wasMissed);
  const score = (100 * killed.length) / tried.length;
  for (const one of tried.filter(({ result: { outcome } }) => outcome !== 'killed')) say(one);
  const sentences = new Set(tried.map(({ mutation }) => mutation.id)).size;
  const summary =
    `${killed.length} of ${tried.length} mutations of ${sentences} sentences killed ` +
    `(${score.toFixed(1)} %); of those that no test noticed once, ` +
    `${namedKilled.length} of ${named.length}.`;
  console.log(summary);
  if (options.write)
    writeSection('## Mutations of the client', [
      `What the client does for the specification, broken in one place each (\`scripts/mutations/client.ts\`); killed where a test that names the sentence turns red. ${summary} Written by \`pnpm mutate:client --write\` on ${new Date().toISOString().slice(0, 10)}, of commit ${revision().slice(0, 8)}.`,
      '',
      'Those that no test noticed once:',
      '',
      '| Sentence | File | Text | Becomes | Red |',
      '|---|---|---|---|---|',
      ...named.map(
        ({ mutation: { id, file, before, after }, result: { outcome, by } }) =>
          `| ${id} | \`${file}\` | ${cell(before)} | ${cell(after)} | ${outcome === 'killed' ? (by ?? '').replaceAll('|', '\\|') : `**${outcome}**`} |`,
      ),
    ]);
  if (score < enough || namedKilled.length < named.length) process.exitCode = 1;
}
