import { describe, expect, test } from 'vitest';
import { list, Randomness, to, type Cells } from './testing-draws.ts';
import { every, put, useAlerts } from './testing-found.ts';

const foundOf = useAlerts();

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

describe('a level that wanders', () => {
  /** Pressure that falls in a storm, in hours in which a station reported nothing. */
  const pressure = (gap: readonly [number, number]): (number | string)[] => {
    const chance = new Randomness(12);
    let level = 1029;
    return list(300, (i) => {
      level += chance.normal(i >= 150 && i < 160 ? -2.8 : 0, 0.3);
      return i >= gap[0] && i < gap[1] ? '' : to(1, level);
    });
  };

  test('is no jump over rows without a value', async () => {
    expect(await foundOf('sudden_change', { pressure: pressure([150, 160]) })).toEqual([]);
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

describe('last digits', () => {
  test('are not preferred by what is paid in notes', async () => {
    const chance = new Randomness(15);
    const paid = list(400, () =>
      chance.share() < 0.5 ? chance.of(5, 10, 20, 50) : to(2, Math.exp(chance.normal(3, 0.8))),
    );
    expect(await foundOf('digit_preference', { paid })).toEqual([]);
    const pressure = list(400, () => Math.round(chance.normal(125, 14)));
    const rounded = pressure.map((one) => (chance.share() < 0.6 ? 10 * Math.round(one / 10) : one));
    expect(await foundOf('digit_preference', { pressure: rounded })).toHaveLength(1);
  });
});

describe('rows that repeat', () => {
  test('are no copies where few values are drawn again and again', async () => {
    const chance = new Randomness(16);
    const nights = list(9000, () => 1 + Math.floor(chance.exponential(2.6)));
    expect(
      await foundOf('copied_rows', { nights, tax: nights.map((one) => to(2, 2.5 * one)) }),
    ).toEqual([]);
  });
});

describe('keys', () => {
  test('of letters and a number are keys whatever they are called', async () => {
    const cost_centre = list(200, (i) => `K${String(20_000 + i)}`);
    expect(
      await foundOf('duplicate_keys', { cost_centre: put(cost_centre, [88], () => 'K20010') }),
    ).toMatchObject([{ columns: ['cost_centre'], count: 1, shown: [11, 88] }]);
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
  test('are not mixed by long ways that take their time', async () => {
    const chance = new Randomness(13);
    const way = list(300, (i) =>
      to(0, (i % 12 === 3 ? 8900 : 890) * Math.exp(chance.normal(0, 0.12))),
    );
    const time = way.map((one) => to(0, (one / 12) * Math.exp(chance.normal(0, 0.03))));
    expect(await foundOf('mixed_units', { distance_km: way, air_time_min: time })).toEqual([]);
    expect(
      await foundOf('mixed_units', {
        distance_km: way,
        air_time_min: time.map(() => to(0, chance.normal(90, 12))),
      }),
    ).toHaveLength(1);
  });

  test('are mixed in few rows where nothing lies between them', async () => {
    const chance = new Randomness(14);
    const rows = [11, 14, 25, 39, 47];
    const celsius = list(50, () => to(1, chance.normal(38.7, 0.35)));
    expect(
      await foundOf('mixed_units', {
        temperature_c: put(celsius, rows, (value) => to(1, 1.8 * value + 32)),
      }),
    ).toMatchObject([{ count: 5, shown: rows }]);
  });

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
