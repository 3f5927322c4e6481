import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { copy, makeCopy, mutationsFolder, revision } from './mutations/copy.ts';
import { coverageOf, covers, type Covered } from './mutations/covering-tests.ts';
import { filesOf, findMutants, mutated, type Mutant } from './mutations/find-mutants.ts';
import { groups, type Group } from './mutations/groups.ts';
import { runTests, type Outcome } from './mutations/run-tests.ts';
import { writeSection } from './verified.ts';

/**
 * Breaks formulas, expressions and policies in one place after the other, by the mutations of
 * StrykerJS, and looks whether a test notices it:
 *   node scripts/mutate.ts [WORDS…] [--count=N] [--minutes=M] [--seed=S] [--write]
 *   node scripts/mutate.ts --changed [--minutes=M]
 *
 * WORDS choose groups whose name has one of them, or files by their path. Of each group N mutants
 * are drawn (40), by a seed that is the last commit unless it is given, and tried in a copy of that
 * commit for at most M minutes: what was tried before of the same file and tests is not tried
 * again, so the next run goes on where this one ended. Only tests that run the mutated statement
 * are run. An error and a run that does not end count as not killed. --write puts the table into
 * docs/validation.md.
 *
 * --changed is the quick sample of the gate: mutants of the files that the last commits changed,
 * against the tests near them, for two minutes. It fails where these tests do not run or are not
 * green without a mutation, and where hardly any mutant is killed.
 */
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '40' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    write: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
  },
});
let begin = performance.now();
const minutes = Number(options.minutes ?? (options.changed ? 2 : Infinity));
const isOver = (): boolean => performance.now() - begin > minutes * 60_000;
const enough = 90;
const lastCommits = 5;
/** Of a quick sample of at least eight, fewer killed than a quarter mean that the tests see nothing. */
const quick = { least: 8, share: 0.25 };

const kept = join(mutationsFolder, 'mutants.json');
const outcomes = z.record(z.string(), z.enum(['killed', 'survived', 'error', 'timeout']));
const known = existsSync(kept) ? outcomes.parse(JSON.parse(readFileSync(kept, 'utf8'))) : {};

const hashOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 20);

/** In an order that the seed alone decides. */
const drawn = (mutants: readonly Mutant[], seed: string): Mutant[] =>
  mutants
    .map((mutant) => ({ mutant, at: hashOf(seed, mutant.key) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ mutant }) => mutant);

/** Runs the tests, those that end soonest first, while none fails. */
async function tryOut(mutant: Mutant, tests: readonly Covered[]): Promise<Outcome> {
  const path = join(copy, mutant.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutated(text, mutant));
  try {
    for (const some of inPortions(tests)) {
      const seconds = some.reduce((sum, one) => sum + one.seconds, 0);
      const outcome = await runTests(
        some.map(({ file }) => file),
        { longest: (60 + 4 * seconds) * 1000, args: ['--bail=1'] },
      );
      if (outcome !== 'survived') return outcome;
    }
    return 'survived';
  } finally {
    writeFileSync(path, text);
  }
}

/** Test files of about twenty seconds together. */
function inPortions(tests: readonly Covered[]): Covered[][] {
  const portions: Covered[][] = [];
  let left = 0;
  for (const one of tests.toSorted((a, b) => a.seconds - b.seconds)) {
    const last = portions.at(-1);
    if (last === undefined || left < one.seconds) {
      portions.push([one]);
      left = 20;
    } else last.push(one);
    left -= one.seconds;
  }
  return portions;
}

interface Tried {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
}

const say = (group: Group, { mutant, outcome }: Tried, note = ''): void =>
  console.log(
    `${outcome.padEnd(8)} ${group.name}: ${mutant.file}:${mutant.line} ${mutant.mutator} ${JSON.stringify(mutant.replacement.slice(0, 80))}${note}`,
  );

async function tryGroup(group: Group, files: readonly string[], seed: string): Promise<Tried[]> {
  const coverage = await coverageOf(group, filesOf(group, copy));
  const chosen = drawn(await findMutants(group, files, copy), seed).slice(0, Number(options.count));
  const tried: Tried[] = [];
  for (const mutant of chosen) {
    const tests = coverage.filter((one) => covers(one, mutant));
    const texts = tests.map(({ file }) => readFileSync(join(copy, file), 'utf8'));
    const key = hashOf(mutant.key, ...texts);
    const before = known[key];
    if (before === undefined && isOver()) continue;
    const outcome = before ?? (tests.length === 0 ? 'survived' : await tryOut(mutant, tests));
    known[key] = outcome;
    writeFileSync(kept, JSON.stringify(known, null, 2));
    tried.push({ mutant, outcome });
    say(group, { mutant, outcome }, tests.length === 0 ? ' (no test runs it)' : '');
  }
  return tried;
}

/** Files that the last commits changed; all of a commit that has none before it. */
function changedFiles(): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: copy, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [first = 'HEAD'] = git('rev-list', `--max-count=${lastCommits + 1}`, 'HEAD').toReversed();
  return first === revision()
    ? git('ls-files')
    : git('diff', '--name-only', '--diff-filter=AM', first, 'HEAD');
}

async function tryChanged(): Promise<void> {
  const changed = changedFiles();
  const seed = revision();
  const concerned = groups.flatMap((group) => {
    const files = filesOf(group, copy).filter((file) => changed.includes(file));
    return files.length === 0 ? [] : [{ group, files }];
  });
  if (concerned.length === 0) {
    console.log(`The last ${lastCommits} commits changed no file that is mutated.`);
    return;
  }
  const queue = await Promise.all(
    concerned.map(async ({ group, files }) => ({
      group,
      mutants: drawn(await findMutants(group, files, copy), seed),
      tests: group.quick.flatMap((one) => globSync(one, { cwd: copy })),
    })),
  );
  for (const { group, tests } of queue) {
    const outcome = await runTests(tests, { longest: 300_000, isQuick: true });
    if (outcome !== 'survived')
      throw new Error(
        `${group.name}: the tests are not green while nothing is mutated (${outcome}).`,
      );
  }
  // The minutes are those of the mutants.
  begin = performance.now();
  const tried: Tried[] = [];
  for (let turn = 0; !isOver() && queue.some(({ mutants }) => turn < mutants.length); turn++)
    for (const { group, mutants, tests } of queue) {
      const mutant = mutants[turn];
      if (mutant === undefined || isOver()) continue;
      const path = join(copy, mutant.file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, mutated(text, mutant));
      try {
        const outcome = await runTests(tests, {
          longest: 60_000,
          isQuick: true,
          args: ['--bail=1'],
        });
        tried.push({ mutant, outcome });
        say(group, { mutant, outcome });
      } finally {
        writeFileSync(path, text);
      }
    }
  const killed = tried.filter(({ outcome }) => outcome === 'killed').length;
  console.log(
    `${killed} of ${tried.length} mutants in ${concerned.flatMap(({ files }) => files).length} changed files were killed by the tests near them.`,
  );
  if (tried.length === 0) throw new Error('No mutant was tried.');
  if (tried.length >= quick.least && killed < quick.share * tried.length)
    throw new Error('The tests near the changed files hardly notice what is broken in them.');
}

makeCopy();
if (options.changed) await tryChanged();
else {
  const seed = options.seed ?? revision();
  const isChosen = (group: Group, file: string): boolean =>
    words.length === 0 ||
    words.some(
      (word) => group.name.includes(word) || file.includes(word) || matchesGlob(file, word),
    );
  const rows: {
    readonly name: string;
    readonly files: number;
    readonly tried: readonly Tried[];
  }[] = [];
  for (const group of groups) {
    const files = filesOf(group, copy).filter((file) => isChosen(group, file));
    if (files.length === 0) continue;
    rows.push({ name: group.name, files: files.length, tried: await tryGroup(group, files, seed) });
  }
  const counted = rows.map(({ name, files, tried }) => {
    const count = (some: Outcome): number => tried.filter(({ outcome }) => outcome === some).length;
    const [killed, survived] = [count('killed'), count('survived')];
    const others = tried.length - killed - survived;
    return { name, files, mutants: tried.length, killed, survived, others };
  });
  const sum = (of: 'files' | 'mutants' | 'killed' | 'survived' | 'others'): number =>
    counted.reduce((total, row) => total + row[of], 0);
  const all = [
    ...counted,
    {
      name: 'all',
      files: sum('files'),
      mutants: sum('mutants'),
      killed: sum('killed'),
      survived: sum('survived'),
      others: sum('others'),
    },
  ];
  const score = ({ killed, mutants }: (typeof all)[number]): string =>
    mutants === 0 ? '–' : `${((100 * killed) / mutants).toFixed(1)} %`;
  console.table(all.map((row) => ({ ...row, score: score(row) })));
  if (options.write)
    writeSection('## Mutations', [
      `Formulas, expressions and policies broken in one place each, by the mutations of StrykerJS; a mutant is killed where a test that runs its statement fails. ${options.count} of each group at most, drawn by the seed ${seed.slice(0, 8)}; errors and runs that do not end count as not killed. Written by \`pnpm mutate --write\` on ${new Date().toISOString().slice(0, 10)}, of commit ${revision().slice(0, 8)}.`,
      '',
      '| Group | Files | Mutants | Killed | Survived | Errors and timeouts | Score |',
      '|---|---|---|---|---|---|---|',
      ...all.map(
        (row) =>
          `| ${[row.name, row.files, row.mutants, row.killed, row.survived, row.others, score(row)].join(' | ')} |`,
      ),
    ]);
  if (sum('killed') * 100 < enough * sum('mutants')) process.exitCode = 1;
}
