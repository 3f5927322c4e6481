import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../bench/servers.ts';
import { numbersOf, type Check } from './check.ts';
import { checks } from './checks.ts';
import { runScanners } from './scanners.ts';
import { openSite } from './site.ts';

/**
 * What an attacker without the source can try, by the numbers of the OWASP Application Security
 * Verification Standard 5.0 and of findings,
 * on a server of its own with every limit as in production:
 *   pnpm test:security [seed]
 * Needs PostgreSQL, Chromium, and the Debian packages sqlmap and wapiti, which search by themselves
 * at the end. Named ones alone,
 * without these two:
 *   node scripts/security/run-checks.ts [seed] H1 L2 15.2.2
 */
const words = process.argv.slice(2);
const seed = Number(words.find((word) => /^\d+$/.test(word)) ?? 20_261_122);
const wanted = words
  .filter((word) => !/^\d+$/.test(word))
  .map((word) => word.toUpperCase().replace(/^V(?=\d)/, ''));
const isNamed = (number: string): boolean => wanted.includes(number.toUpperCase());
for (const number of wanted)
  if (!checks.some((check) => numbersOf(check).some((one) => one.toUpperCase() === number)))
    throw new Error(`There is no check of the number ${number}.`);
const chosen =
  wanted.length === 0 ? checks : checks.filter((check) => numbersOf(check).some(isNamed));
const folder = mkdtempSync(join(tmpdir(), 'columnist-security-'));
const server = await startServer('', join(folder, 'data'), {
  THROTTLE_SCALE: '1',
  LOG_LEVEL: 'info',
  NODE_ENV: 'test',
});
let failed = 0;
/** The numbers of the standard begin with a V. */
const nameOf = (check: Check): string =>
  numbersOf(check)
    .map((number) => (/^\d/.test(number) ? `V${number}` : number))
    .join(' ');
try {
  const site = await openSite(server, seed);
  const table: { number: string; check: string; seen: string; verdict: string }[] = [];
  for (const check of chosen) {
    const { title, run } = check;
    const [seen, passed] = await run(site).then(
      (tried) => [tried, true] as const,
      (error: unknown) => [error instanceof Error ? error.message : String(error), false] as const,
    );
    if (!passed) failed += 1;
    table.push({
      number: nameOf(check),
      check: title,
      seen,
      verdict: passed ? 'passed' : 'FAILED',
    });
    if (!passed) console.error(`${nameOf(check)} ${title}\n  ${seen}`);
  }
  const scanned =
    wanted.length > 0
      ? []
      : await runScanners().catch((error: unknown) => [
          { number: 'Scanners', check: 'sqlmap and wapiti', seen: String(error), passed: false },
        ]);
  for (const { number, check, seen, passed } of scanned) {
    if (!passed) failed += 1;
    table.push({ number, check, seen, verdict: passed ? 'passed' : 'FAILED' });
  }
  console.table(table);
  console.log(`${table.length - failed} passed, ${failed} failed (seed ${seed}).`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (failed > 0) process.exitCode = 1;
