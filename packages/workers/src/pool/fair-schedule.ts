import { AppError } from '@columnist/contract';
import type { JobRights } from '../job-rights.ts';
import type { Lane } from '../jobs/define-job.ts';

/** A job that waits or runs, as the schedule sees it. */
export interface Ticket {
  readonly user: string;
  readonly lane: Lane;
  readonly rights: JobRights;
}

interface Running {
  /** Seconds of the clock. */
  readonly since: number;
  /** A fast job that took longer than fast jobs may. */
  overdue: boolean;
  yielding: boolean;
}

interface Account {
  /**
   * Virtual time up to which the user was served: seconds of workers divided by the user's share.
   */
  served: number;
  share: number;
}

/** Jobs that may wait in all. */
const waitingLimit = 200;

/** A begun second counts as a whole one, so that many small jobs are not free. */
const costOf = (seconds: number): number => 1 + Math.floor(seconds);

/**
 * Which job runs next, and which is refused. Users are served by start-time fair queueing (Goyal,
 * Vin and Cheng, 1996):
 * each has a virtual time that grows with the worker time they have had, divided by their share;
 * the least is served
 * next, and a user who comes begins at the virtual time of the job that was started last, with
 * neither debt nor credit.
 * How long a job takes is not known before: it is charged as it runs, by begun seconds.
 *
 * One worker is out of every single user's reach, and one has no slow job (with a single worker,
 * neither can be). A fast
 * job that overruns counts as slow; where the fast job of another user who was served less waits for
 * its worker, it is interrupted and waits in the slow lane (a multilevel feedback queue of two
 * levels).
 */
export class FairSchedule<T extends Ticket> {
  readonly #workers: number;
  readonly #clock: () => number;
  readonly #waiting = new Set<T>();
  readonly #running = new Map<T, Running>();
  readonly #accounts = new Map<string, Account>();
  #virtualTime = 0;

  /** `clock` in seconds. */
  constructor(workers: number, clock: () => number) {
    this.#workers = workers;
    this.#clock = clock;
  }

  /** A job comes and waits. */
  join(ticket: T): void {
    const { user, rights } = ticket;
    const known = this.#accounts.get(user);
    if (known === undefined || this.#jobsOf(user) === 0)
      this.#accounts.set(user, {
        served: Math.max(known?.served ?? 0, this.#virtualTime),
        share: rights.share,
      });
    else known.share = rights.share;
    this.#waiting.add(ticket);
  }

  /** A job that waits goes away. */
  leave(ticket: T): void {
    this.#waiting.delete(ticket);
    this.#forget();
  }

  /** Starts the job that is next and may run; null where there is none. */
  start(): T | null {
    if (this.#running.size >= this.#workers) return null;
    const [next] = [...this.#waiting]
      .filter((ticket) => this.#mayRun(ticket))
      .toSorted(
        (a, b) =>
          this.#virtualTimeOf(a.user) - this.#virtualTimeOf(b.user) ||
          laneOrder[a.lane] - laneOrder[b.lane],
      );
    if (next === undefined) return null;
    this.#virtualTime = Math.max(this.#virtualTime, this.#virtualTimeOf(next.user));
    this.#waiting.delete(next);
    this.#running.set(next, { since: this.#clock(), overdue: false, yielding: false });
    return next;
  }

  end(ticket: T): void {
    const running = this.#running.get(ticket);
    const account = this.#accounts.get(ticket.user);
    if (running === undefined || account === undefined) return;
    account.served += costOf(this.#clock() - running.since) / account.share;
    this.#running.delete(ticket);
    this.#forget();
  }

  /** A fast job that still runs has had the time of fast jobs. */
  overrun(ticket: T): void {
    const running = this.#running.get(ticket);
    if (running !== undefined) running.overdue = true;
  }

  /**
   * The fast job that is to be interrupted, if any: where each worker has a slow or overdue job
   * while the fast job of a user waits who may run one and was served less. Of several, that of the
   * user who was served most.
   */
  toInterrupt(): T | null {
    const running = [...this.#running];
    if (
      running.length < this.#workers ||
      running.some(([ticket, { overdue, yielding }]) => yielding || !isLong(ticket, overdue))
    )
      return null;
    const [most] = running
      .filter(([{ lane }]) => lane === 'fast')
      .toSorted(([a], [b]) => this.#virtualTimeOf(b.user) - this.#virtualTimeOf(a.user));
    if (most === undefined) return null;
    const served = this.#virtualTimeOf(most[0].user);
    if (
      ![...this.#waiting].some(
        (ticket) =>
          ticket.lane === 'fast' &&
          this.#runningOf(ticket.user) < this.#mostOf(ticket) &&
          this.#virtualTimeOf(ticket.user) < served,
      )
    )
      return null;
    most[1].yielding = true;
    return most[0];
  }

  /**
   * Who is refused after this job has come: itself where its user has too many waiting, else, of a
   * full queue, the newest job of the user with the most.
   */
  toRefuse(newest: T): { readonly ticket: T; readonly error: AppError } | null {
    if (!this.#waiting.has(newest)) return null;
    if (this.#waitingOf(newest.user) > newest.rights.waiting)
      return { ticket: newest, error: crowded(newest.rights) };
    if (this.#waiting.size <= waitingLimit) return null;
    const [ticket = newest] = [...this.#waiting]
      .toReversed()
      .toSorted(
        (a, b) =>
          this.#waitingOf(b.user) - this.#waitingOf(a.user) ||
          this.#virtualTimeOf(b.user) - this.#virtualTimeOf(a.user),
      );
    return {
      ticket,
      error: new AppError('unavailable', 'Too many analyses are waiting. Try again in a moment.', {
        retry_after: 5,
        limit: waitingLimit,
      }),
    };
  }

  /**
   * The refusal of any further job of this user: as many run and wait as may. Null where one more
   * may come.
   */
  refusalOf(user: string, rights: JobRights): AppError | null {
    return this.#runningOf(user) >= this.#mostOf({ rights }) &&
      this.#waitingOf(user) >= rights.waiting
      ? crowded(rights)
      : null;
  }

  waiting(): readonly T[] {
    return [...this.#waiting];
  }

  running(): readonly T[] {
    return [...this.#running.keys()];
  }

  #mayRun(ticket: T): boolean {
    if (this.#runningOf(ticket.user) >= this.#mostOf(ticket)) return false;
    return (
      ticket.lane === 'fast' ||
      [...this.#running].filter(([one, { overdue }]) => isLong(one, overdue)).length <
        this.#allButOne
    );
  }

  get #allButOne(): number {
    return Math.max(1, this.#workers - 1);
  }

  #mostOf({ rights }: Pick<T, 'rights'>): number {
    return Math.min(rights.running, this.#allButOne);
  }

  #virtualTimeOf(user: string): number {
    const { served = 0, share = 1 } = this.#accounts.get(user) ?? {};
    const now = this.#clock();
    return [...this.#running].reduce(
      (sum, [ticket, { since }]) =>
        ticket.user === user ? sum + costOf(now - since) / share : sum,
      served,
    );
  }

  #runningOf(user: string): number {
    return [...this.#running.keys()].filter((ticket) => ticket.user === user).length;
  }

  #waitingOf(user: string): number {
    return [...this.#waiting].filter((ticket) => ticket.user === user).length;
  }

  #jobsOf(user: string): number {
    return this.#runningOf(user) + this.#waitingOf(user);
  }

  /**
   * Users without jobs are kept while they would begin later than somebody new; none where nothing
   * is to be done.
   */
  #forget(): void {
    const isIdle = this.#running.size + this.#waiting.size === 0;
    for (const [user, { served }] of this.#accounts)
      if (isIdle || (served <= this.#virtualTime && this.#jobsOf(user) === 0))
        this.#accounts.delete(user);
    if (isIdle) this.#virtualTime = 0;
  }
}

const laneOrder = { fast: 0, slow: 1 } as const;
const isLong = ({ lane }: Ticket, overdue: boolean): boolean => lane === 'slow' || overdue;

/** The refusal of a job whose user has as many waiting as may. */
export function crowded({ waiting, plan, remedies }: JobRights): AppError {
  const on = plan === undefined ? '' : ` on the ${plan} plan`;
  return new AppError(
    'unavailable',
    `${waiting} of your analyses are waiting, and no more may${on}. Try again in a moment.`,
    {
      retry_after: 2,
      limit: waiting,
      ...(remedies === undefined ? {} : { fix: remedies.crowded }),
    },
  );
}
