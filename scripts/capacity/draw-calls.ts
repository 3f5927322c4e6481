import { assumptions } from './assumptions.ts';
import type { Cost } from './costs.ts';
import { kindNames, kinds, type KindName } from './kinds.ts';
import { random } from './random.ts';
import type { Call } from './simulate.ts';

export interface Demand {
  /** Calls a second. */
  readonly rates: Readonly<Record<KindName, number>>;
  readonly costs: Readonly<Record<string, Cost>>;
  readonly accounts: number;
  readonly seconds: number;
  readonly seed: number;
}

const rights = { share: 2, running: Infinity, waiting: 5, seconds: 20 };

/**
 * Calls that come by chance (Poisson), each of a kind by its rate and of an active account, with the
 * work that was measured, times a lognormal factor of mean 1. Gives them in the order of time.
 */
export function* drawCalls({ rates, costs, accounts, seconds, seed }: Demand): Generator<Call> {
  const draw = random(seed);
  const total = kindNames.reduce((sum, name) => sum + rates[name], 0);
  const active = Math.max(1, accounts * assumptions.activeShare);
  for (let at = next(draw, total); at < seconds; at += next(draw, total)) {
    const kind = chosen(draw() * total, rates);
    const { web, worker, database } = costs[kind] ?? { web: 0, worker: 0, database: 0 };
    const scale = factorOf(kind, draw);
    yield {
      at,
      kind,
      user: String(Math.floor(draw() * active)),
      lane: kinds[kind].lane,
      rights,
      stages: [
        { station: 'web', work: web / 2 },
        { station: 'database', work: database },
        ...(worker > 0 ? [{ station: 'workers', work: worker * scale }] : []),
        { station: 'web', work: web / 2 },
      ],
    };
  }
}

const next = (draw: () => number, rate: number): number => -Math.log(draw()) / rate;

function chosen(at: number, rates: Demand['rates']): KindName {
  let sum = 0;
  for (const name of kindNames) {
    sum += rates[name];
    if (at < sum) return name;
  }
  return 'question';
}

/** A standard normal number (Box and Muller, 1958). */
const normal = (draw: () => number): number =>
  Math.sqrt(-2 * Math.log(draw())) * Math.cos(2 * Math.PI * draw());

/** Of an upload its megabytes, since the measured file has one; of others around 1. */
export function factorOf(kind: KindName, draw: () => number): number {
  const { megabytes, sigma } = assumptions;
  return kind === 'upload'
    ? Math.min(megabytes.most, megabytes.median * Math.exp(megabytes.sigma * normal(draw)))
    : Math.exp(sigma * normal(draw) - sigma ** 2 / 2);
}
