import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Adds up vitest's JSON reports in a folder and prints one closing line; exits 1 on a failure or when no test ran. */
const report = z.object({ numPassedTests: z.int(), numFailedTests: z.int(), numPendingTests: z.int(), success: z.boolean() });

const folder = process.argv[2] ?? 'dist/test-results';
const reports = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => report.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
const sum = (key: 'numPassedTests' | 'numFailedTests' | 'numPendingTests') => reports.reduce((total, one) => total + one[key], 0);

const passed = sum('numPassedTests');
const failed = sum('numFailedTests');
console.log(`${passed} passed, ${failed} failed, ${sum('numPendingTests')} skipped`);
if (passed === 0 || failed > 0 || reports.some((one) => !one.success)) process.exitCode = 1;
