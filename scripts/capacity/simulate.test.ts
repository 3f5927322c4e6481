import { describe, expect, it } from 'vitest';
import { random } from './random.ts';
import { simulate, type Call, type Plant } from './simulate.ts';

const rights = { share: 1, running: Infinity, waiting: Infinity, seconds: 20 };

/** Calls of many users at random times: so many a second, each with its work. */
function* poisson(rate: number, seconds: number, work: (draw: () => number) => number) {
  const draw = random(11);
  for (let at = -Math.log(draw()) / rate; at < seconds; at += -Math.log(draw()) / rate)
    yield {
      at,
      kind: 'call',
      user: String(Math.floor(draw() * 1e6)),
      lane: 'fast',
      rights,
      stages: [{ station: 'one', work: work(draw) }],
    } satisfies Call;
}
const plant = (cores: number, places: number, turns: 'first' | 'fair' = 'first'): Plant => ({
  machines: { m: { cores } },
  stations: { one: { machine: 'm', places, turns } },
});
const mean = (values: readonly number[] = []): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Erlang's C formula: the probability to wait with so many servers at this offered load. */
function erlangC(servers: number, load: number): number {
  let blocked = 1;
  for (let n = 1; n <= servers; n += 1) blocked = (load * blocked) / (n + load * blocked);
  return blocked / (1 - (load / servers) * (1 - blocked));
}

describe('the simulation agrees with the formulas of queues', () => {
  const seconds = 20_000;

  it.each([
    [1, 0.5],
    [3, 2.4],
    [8, 6.8],
  ])('of M/M/%i at an offered load of %f (Erlang)', (servers, load) => {
    const { took, busy } = simulate(
      plant(servers, servers),
      poisson(load, seconds, (draw) => -Math.log(draw())),
      seconds,
    );
    const expected = 1 + erlangC(servers, load) / (servers - load);
    expect(mean(took.get('call')) / expected).toBeCloseTo(1, 1);
    expect(busy['m']).toBeCloseTo(load / servers, 1);
  });

  it('of M/D/1 at a load of 0.8 (Pollaczek and Khinchine)', () => {
    const { took } = simulate(
      plant(1, 1),
      poisson(0.8, seconds, () => 1),
      seconds,
    );
    expect(mean(took.get('call')) / (1 + 0.8 / (2 * 0.2))).toBeCloseTo(1, 1);
  });

  it('of processor sharing, M/D/1 at a load of 0.7', () => {
    const { took } = simulate(
      plant(1, 10_000),
      poisson(0.7, seconds, () => 1),
      seconds,
    );
    expect(mean(took.get('call')) / (1 / 0.3)).toBeCloseTo(1, 1);
  });
});

it('two processes on one processor have half of it each; the next call follows an answer', () => {
  const call = (at: number, user: string): Call => ({
    at,
    kind: user,
    user,
    lane: 'fast',
    rights,
    stages: [
      { station: 'one', work: 1 },
      { station: 'one', work: 0.5 },
    ],
  });
  const { took, busy, unfinished } = simulate(
    plant(1, 2),
    [call(0, 'a'), call(0, 'b')],
    10,
    ({ user }, at) => (user === 'a' && at < 4 ? call(at + 1, 'a') : null),
  );
  expect(took).toEqual(
    new Map([
      ['a', [3, 1.5]],
      ['b', [3]],
    ]),
  );
  expect([busy['m'], unfinished]).toEqual([0.45, 0]);
});

it('the turns of the pool let no user have all workers, and refuse what is too much', () => {
  const calls = Array.from({ length: 30 }, (_, i): Call => ({
    at: i / 1000,
    kind: i < 29 ? 'greedy' : 'modest',
    user: i < 29 ? 'greedy' : 'modest',
    lane: 'slow',
    rights: { ...rights, waiting: 20 },
    stages: [{ station: 'one', work: 10 }],
  }));
  const { took, refused, unfinished } = simulate(plant(3, 3, 'fair'), calls, 35);
  // Two of the three take slow jobs; of greedy two run, twenty wait, and seven are refused.
  expect(refused).toBe(7);
  expect(took.get('modest')?.map((seconds) => Math.round(seconds))).toEqual([20]);
  expect(unfinished).toBe(30 - 7 - (took.get('greedy')?.length ?? 0) - 1);
});
