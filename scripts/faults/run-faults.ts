import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { clocks } from './clocks.ts';
import { deployment } from './deployment.ts';
import { durability } from './durability.ts';
import { fleet } from './fleet.ts';
import { outside } from './outside.ts';
import type { Fault } from './parts.ts';
import { processes } from './processes.ts';
import { races } from './races.ts';
import { services } from './services.ts';
import { storage } from './storage.ts';

/**
 * Breaks what the server depends on, and looks whether anything is lost, half done or does not come
 * back. Each first proves
 * that the fault happened:
 *   pnpm faults [words of names]... [--seed=N] [--without-protection] [--from=REVISION]
 * Without protection, those that can be run so must fail: that shows that they would notice. With a
 * revision of this
 * repository, the replicas that are replaced are of that one: an upgrade.
 */
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unprotected = process.argv.includes('--without-protection');
const seed = Number(/--seed=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 20_261_122);
if (!existsSync('/proc/self/stat')) throw new Error('The faults read /proc: they run on Linux.');
const before = /--from=(\S+)/.exec(process.argv.join(' '))?.[1] ?? null;
mkdirSync(resolve(import.meta.dirname, '../../dist'), { recursive: true });

let state = seed;
const chance = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
const all: readonly Fault[] = [
  ...races,
  ...outside,
  ...clocks,
  ...services,
  ...storage,
  ...deployment,
  ...processes,
  ...durability,
  ...fleet,
];
const chosen = all.filter(
  ({ name, hasUnprotected = false }) =>
    (words.length === 0 || words.some((word) => name.includes(word))) &&
    (!unprotected || hasUnprotected),
);
const table: { fault: string; seen: string; verdict: string }[] = [];
for (const { name, run } of chosen) {
  const [seen, passed] = await run(chance, unprotected, before).then(
    (outcome) => [outcome, true] as const,
    (error: unknown) => [error instanceof Error ? error.message : String(error), false] as const,
  );
  table.push({ fault: name, seen, verdict: passed ? 'passed' : 'FAILED' });
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name}: ${seen}`);
}
console.table(table);
const failed = table.filter(({ verdict }) => verdict === 'FAILED').length;
console.log(
  `${table.length - failed} passed, ${failed} failed (seed ${seed}${unprotected ? ', without protection' : ''}).`,
);
if (unprotected ? failed < table.length : failed > 0) process.exitCode = 1;
