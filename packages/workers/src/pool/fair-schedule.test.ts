import { describe, expect, it } from 'vitest';
import { FairSchedule, type Ticket } from './fair-schedule.ts';
import type { Lane } from '../jobs/define-job.ts';

const rights = { share: 1, running: Infinity, waiting: 100, seconds: 20 };

/**
 * A schedule whose clock does not move by itself, and short ways to name its jobs: user, lane,
 * number.
 */
function open(workers: number) {
  let now = 0;
  let jobs = 0;
  const schedule = new FairSchedule<Ticket & { readonly name: string }>(workers, () => now);
  const join = (user: string, lane: Lane = 'fast', more: Partial<typeof rights> = {}) => {
    const ticket = { user, lane, rights: { ...rights, ...more }, name: `${user}${++jobs}` };
    schedule.join(ticket);
    return ticket;
  };
  /** Names of the jobs that start when each worker that is free takes one. */
  const started = (): string[] => {
    const names = [];
    for (let next = schedule.start(); next !== null; next = schedule.start()) names.push(next.name);
    return names;
  };
  const end = (...names: string[]) =>
    schedule
      .running()
      .filter(({ name }) => names.includes(name))
      .forEach((ticket) => schedule.end(ticket));
  return {
    schedule,
    join,
    started,
    end,
    pass: (seconds: number) => (now += seconds),
    waiting: () => schedule.waiting().map(({ name }) => name),
  };
}

/** Users in the order in which they are served, each job taking so many seconds, on one worker. */
function served(
  { schedule, started, end, pass }: ReturnType<typeof open>,
  seconds: (user: string) => number,
  jobs: number,
): string[] {
  return Array.from({ length: jobs }, () => {
    const [name = ''] = started();
    pass(seconds(schedule.running()[0]?.user ?? ''));
    end(name);
    return name.replace(/\d+$/, '');
  });
}

describe('the schedule', () => {
  it('lets users take turns, in the order in which they came', () => {
    const one = open(1);
    for (const user of ['busy', 'busy', 'busy', 'busy', 'late', 'later', 'late']) one.join(user);
    expect(served(one, () => 0.1, 7)).toEqual([
      'busy',
      'late',
      'later',
      'busy',
      'late',
      'busy',
      'busy',
    ]);
  });

  it('weighs turns by the time that they took', () => {
    const one = open(1);
    for (let i = 0; i < 3; i++) one.join('long', 'slow');
    for (let i = 0; i < 8; i++) one.join('short', 'slow');
    // A job of 4.5 seconds costs five begun seconds, one of a tenth costs one.
    expect(served(one, (user) => (user === 'long' ? 4.5 : 0.1), 11)).toEqual([
      'long',
      'short',
      'short',
      'short',
      'short',
      'short',
      'long',
      'short',
      'short',
      'short',
      'long',
    ]);
  });

  it('weighs turns by the shares of users', () => {
    const one = open(1);
    for (let i = 0; i < 4; i++)
      for (const [user, share] of [
        ['unverified', 1],
        ['free', 2],
        ['paid', 4],
      ] as const)
        one.join(user, 'fast', { share });
    expect(served(one, () => 0.5, 7).toSorted()).toEqual([
      'free',
      'free',
      'paid',
      'paid',
      'paid',
      'paid',
      'unverified',
    ]);
  });

  it('gives who comes later neither debt nor credit', () => {
    const one = open(1);
    for (let i = 0; i < 6; i++) one.join('early');
    expect(served(one, () => 0.5, 3)).toEqual(['early', 'early', 'early']);
    for (let i = 0; i < 3; i++) one.join('late');
    expect(served(one, () => 0.5, 5)).toEqual(['late', 'early', 'late', 'early', 'late']);
  });

  it.each([
    [1, 1],
    [2, 1],
    [4, 3],
  ])('of %i workers gives one user at most %i', (workers, most) => {
    const pool = open(workers);
    for (let i = 0; i < 6; i++) pool.join('greedy');
    expect(pool.started()).toHaveLength(most);
    pool.join('other');
    expect(pool.started()).toEqual(workers === 1 ? [] : ['other7']);
  });

  it('runs one job at a time of who may have no more', () => {
    const pool = open(4);
    for (let i = 0; i < 3; i++) pool.join('unverified', 'fast', { running: 1 });
    expect(pool.started()).toEqual(['unverified1']);
    pool.end('unverified1');
    expect(pool.started()).toEqual(['unverified2']);
  });

  it('keeps one worker without slow jobs, even if several users ask for them', () => {
    const pool = open(2);
    for (const user of ['a', 'b', 'c']) pool.join(user, 'slow');
    expect(pool.started()).toEqual(['a1']);
    pool.join('stranger');
    expect(pool.started()).toEqual(['stranger4']);
    pool.end('a1', 'stranger4');
    expect(pool.started()).toEqual(['b2']);
  });

  it('serves the small jobs of one user before their large ones', () => {
    const pool = open(2);
    pool.join('a', 'slow');
    expect(pool.started()).toEqual(['a1']);
    pool.join('a', 'slow');
    pool.join('a');
    pool.end('a1');
    expect(pool.started()).toEqual(['a3']);
  });

  it('interrupts a fast job that overran where another user’s waits behind it, and only then', () => {
    const pool = open(2);
    const [slow, overrun] = [pool.join('a', 'slow'), pool.join('b')];
    expect(pool.started()).toEqual([overrun.name, slow.name]);
    pool.join('b');
    const stranger = pool.join('stranger');
    expect(pool.schedule.toInterrupt()).toBeNull();
    pool.schedule.overrun(overrun);
    expect(pool.schedule.toInterrupt()).toBe(overrun);
    // Once is enough.
    expect(pool.schedule.toInterrupt()).toBeNull();
    pool.end(overrun.name);
    const again = pool.join('b', 'slow');
    expect(pool.started()).toEqual([stranger.name]);
    expect(pool.waiting()).toEqual(['b3', again.name]);
  });

  it.each<[string, Lane]>([
    ['a user’s own', 'fast'],
    ['a slow job of another', 'slow'],
  ])('does not interrupt for %s', (_, lane) => {
    const pool = open(2);
    const [slow, overrun] = [pool.join('a', 'slow'), pool.join('b')];
    expect(pool.started()).toEqual([overrun.name, slow.name]);
    pool.schedule.overrun(overrun);
    pool.join(lane === 'fast' ? 'b' : 'c', lane);
    expect(pool.schedule.toInterrupt()).toBeNull();
  });

  it('does not interrupt for a user who was served more', () => {
    const pool = open(2);
    pool.join('a', 'slow');
    pool.join('busy');
    expect(pool.started()).toEqual(['busy2', 'a1']);
    pool.pass(5);
    pool.end('busy2');
    const small = pool.join('stranger');
    expect(pool.started()).toEqual([small.name]);
    pool.join('busy');
    pool.schedule.overrun(small);
    expect(pool.schedule.toInterrupt()).toBeNull();
    // It had its turn: from here on the other has been served less.
    pool.pass(7);
    expect(pool.schedule.toInterrupt()).toBe(small);
  });

  it('counts a fast job that overran as slow: no slow job takes the other worker', () => {
    const pool = open(2);
    const overrun = pool.join('a');
    expect(pool.started()).toEqual(['a1']);
    pool.schedule.overrun(overrun);
    pool.join('b', 'slow');
    expect(pool.started()).toEqual([]);
    pool.join('c');
    expect(pool.started()).toEqual(['c3']);
  });

  it('refuses the job of a user who has too many waiting, and not the next user’s', () => {
    const pool = open(1);
    const refused = (user: string) => {
      const ticket = pool.join(user, 'fast', { waiting: 2 });
      pool.started();
      const found = pool.schedule.toRefuse(ticket);
      if (found !== null) pool.schedule.leave(found.ticket);
      return found?.ticket.name ?? null;
    };
    expect(['a', 'a', 'a', 'a', 'b', 'b', 'b'].map(refused)).toEqual([
      null,
      null,
      null,
      'a4',
      null,
      null,
      'b7',
    ]);
  });

  it('refuses early only where no further job of the user could run or wait', () => {
    const pool = open(2);
    const limited = { ...rights, waiting: 1 };
    pool.join('b', 'slow');
    expect(pool.started()).toEqual(['b1']);
    pool.join('a', 'slow', limited);
    // The slow lane is full; a small job would run at once.
    expect([pool.started(), pool.schedule.refusalOf('a', limited)]).toEqual([[], null]);
    pool.join('a', 'fast', limited);
    expect(pool.started()).toEqual(['a3']);
    expect(pool.schedule.refusalOf('a', limited)).toMatchObject({
      code: 'unavailable',
      details: { retry_after: 2, limit: 1 },
    });
    expect(pool.schedule.refusalOf('stranger', limited)).toBeNull();
  });

  it('of a full queue refuses the newest job of the user who has the most, never the stranger’s', () => {
    const pool = open(1);
    const add = (user: string) => {
      const ticket = pool.join(user);
      pool.started();
      const found = pool.schedule.toRefuse(ticket);
      if (found !== null) pool.schedule.leave(found.ticket);
      return found === null
        ? null
        : [found.ticket.name, found.error.code, found.error.details.retry_after];
    };
    expect(
      Array.from({ length: 101 }, () => add('a')).filter((refused) => refused !== null),
    ).toEqual([]);
    expect(
      Array.from({ length: 100 }, () => add('b')).filter((refused) => refused !== null),
    ).toEqual([]);
    // As many as b, and one runs as well.
    expect(add('stranger')).toEqual(['a101', 'unavailable', 5]);
    expect(add('stranger')).toEqual(['b201', 'unavailable', 5]);
    expect(add('a')).toEqual(['a204', 'unavailable', 5]);
  });
});
