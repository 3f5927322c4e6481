import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { copy, mutationsFolder } from './copy.ts';
import type { Mutant } from './find-mutants.ts';
import type { Group } from './groups.ts';
import { runTests } from './run-tests.ts';

/** First and last line and column of a statement. */
const span = z.tuple([z.int(), z.number(), z.int(), z.number()]);
const record = z.strictObject({
  file: z.string(),
  seconds: z.number(),
  /** Whether it asks worker processes, whose statements no coverage counts: it may run them all. */
  asks_workers: z.boolean(),
  /** By file: statements that the tests ran, and those that they did not. */
  ran: z.record(z.string(), z.array(span)),
  idle: z.record(z.string(), z.array(span)),
});
/** What one test file runs. */
export type Covered = z.infer<typeof record>;
type Span = z.infer<typeof span>;

const place = z.object({ line: z.int(), column: z.number().nullish() });
const istanbul = z.record(
  z.string(),
  z.object({
    statementMap: z.record(z.string(), z.object({ start: place, end: place })),
    s: z.record(z.string(), z.number()),
  }),
);
const longestFile = 15 * 60_000;

const testsOf = (globs: readonly string[]): string[] =>
  [...new Set(globs.flatMap((one) => globSync(one, { cwd: copy })))].toSorted();

/**
 * What each test file of a group runs of the group's files, by a run with coverage that is kept
 * until one of them changes. Throws where a test file is not green while nothing is mutated: its
 * red would prove nothing.
 */
export async function coverageOf(group: Group, files: readonly string[]): Promise<Covered[]> {
  const kept = join(mutationsFolder, 'covered');
  mkdirSync(kept, { recursive: true });
  const hash = createHash('sha256').update(JSON.stringify(group));
  for (const file of files) hash.update(readFileSync(join(copy, file)));
  const ofFiles = hash.digest('hex');
  const found: Covered[] = [];
  for (const test of testsOf(group.tests)) {
    const key = createHash('sha256')
      .update(ofFiles)
      .update(readFileSync(join(copy, test)))
      .digest('hex');
    const path = join(kept, `${key.slice(0, 20)}.json`);
    if (!existsSync(path)) writeFileSync(path, JSON.stringify(await cover(test, group.files)));
    found.push(record.parse(JSON.parse(readFileSync(path, 'utf8'))));
  }
  return found;
}

async function cover(test: string, files: readonly string[]): Promise<Covered> {
  const folder = join(mutationsFolder, 'coverage');
  rmSync(folder, { recursive: true, force: true });
  const asksWorkers = /TestEngine|createEngine/.test(readFileSync(join(copy, test), 'utf8'));
  const begin = performance.now();
  const outcome = await runTests([test], {
    longest: longestFile,
    args: asksWorkers
      ? []
      : [
          '--coverage.enabled',
          '--coverage.provider=v8',
          '--coverage.reporter=json',
          `--coverage.reportsDirectory=${folder}`,
          ...files.map((one) => `--coverage.include=${one}`),
        ],
  });
  const seconds = (performance.now() - begin) / 1000;
  if (outcome !== 'survived')
    throw new Error(`${test} is not green while nothing is mutated (${outcome}).`);
  console.log(`covered  ${test} in ${Math.round(seconds)} s`);
  const covered: Covered = { file: test, seconds, asks_workers: asksWorkers, ran: {}, idle: {} };
  if (asksWorkers) return covered;
  const all = istanbul.parse(JSON.parse(readFileSync(join(folder, 'coverage-final.json'), 'utf8')));
  for (const [path, { statementMap, s }] of Object.entries(all)) {
    const spans = Object.entries(statementMap).map(
      ([id, { start, end }]): { readonly times: number; readonly at: Span } => ({
        times: s[id] ?? 0,
        at: [start.line, start.column ?? 0, end.line, end.column ?? 1e6],
      }),
    );
    if (spans.every(({ times }) => times === 0)) continue;
    const name = relative(copy, path);
    covered.ran[name] = spans.filter(({ times }) => times > 0).map(({ at }) => at);
    covered.idle[name] = spans.filter(({ times }) => times === 0).map(({ at }) => at);
  }
  return covered;
}

/** Whether the smallest statement that holds the mutant was run; of none, whether the file was. */
export function covers(
  { ran, idle, asks_workers }: Covered,
  { file, line, column }: Mutant,
): boolean {
  if (asks_workers) return true;
  const own = ran[file];
  if (own === undefined) return false;
  const holds = ([l1, c1, l2, c2]: Span): boolean =>
    (line > l1 || (line === l1 && column >= c1)) && (line < l2 || (line === l2 && column <= c2));
  const size = ([l1, c1, l2, c2]: Span): number => (l2 - l1) * 1000 + (c2 - c1);
  const least = (spans: readonly Span[]): number => Math.min(...spans.filter(holds).map(size));
  return least(own) <= least(idle[file] ?? []);
}
