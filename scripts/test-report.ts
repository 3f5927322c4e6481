import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What a whole task in the browser took, as its test notes it. */
const wholeTask = z.object({
  task: z.string(),
  way: z.string(),
  clicks: z.int(),
  most: z.int(),
  seconds: z.number(),
});
export type WholeTask = z.output<typeof wholeTask>;

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
          meta: z.object({ wholeTask: wholeTask.optional() }).optional(),
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
