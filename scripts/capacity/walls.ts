import { assumptions, callsASecond } from './assumptions.ts';
import type { Costs } from './costs.ts';
import { kindNames, kinds } from './kinds.ts';
import type { Fleet } from './size-fleet.ts';

/** Processors of one machine of each part; a web server uses one, a worker all of its machine. */
export const machineCores = { web: 1, workers: 4 } as const;

/** Something of which there is only one, and how much of it a fleet of so many accounts needs. */
interface Wall {
  readonly name: string;
  readonly limit: number;
  readonly unit: string;
  /** Where the limit is from. */
  readonly source: string;
  readonly remedy: string;
  readonly needed: (fleet: Sized) => number;
}

/** A fleet by its machines and by what is asked of it in a second of the busiest hour. */
interface Sized {
  readonly accounts: number;
  readonly webServers: number;
  readonly workers: number;
  readonly jobs: number;
  readonly transactions: number;
  readonly puts: number;
  readonly uploads: number;
}

/** Connections of the pools: core/orm.ts, fleet/queue.ts and the one that listens. */
const connections = { web: 20 + 4 + 1, worker: 4 + 1 } as const;

export const walls: readonly Wall[] = [
  {
    name: 'Connections to PostgreSQL',
    limit: 500,
    unit: '',
    source: 'max_connections that a server of 16 processors still serves well',
    remedy:
      'PgBouncer in transaction mode before it; the connections that listen go past it, two for each server.',
    needed: ({ webServers, workers }) =>
      webServers * connections.web + workers * connections.worker,
  },
  {
    name: 'Looks at the queue',
    limit: 20_000,
    unit: 'statements a second',
    source: 'short statements on an index, half of what pgbench reaches with 16 processors',
    remedy:
      'Divide the queue by a hash of the user into several, each with workers of its own: a message then wakes the workers of one.',
    // Each worker looks twice a second by itself, and every job wakes all that have a place.
    needed: ({ workers, jobs }) => workers * (2 + jobs),
  },
  {
    name: 'Transactions of the product',
    limit: 10_000,
    unit: 'a second',
    source: 'of which a third write, on 16 processors with a fast disk',
    remedy:
      'Readers for what only reads; then accounts divided over several databases by their id, since no statement reads two accounts but those of administrators.',
    needed: ({ transactions }) => transactions,
  },
  {
    name: 'The chain of the audit log',
    limit: 300,
    unit: 'acts a second',
    source: 'one row is locked for each act, for about 3 ms',
    remedy: 'A chain for each database that accounts are divided over, or for each hour.',
    needed: ({ uploads }) => 3 * uploads,
  },
  {
    name: 'Writes to one prefix of the store',
    limit: 3500,
    unit: 'a second',
    source: 'the limit that Amazon S3 names for a prefix before it divides it',
    remedy:
      'Ids of datasets begin with their time, so all new ones share a prefix: put their random end first in the key.',
    needed: ({ puts }) => puts,
  },
  {
    name: 'Rows of datasets and versions',
    limit: 500_000_000,
    unit: 'after a year',
    source: 'beyond that backups and changes of a table take hours',
    remedy: 'Partition the tables by account.',
    needed: ({ accounts }) =>
      accounts * assumptions.activeShare * assumptions.aDay.upload * assumptions.kept * 2 * 250,
  },
];

function sizedOf(accounts: number, costs: Costs, like: Fleet): Sized {
  const rates = callsASecond(accounts);
  const scale = accounts / like.accounts;
  const sum = (of: (name: (typeof kindNames)[number]) => number): number =>
    kindNames.reduce((all, name) => all + rates[name] * of(name), 0);
  return {
    accounts,
    webServers: (scale * like.web) / machineCores.web,
    workers: (scale * like.workers) / machineCores.workers,
    jobs: sum((name) => (kinds[name].lane === 'slow' ? 1 : 0)),
    transactions: sum((name) => costs.of[name]?.transactions ?? 0),
    puts: sum((name) => costs.of[name]?.store.put ?? 0),
    uploads: rates.upload,
  };
}

export interface Reached extends Omit<Wall, 'needed'> {
  /** Accounts from which on the limit is passed, to two digits. */
  readonly accounts: number;
}

/** Each wall with the number of accounts at which it is met, the nearest first. */
export function meetWalls(costs: Costs, like: Fleet): Reached[] {
  return walls
    .map(({ needed, ...wall }) => {
      let [low, high] = [1, 1e12];
      while (high / low > 1.001) {
        const middle = Math.sqrt(low * high);
        if (needed(sizedOf(middle, costs, like)) > wall.limit) high = middle;
        else low = middle;
      }
      return { ...wall, accounts: Number(low.toPrecision(2)) };
    })
    .toSorted((a, b) => a.accounts - b.accounts);
}
