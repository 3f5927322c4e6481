import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { dirname, matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { copy, makeCopy, revision } from './mutations/copy.ts';
import { filesOf, findMutants, type Mutant } from './mutations/find-mutants.ts';
import { groups, type Group } from './mutations/groups.ts';
import { tryMutants, type Outcome } from './mutations/try-mutants.ts';
import { linesOf, writeSection } from './verified.ts';

/**
 * Breaks formulas, expressions and policies in one place after the other, by the mutations of
 * StrykerJS, and looks whether a test notices it:
 *   node scripts/mutate.ts [WORDS…] [--count=N] [--minutes=M] [--seed=S] [--write]
 *   node scripts/mutate.ts --changed [--minutes=M]
 *
 * WORDS choose groups whose name has one of them, or files by their path. Of each group N mutants
 * are drawn (40), by a seed that is the last commit unless it is given, and tried in a copy of that
 * commit for at most M minutes: what was tried before of the same file and tests is not tried
 * again, so the next run goes on where this one ended. All drawn mutants are in the code at once,
 * behind switches; each test is run as it is, and again with each mutant that it runs. A run that
 * does not end counts as not killed. --write puts the table into docs/validation.md.
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
const begin = performance.now();
const minutes = Number(options.minutes ?? (options.changed ? 2 : Infinity));
const enough = 90;
const lastCommits = 5;
/** Of a quick sample of at least eight, fewer killed than a quarter mean that the tests see nothing. */
const quick = { least: 8, share: 0.25 };
const seed = options.seed ?? revision();

/** So many of the mutants, in an order that the seed alone decides. */
const drawn = (mutants: readonly Mutant[], count: number): Mutant[] =>
  mutants
    .map((mutant) => ({
      mutant,
      at: createHash('sha256').update(`${seed}\n${mutant.key}`).digest('hex'),
    }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);

interface Row {
  readonly name: string;
  readonly files: number;
  readonly outcomes: readonly Outcome[];
}

async function tryGroup(
  group: Group,
  files: readonly string[],
  count: number,
  limits: { readonly isOver: () => boolean; readonly isQuick: boolean },
): Promise<Row> {
  const mutants = drawn(await findMutants(group, files, copy), count);
  const found = await tryMutants(
    group,
    mutants,
    limits,
    ({ file, start, mutator, replacement }, outcome) =>
      console.log(
        `${outcome.padEnd(8)} ${group.name}: ${file}:${start.line + 1}:${start.column + 1} ${mutator} ${JSON.stringify(replacement.slice(0, 80))}`,
      ),
  );
  return { name: group.name, files: files.length, outcomes: [...found.values()] };
}

const countOf = (outcomes: readonly Outcome[], some: Outcome): number =>
  outcomes.filter((one) => one === some).length;

/** Files that the last commits changed; all of a commit that has none before it. */
function changedFiles(): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: copy, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [first = 'HEAD'] = git('rev-list', `--max-count=${lastCommits + 1}`, 'HEAD').toReversed();
  return first === revision()
    ? git('ls-files')
    : git('diff', '--name-only', '--diff-filter=AM', first, 'HEAD');
}

const sharedLength = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
};

/** Tests of a group in the folders of these files, those first that are named most like them. */
const testsBeside = ({ tests }: Group, files: readonly string[]): string[] =>
  [...new Set(tests.flatMap((glob) => globSync(glob, { cwd: copy })))]
    .filter((test) => files.some((file) => dirname(file) === dirname(test)))
    .map((test) => ({ test, shared: Math.max(...files.map((file) => sharedLength(file, test))) }))
    .toSorted((a, b) => b.shared - a.shared || (a.test < b.test ? -1 : 1))
    .map(({ test }) => test);

/** Each group has an equal part of the time. */
async function tryChanged(): Promise<void> {
  const changed = changedFiles();
  const concerned = groups.flatMap((group) => {
    const files = filesOf(group, copy).filter((file) => changed.includes(file));
    const quickTests = [...group.quick, ...testsBeside(group, files)];
    return files.length === 0 ? [] : [{ group: { ...group, quick: quickTests }, files }];
  });
  if (concerned.length === 0) {
    console.log(`The last ${lastCommits} commits changed no file that is mutated.`);
    return;
  }
  const outcomes: Outcome[] = [];
  for (const { group, files } of concerned) {
    const end = performance.now() + (minutes * 60_000) / concerned.length;
    const isOver = (): boolean => performance.now() > end;
    outcomes.push(...(await tryGroup(group, files, 40, { isOver, isQuick: true })).outcomes);
  }
  const killed = countOf(outcomes, 'killed');
  console.log(
    `${killed} of ${outcomes.length} mutants in ${concerned.flatMap(({ files }) => files).length} changed files were killed by the tests near them.`,
  );
  if (outcomes.length >= quick.least && killed < quick.share * outcomes.length)
    throw new Error('The tests near the changed files hardly notice what is broken in them.');
}

async function tryDrawn(): Promise<void> {
  const isOver = (): boolean => performance.now() - begin > minutes * 60_000;
  const isChosen = (group: Group, file: string): boolean =>
    words.length === 0 ||
    words.some(
      (word) => group.name.includes(word) || file.includes(word) || matchesGlob(file, word),
    );
  const rows: Row[] = [];
  for (const group of groups) {
    const files = filesOf(group, copy).filter((file) => isChosen(group, file));
    if (files.length > 0)
      rows.push(await tryGroup(group, files, Number(options.count), { isOver, isQuick: false }));
  }
  const all: Row = {
    name: 'all',
    files: rows.reduce((sum, { files }) => sum + files, 0),
    outcomes: rows.flatMap(({ outcomes }) => outcomes),
  };
  const counted = [...rows, all].map(({ name, files, outcomes }) => {
    const killed = countOf(outcomes, 'killed');
    const mutants = outcomes.length;
    return {
      name,
      files,
      mutants,
      killed,
      survived: countOf(outcomes, 'survived'),
      'do not end': countOf(outcomes, 'timeout'),
      score: mutants === 0 ? '–' : `${((100 * killed) / mutants).toFixed(1)} %`,
    };
  });
  console.table(counted);
  if (options.write) writeRows(counted.slice(0, -1));
  if (countOf(all.outcomes, 'killed') * 100 < enough * all.outcomes.length) process.exitCode = 1;
}

/**
 * Puts the rows of these groups into docs/validation.md, each with its date and commit; those of
 * other groups stay as they were measured.
 */
function writeRows(counted: readonly { readonly name: string }[]): void {
  const measured = `${new Date().toISOString().slice(0, 10)}, ${revision().slice(0, 8)}, ${seed.slice(0, 8)}`;
  const rows = new Map(
    linesOf('## Mutations').flatMap((line) =>
      groups.filter(({ name }) => line.startsWith(`| ${name} |`)).map(({ name }) => [name, line]),
    ),
  );
  for (const row of counted)
    rows.set(row.name, `| ${[...Object.values(row), measured].join(' | ')} |`);
  writeSection('## Mutations', [
    'Formulas, expressions and policies broken in one place each, by the mutations of StrykerJS (`pnpm mutate --write`); a mutant is killed where a test that runs it fails, and runs that do not end count as not killed. The mutants of a group are all that there are, or are drawn by the seed.',
    '',
    '| Group | Files | Mutants | Killed | Survived | Do not end | Score | Date, commit, seed |',
    '|---|---|---|---|---|---|---|---|',
    ...groups.flatMap(({ name }) => rows.get(name) ?? []),
  ]);
}

makeCopy();
await (options.changed ? tryChanged() : tryDrawn());
