import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copy, mutationsFolder } from './copy.ts';
import { withSwitches, type Mutant } from './find-mutants.ts';
import type { Group } from './groups.ts';
import type { TestFile } from './run-test-file.ts';
import { found, tryApart, tryTogether, type Ending } from './try-on-file.ts';

export type Outcome = 'killed' | 'survived' | 'timeout';
const kept = join(mutationsFolder, 'found.json');

interface Limits {
  readonly isOver: () => boolean;
  /** Only the tests near the files, of which a sample of the cases suffices. */
  readonly isQuick: boolean;
}

/**
 * What becomes of these mutants of a group, each said as soon as it is known: 'killed' where a test
 * fails that passes without it, 'survived' where every test that runs it passes; a test that does
 * not end with it proves nothing. What was not tried before the time is over is missing. Throws
 * where a test file is not green without mutants.
 */
export async function tryMutants(
  group: Group,
  mutants: readonly Mutant[],
  { isOver, isQuick }: Limits,
  sayOutcome: (mutant: Mutant, outcome: Outcome) => void,
): Promise<Map<Mutant, Outcome>> {
  const { files, switches } = await withSwitches(group, mutants, copy);
  for (const [file, text] of files) writeFileSync(join(copy, file), text);
  const known = existsSync(kept) ? found.parse(JSON.parse(readFileSync(kept, 'utf8'))) : {};
  const outcomes = new Map<Mutant, Outcome>();
  const alive = new Map(switches);
  /** Files that have to be loaded again with these mutants. */
  const left: {
    readonly file: TestFile;
    readonly apart: ReadonlySet<string>;
    readonly end: Ending;
  }[] = [];
  const tests = testsOf(isQuick ? group.quick : group.tests).map((test) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(copy, test)))
      .digest('hex');
    const keyOf = ({ key }: Mutant): string => `${key} ${hash.slice(0, 20)} ${isQuick}`;
    return { file: { test, isQuick, group, isOver }, keyOf };
  });
  const end = (id: string, mutant: Mutant, outcome: Outcome): void => {
    alive.delete(id);
    outcomes.set(mutant, outcome);
    sayOutcome(mutant, outcome);
  };
  // What is known of any file comes first: nothing is tried on what another one kills.
  for (const { keyOf } of tests)
    for (const [id, mutant] of alive) {
      const before = known[keyOf(mutant)];
      if (before === 'killed' || before === 'timeout') end(id, mutant, before);
    }
  for (const { file, keyOf } of tests) {
    const conclude: Ending = (id, outcome) => {
      const mutant = alive.get(id);
      if (mutant === undefined) return;
      known[keyOf(mutant)] = outcome;
      writeFileSync(kept, JSON.stringify(known));
      if (outcome === 'killed' || outcome === 'timeout') end(id, mutant, outcome);
    };
    const open = [...alive].filter(([, mutant]) => known[keyOf(mutant)] === undefined);
    const apart =
      open.length === 0
        ? new Set<string>()
        : await tryTogether(
            file,
            open.map(([id]) => id),
            conclude,
          );
    if (apart === null) return outcomes;
    for (const [id, mutant] of open) known[keyOf(mutant)] ??= apart.has(id) ? 'apart' : 'passed';
    writeFileSync(kept, JSON.stringify(known));
    const toLoad = [...alive].flatMap(([id, mutant]) =>
      known[keyOf(mutant)] === 'apart' ? [id] : [],
    );
    left.push({ file, apart: new Set(toLoad), end: conclude });
  }
  // Only now: a mutant that another file kills within one process needs no run of its own. Each is
  // tried first on the file that killed most of those in its own file, else on the one that is
  // named most like it.
  const killsOf = new Map(
    tests.map(({ file, keyOf }) => [
      file,
      Map.groupBy(
        mutants.filter((mutant) => known[keyOf(mutant)] === 'killed'),
        (mutant) => mutant.file,
      ),
    ]),
  );
  const hopeOf = (file: TestFile, mutant: Mutant): number =>
    100 * (killsOf.get(file)?.get(mutant.file)?.length ?? 0) + likeness(file.test, mutant.file);
  const order = new Map(
    [...alive].map(([id, mutant]) => [
      id,
      left
        .filter(({ apart }) => apart.has(id))
        .toSorted((a, b) => hopeOf(b.file, mutant) - hopeOf(a.file, mutant)),
    ]),
  );
  for (let round = 0; [...alive.keys()].some((id) => order.get(id)?.[round]); round++)
    for (const one of left) {
      const open = [...alive.keys()].filter((id) => order.get(id)?.[round] === one);
      if (!(await tryApart(one.file, open, one.end))) return outcomes;
    }
  for (const mutant of alive.values()) {
    outcomes.set(mutant, 'survived');
    sayOutcome(mutant, 'survived');
  }
  return outcomes;
}

/** How many words the two paths have in common within their packages. */
function likeness(test: string, file: string): number {
  const wordsOf = (path: string): Set<string> =>
    new Set(path.replace(/^.*\/src\//, '').split(/\W/));
  const words = wordsOf(file);
  return [...wordsOf(test)].filter((word) => words.has(word)).length;
}

/** In the order of the globs: what is quick comes first. */
const testsOf = (globs: readonly string[]): string[] => [
  ...new Set(globs.flatMap((one) => globSync(one, { cwd: copy }).toSorted())),
];
