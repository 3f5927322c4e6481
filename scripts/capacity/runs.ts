import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const file = join(import.meta.dirname, 'runs.json');

/** Calls a second of real servers, and what the simulation said. */
export const runs = z.array(
  z.strictObject({ processes: z.int(), measured: z.number(), predicted: z.number() }),
);
export type Runs = z.output<typeof runs>;

/** Those that were measured last; null where none were. */
export const readRuns = (): Runs | null =>
  existsSync(file) ? runs.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;

export const writeRuns = (found: Runs): void =>
  writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
