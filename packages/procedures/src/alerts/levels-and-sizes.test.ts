import type { AlertKind } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { list, Randomness, to, type Cells } from './testing-draws.ts';
import { every, foundOf as foundIn, put } from './testing-found.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
});
afterAll(() => tests.close());
const foundOf = (kind: AlertKind, cells: Cells): ReturnType<typeof foundIn> =>
  foundIn(tests, kind, cells);

describe('a level that changes', () => {
  test('by one and a half standard deviations is found in long parts', async () => {
    const chance = new Randomness(1);
    const value = list(600, (i) => to(1, chance.normal(i < 330 ? 50 : 54.8, 3)));
    const [found] = await foundOf('sudden_change', { value });
    expect(found?.said).toMatch(/^value rises at row 3\d\d and stays: 5\d/);
  });

  test.each([
    ['a trend', (i: number) => i / 40],
    ['a season', (i: number) => 4 * Math.sin((2 * Math.PI * (i - 200)) / 400)],
  ])('is not found in %s', async (_, of) => {
    const chance = new Randomness(2);
    const value = list(400, (i) => to(1, 50 + of(i) + chance.normal(0, 3)));
    expect(await foundOf('sudden_change', { value })).toEqual([]);
  });

  test('is found in a series with a day in it', async () => {
    const chance = new Randomness(3);
    const humidity = list(600, (i) =>
      to(1, 55 + 7 * Math.sin((2 * Math.PI * i) / 144) + chance.normal(i < 220 ? 0 : 12.7, 1.4)),
    );
    const [found] = await foundOf('sudden_change', { humidity });
    expect(found?.said).toMatch(/^humidity rises at row 221 and stays/);
  });
});

describe('one of three', () => {
  const table = (category: string): Cells => {
    const chance = new Randomness(4);
    const group = list(300, () => chance.of('A', 'B', 'C'));
    return {
      [category]: group,
      sodium: group.map((one) => to(1, chance.normal(one === 'B' ? 147 : 140, 2.6))),
    };
  };

  test('instruments is far from the others, of three kinds it may be', async () => {
    expect(await foundOf('outlying_group', table('instrument'))).toMatchObject([
      { columns: ['instrument', 'sodium'], severity: 'high' },
    ]);
    expect(await foundOf('outlying_group', table('species'))).toEqual([]);
  });
});

describe('zeros', () => {
  test.each([
    ['volume_l', 'though no other value is near 0'],
    ['salary', 'though no other value is near 0'],
  ])('of amounts with a long tail are impossible: %s', async (name, although) => {
    const chance = new Randomness(5);
    const sizes = list(400, () => to(1, Math.exp(chance.normal(6, name === 'salary' ? 0.3 : 1))));
    expect(await foundOf('impossible_zeros', { [name]: put(sizes, [88], () => 0) })).toEqual([
      {
        columns: [name],
        count: 1,
        severity: 'high',
        said: `${name} is 0 in 1 row, ${although}.`,
        shown: [88],
      },
    ]);
  });

  test('are true of fees, and of sizes that are rounded to 0', async () => {
    const chance = new Randomness(6);
    const fee = list(400, () => to(1, Math.exp(chance.normal(6, 0.3))));
    const weight = list(400, () => to(1, Math.exp(chance.normal(0, 1))));
    expect(
      await foundOf('impossible_zeros', {
        fee: put(fee, [88], () => 0),
        weight: put(weight, [9], () => 0),
      }),
    ).toEqual([]);
  });
});

describe('percentages', () => {
  test('over 100 are named together where the furthest is no overshoot', async () => {
    const chance = new Randomness(7);
    const attendance = list(120, () => to(1, 100 - chance.exponential(5)));
    attendance[48] = 103.4;
    attendance[56] = 131;
    attendance[115] = 102.8;
    expect(await foundOf('impossible_percentages', { attendance_pct: attendance })).toMatchObject([
      { count: 3, shown: [49, 57, 116] },
    ]);
  });

  test('are left where many are a little over it', async () => {
    const chance = new Randomness(8);
    const humidity = list(400, () => to(1, 100.8 - chance.exponential(8)));
    expect(await foundOf('impossible_percentages', { humidity_pct: humidity })).toEqual([]);
  });
});

describe('units', () => {
  test('of an area are named', async () => {
    const chance = new Randomness(9);
    const rows = every(400, 30);
    const area = list(400, () => Math.round(Math.exp(chance.normal(4.4, 0.25))));
    const [found] = await foundOf('mixed_units', {
      area_m2: put(area, rows, (value) => Math.round(10.7639 * value)),
    });
    expect(found?.said).toMatch(/differ from the others as square feet and square metres do\.$/);
    expect(found?.shown).toEqual(rows);
  });

  test.each([11, 13, 15])('are not mixed by sums of what has a whole price (%i)', async (seed) => {
    const chance = new Randomness(seed);
    const prices = [
      34.9, 34.9, 189, 2.49, 2.49, 2.49, 0.89, 0.89, 0.89, 249, 59.9, 59.9, 7.5, 11.2,
    ];
    const price = list(450, () => chance.of(...prices));
    const product = price.map((one) => `thing ${String(prices.indexOf(one))}`);
    const net = price.map((one) =>
      to(2, one * (1 + Math.floor(chance.exponential(2.8))) * chance.of(1, 1, 1, 0.95, 0.9, 0.85)),
    );
    expect(await foundOf('mixed_units', { product, net })).toEqual([]);
  });
});
