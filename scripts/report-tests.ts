import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Names what failed in vitest's JSON reports of a folder, adds them up and prints one closing line; exits 1 on a failure or when no test ran. */
const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const folder = process.argv[2] ?? 'dist/test-results';
const reports = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => report.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
const sum = (key: 'numPassedTests' | 'numFailedTests' | 'numPendingTests') =>
  reports.reduce((total, one) => total + one[key], 0);

const shown = 2000;
for (const { name, status, message, assertionResults } of reports.flatMap(
  ({ testResults }) => testResults,
)) {
  const wrong = assertionResults.filter((test) => test.status === 'failed');
  for (const test of wrong)
    console.log(
      `FAILED ${name}: ${test.fullName}\n${(test.failureMessages ?? []).join('\n').slice(0, shown)}`,
    );
  if (status === 'failed' && wrong.length === 0)
    console.log(`FAILED ${name}\n${message.slice(0, shown)}`);
}

const passed = sum('numPassedTests');
const failed = sum('numFailedTests');
console.log(`${passed} passed, ${failed} failed, ${sum('numPendingTests')} skipped`);
if (passed === 0 || failed > 0 || reports.some((one) => !one.success)) process.exitCode = 1;
