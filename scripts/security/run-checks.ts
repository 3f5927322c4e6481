import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../bench/servers.ts';
import { checks } from './checks.ts';
import { runScanners } from './scanners.ts';
import { openSite } from './site.ts';

/**
 * What an attacker without the source can try, by the numbers of the OWASP Application Security Verification Standard 5.0 and of findings,
 * on a server of its own with every limit as in production:
 *   pnpm test:security [seed]
 * Needs the Debian packages sqlmap and wapiti, which search by themselves at the end.
 */
const seed = Number(process.argv[2] ?? 20_261_122);
const folder = mkdtempSync(join(tmpdir(), 'columnist-security-'));
const server = await startServer('', join(folder, 'data'), {
  THROTTLE_SCALE: '1',
  LOG_LEVEL: 'info',
  NODE_ENV: 'test',
});
let failed = 0;
/** The numbers of the standard begin with a V. */
const nameOf = (number: string): string => (/^\d/.test(number) ? `V${number}` : number);
try {
  const site = await openSite(server, seed);
  const table: { number: string; check: string; seen: string; verdict: string }[] = [];
  for (const { number, title, run } of checks) {
    const [seen, passed] = await run(site).then(
      (tried) => [tried, true] as const,
      (error: unknown) => [error instanceof Error ? error.message : String(error), false] as const,
    );
    if (!passed) failed += 1;
    table.push({
      number: nameOf(number),
      check: title,
      seen,
      verdict: passed ? 'passed' : 'FAILED',
    });
    if (!passed) console.error(`${nameOf(number)} ${title}\n  ${seen}`);
  }
  for (const { number, check, seen, passed } of await runScanners()) {
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
