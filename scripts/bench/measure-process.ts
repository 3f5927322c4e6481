import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';

const measured = z.object({ seconds: z.number(), megabytes: z.number() });
export type Measured = z.output<typeof measured>;

/**
 * Runs a command to its end: seconds, and the most memory that it and its children held at once.
 * Needs python3.
 */
export const measureProcess = (...command: string[]): Measured =>
  measured.parse(
    JSON.parse(
      execFileSync('python3', [join(import.meta.dirname, 'measure.py'), ...command], {
        encoding: 'utf8',
      }),
    ),
  );
