import { callsASecond } from './assumptions.ts';
import type { Costs } from './costs.ts';
import { drawCalls, factorOf } from './draw-calls.ts';
import { kindNames } from './kinds.ts';
import { random } from './random.ts';
import { simulate, type Outcome, type Plant } from './simulate.ts';

/** What people are to wait at most, 95 of 100 times, in the busiest hour. */
export const limits = { question: 1, page: 1, upload: 15 } as const;
/** Of the time that processors of a part work on average; the rest is for chance and failures. */
const busiest = 0.7;
const minutes = 10;

export interface Fleet {
  readonly accounts: number;
  readonly callsASecond: number;
  /** Processors of each part. */
  readonly web: number;
  readonly workers: number;
  readonly database: number;
  readonly busy: Outcome['busy'];
  /** Seconds: 95 of 100 are faster. */
  readonly p95: Readonly<Record<string, number>>;
}

const p95 = (values: readonly number[] = []): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

const plantOf = (web: number, workers: number, database: number): Plant => ({
  machines: { web: { cores: web }, workers: { cores: workers }, database: { cores: database } },
  stations: {
    web: { machine: 'web', places: 100_000, turns: 'first' },
    workers: { machine: 'workers', places: workers, turns: 'fair' },
    database: { machine: 'database', places: 100_000, turns: 'first' },
  },
});

/** The mean work of a call of a kind in workers is that of the drawn factors, not of their median. */
function meanFactor(kind: (typeof kindNames)[number]): number {
  const draw = random(3);
  let sum = 0;
  for (let i = 0; i < 20_000; i += 1) sum += factorOf(kind, draw);
  return sum / 20_000;
}

/**
 * The smallest fleet in whose busiest minutes nobody waits beyond the limits: from the processors
 * that the work needs on average, each part grows while the simulation says that it is too small.
 * Two of each at least, so that one may fail.
 */
export function sizeFleet(accounts: number, { of: costs, idle }: Costs): Fleet {
  const rates = callsASecond(accounts);
  const total = kindNames.reduce((sum, name) => sum + rates[name], 0);
  const offered = (part: 'web' | 'worker' | 'database'): number =>
    kindNames.reduce(
      (sum, name) =>
        sum + rates[name] * (costs[name]?.[part] ?? 0) * (part === 'worker' ? meanFactor(name) : 1),
      idle[part],
    );
  let web = Math.max(2, Math.ceil(offered('web') / busiest));
  let workers = Math.max(2, Math.ceil(offered('worker') / busiest));
  const database = Math.max(2, Math.ceil(offered('database') / busiest));
  // Of a large fleet a shorter time has as many calls.
  const seconds = Math.max(15, Math.min(minutes * 60, 60_000 / total));
  for (;;) {
    const { took, busy } = simulate(
      plantOf(web, workers, database),
      drawCalls({ rates, costs, accounts, seconds, seed: 7 }),
      seconds,
    );
    const waits = {
      question: p95(took.get('question')),
      page: p95(took.get('page')),
      upload: p95(took.get('upload')),
    };
    if (
      waits.question <= limits.question &&
      waits.page <= limits.page &&
      waits.upload <= limits.upload
    )
      return { accounts, callsASecond: total, web, workers, database, busy, p95: waits };
    if ((busy['web'] ?? 0) > busiest) web = Math.ceil(web * 1.1) + 1;
    else workers = Math.ceil(workers * 1.1) + 1;
    if (workers > 1e6) throw new Error('No fleet of this kind keeps the limits.');
  }
}
