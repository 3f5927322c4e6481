import { readReports } from './test-report.ts';

/**
 * Names what failed in vitest's JSON reports of a folder, adds them up and prints one closing line;
 * exits 1 on a failure or when no test ran.
 */
const folder = process.argv[2] ?? 'dist/test-results';
const reports = readReports(folder);
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
