import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** vitest's JSON report. */
const testReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      startTime: z.number(),
      endTime: z.number(),
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
export type TestReport = z.output<typeof testReport>;

/** Every report of a folder. */
export const readReports = (folder: string): TestReport[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => testReport.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
