import { alertThresholds, type AlertKind } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvOf, list, Randomness, to, type Cells } from './testing-draws.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
});
afterAll(() => tests.close());

const thresholds = alertThresholds.parse({});
/** What is said of a kind. */
const saidOf = async (kind: AlertKind, cells: Cells): Promise<string[]> => {
  const { table, profilePath } = await tests.admit(csvOf(cells));
  const { alerts } = await tests.engine.alerts(table, { thresholds, profile: profilePath });
  return alerts.flatMap((alert) => (alert.kind === kind ? [alert.said] : []));
};

test('a delay of −1 is early, and −1 persons are a code', async () => {
  const delay = (chance: Randomness): number[] =>
    list(600, () => Math.round(chance.exponential(2.4) - 1.2));
  expect(await saidOf('placeholder', { delay_min: delay(new Randomness(1)) })).toEqual([]);
  expect(await saidOf('zeros', { delay_min: delay(new Randomness(1)) })).toEqual([]);
  const chance = new Randomness(2);
  const boarded = list(600, (i) => (i % 60 === 3 ? -1 : chance.poisson(3)));
  expect(await saidOf('placeholder', { boarded })).toEqual([
    'boarded is −1 in 10 rows, apart from all other values.',
  ]);
});

describe('zeros', () => {
  test.each([
    ['discount', [0, 0, 0, 5, 10, 15, 20]],
    ['dose', [0, 5, 10, 20, 40, 80]],
    ['vat', [0, 7, 19, 19]],
  ])('are the first level of %s', async (name, levels) => {
    const chance = new Randomness(3);
    expect(await saidOf('zeros', { [name]: list(400, () => chance.of(...levels)) })).toEqual([]);
  });

  test('among levels far from 0 are said', async () => {
    const hours = list(400, (i) => [0, 20, 22, 25][i % 4] ?? 0);
    expect(await saidOf('zeros', { hours })).toEqual(['hours is 0 in 100 rows (25%).']);
  });
});

describe('rows that are alike', () => {
  const answers = (chance: Randomness): Cells =>
    Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((name) => [name, list(400, () => chance.whole(1, 5))]),
    );

  test('by chance, in answers of few levels, are no repeated rows', async () => {
    expect(await saidOf('duplicate_rows', answers(new Randomness(4)))).toEqual([]);
  });

  test('are repeated where chance makes none', async () => {
    const chance = new Randomness(4);
    const cells = Object.entries({
      ...answers(chance),
      seconds: list(400, () => to(1, chance.exponential(90))),
    }).map(([name, column]): [string, Cells[string]] => [
      name,
      [...column, ...column.slice(50, 60)],
    ]);
    expect(await saidOf('duplicate_rows', Object.fromEntries(cells))).toEqual([
      '10 rows (2.44%) equal an earlier row in every column.',
    ]);
  });
});

test('a rare remark and a day are no key of rows', async () => {
  const chance = new Randomness(5);
  const day = (i: number): string =>
    new Date(Date.UTC(2024, 0, 1 + (i % 120))).toISOString().slice(0, 10);
  const x = list(360, () => to(3, chance.normal()));
  const rare = list(360, (i) => (i % 9 === 0 ? chance.of('icteric', 'lipaemic', 'repeat') : ''));
  const days = list(360, (i) => day(Math.floor(i / 9) * 9));
  days.splice(0, 120, ...list(120, day));
  rare[9] = 'icteric';
  rare[18] = 'icteric';
  days[18] = day(9);
  expect(await saidOf('duplicate_keys', { remark: rare, collected: days, x })).toEqual([]);
  const places = ['North', 'South', 'West'];
  const whole = {
    place: [...list(360, (i) => places[Math.floor(i / 120)] ?? ''), 'North'],
    collected: [...list(360, day), day(4)],
    x: [...x, 9.5],
  };
  expect(await saidOf('duplicate_keys', whole)).toEqual([
    'There is one row for each place and collected, but 1 row repeats an earlier pair.',
  ]);
});

describe('groups', () => {
  const masses = { mouse: 0.02, cat: 4, horse: 500, cow: 650 };
  const kinds = list(800, (i) => Object.keys(masses)[i % 4] ?? '');

  test('that differ by factors are kinds of things, and follow no law of first digits', async () => {
    const chance = new Randomness(6);
    const pulse = new Map(Object.entries({ mouse: 600, cat: 180, horse: 36, cow: 60 }));
    const mass = new Map(Object.entries(masses));
    const cells = {
      kind: kinds,
      pulse: kinds.map((kind) =>
        Math.round((pulse.get(kind) ?? 0) * Math.exp(chance.normal(0, 0.1))),
      ),
      mass: kinds.map((kind) =>
        Number(((mass.get(kind) ?? 0) * Math.exp(chance.normal(0, 0.2))).toPrecision(3)),
      ),
    };
    expect(await saidOf('outlying_group', cells)).toEqual([]);
    expect(await saidOf('benford', cells)).toEqual([]);
  });

  test('of which one is off are said, and its digits are not', async () => {
    const chance = new Randomness(7);
    const cost = kinds.map((kind) =>
      to(2, Math.exp(chance.normal(4, 0.4)) * (kind === 'cat' ? 100 : 1)),
    );
    const cells = { kind: kinds, cost };
    expect(await saidOf('outlying_group', cells)).toHaveLength(1);
    expect(await saidOf('benford', cells)).toEqual([]);
  });
});

describe('last digits of', () => {
  test('products of prices by numbers are 0 in more than a tenth', async () => {
    const chance = new Randomness(8);
    const price = list(900, () => to(2, Math.exp(chance.normal(2, 1))));
    const value = price.map((one) => to(2, one * chance.whole(1, 200)));
    expect(await saidOf('digit_preference', { value })).toEqual([]);
  });

  test('values below a limit that are written as it are those of the limit', async () => {
    const chance = new Randomness(12);
    const limited = list(800, (i) =>
      i % 50 < 9 ? 0.5 : to(2, 0.51 + Math.exp(chance.normal(0.2, 1))),
    );
    expect(await saidOf('digit_preference', { nitrate: limited })).toEqual([]);
  });

  test('round wages to which overtime is added in some rows are those of the wages', async () => {
    const chance = new Randomness(9);
    const overtime = list(900, () => (chance.share() < 0.35 ? to(2, chance.exponential(90)) : 0));
    const gross = overtime.map((more) =>
      to(2, 10 * Math.round(Math.exp(chance.normal(5.7, 0.3))) + more),
    );
    expect(await saidOf('digit_preference', { overtime, gross })).toEqual([]);
    expect(await saidOf('digit_preference', { gross })).toHaveLength(1);
  });
});

test('what counts rows or only rises goes together with all that rises, unless it is computed', async () => {
  const chance = new Randomness(10);
  let [members, seconds] = [1000, 0];
  const cells = {
    day: list(300, (i) => i + 1),
    members: list(300, () => (members += chance.poisson(6))),
    uptime: list(300, () => to(1, (seconds += chance.exponential(90)))),
    rest: list(300, (i) => 1000 - 3 * (i + 1)),
  };
  expect(await saidOf('high_correlation', cells)).toEqual(['day and rest go together: r = −1.00.']);
  const read = list(300, () => chance.normal());
  expect(
    await saidOf('high_correlation', {
      read: read.map((value) => to(3, value)),
      again: read.map((value) => to(3, value + chance.normal(0, 0.1))),
    }),
  ).toEqual(['read and again go together: r = 0.99.']);
});

test('a column is skewed by more than one row', async () => {
  const chance = new Randomness(11);
  const waits = list(200, () => chance.normal(50, 10));
  const cells = (far: number): Cells => ({
    wait: waits.map((value, i) => to(2, i < far ? 400 : value)),
  });
  expect(await saidOf('skewed', cells(1))).toEqual([]);
  expect(await saidOf('extreme_values', cells(1))).toHaveLength(1);
  expect(await saidOf('skewed', cells(2))).toHaveLength(1);
});
