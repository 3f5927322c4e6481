import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What one call costs: seconds of a processor of each part, and requests to what is outside. */
export const cost = z.strictObject({
  web: z.number().min(0),
  worker: z.number().min(0),
  database: z.number().min(0),
  transactions: z.number().min(0),
  store: z.strictObject({ get: z.number().min(0), put: z.number().min(0) }),
});
export type Cost = z.output<typeof cost>;

export const costs = z.strictObject({
  measured: z.iso.date(),
  machine: z.string(),
  /** Of a server that waits, each second. */
  idle: cost,
  of: z.record(z.string(), cost),
});
export type Costs = z.output<typeof costs>;

const file = join(import.meta.dirname, 'costs.json');
export const costsFile: string = file;

/** The costs that were measured last. */
export const readCosts = (): Costs => costs.parse(JSON.parse(readFileSync(file, 'utf8')));
