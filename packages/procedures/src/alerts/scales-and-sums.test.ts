import { describe, expect, test } from 'vitest';
import { list, Randomness, to } from './testing-draws.ts';
import { every, put, useAlerts } from './testing-found.ts';

const foundOf = useAlerts();

const answers = (chance: Randomness, n: number): number[] =>
  list(n, () => chance.of(1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5));

describe('values outside a scale', () => {
  test.each([
    [6, 'satisfaction is 6 in row 307', 'medium', 'satisfaction'],
    [33, 'satisfaction is 33 in row 307', 'high', 'satisfaction'],
    [6, 'pain is 6 in row 307', 'medium', 'pain'],
  ])('are named: %i', async (value, said, severity, name) => {
    const cells = { [name]: put(answers(new Randomness(1), 600), [307], () => value) };
    expect(await foundOf('outside_scale', cells)).toEqual([
      {
        columns: [name],
        count: 1,
        severity,
        said: `${said}, though all others are from 1 to 5.`,
        shown: [307],
      },
    ]);
    expect(await foundOf('extreme_values', cells)).toEqual([]);
  });

  test('are named at both ends of few answers, in one alert', async () => {
    const rating = put(answers(new Randomness(2), 90), [11, 40, 77], (value) => value);
    [rating[10], rating[39], rating[76]] = [0, 7, 55];
    const [found, ...others] = await foundOf('outside_scale', { rating });
    expect([found?.said, found?.shown, others]).toEqual([
      'rating is 0, 7 and 55 in rows 11, 40 and 77, though all others are from 1 to 5.',
      [11, 40, 77],
      [],
    ]);
  });

  test.each([
    ['counts', (chance: Randomness) => chance.poisson(2.2)],
    ['counts from 1 on', (chance: Randomness) => 1 + chance.poisson(1.2)],
    [
      'successes of five trials',
      (chance: Randomness) => list(5, () => chance.share() < 0.6).filter(Boolean).length,
    ],
    ['a long tail', (chance: Randomness) => 1 + Math.floor(chance.exponential(1.4))],
    [
      'marks of which the last is rare',
      (chance: Randomness) => (chance.share() < 0.01 ? 6 : chance.of(1, 2, 2, 2, 3, 3, 3, 4, 4, 5)),
    ],
  ])('are none of %s', async (_, of) => {
    const chance = new Randomness(3);
    expect(await foundOf('outside_scale', { number: list(900, () => of(chance)) })).toEqual([]);
  });
});

describe('sums that are broken', () => {
  const amount = (chance: Randomness): number => to(2, Math.exp(chance.normal(4, 0.8)));

  test('are named with the parts and the rows', async () => {
    const chance = new Randomness(4);
    const [net, vat, tip] = [0, 1, 2].map(() => list(500, () => amount(chance)));
    const total = list(500, (i) => to(2, (net?.[i] ?? 0) + (vat?.[i] ?? 0) + (tip?.[i] ?? 0)));
    const rows = [40, 311];
    const cells = {
      net: net ?? [],
      vat: vat ?? [],
      tip: tip ?? [],
      total: put(total, rows, (value) => to(2, 0.9 * value)),
    };
    expect(await foundOf('broken_sum', cells)).toEqual([
      {
        columns: ['net', 'vat', 'tip', 'total'],
        count: 2,
        severity: 'high',
        said: 'total is not the sum of net, vat and tip in rows 40 and 311, as it is in all others.',
        shown: rows,
      },
    ]);
    expect(await foundOf('broken_sum', { ...cells, total })).toEqual([]);
  });

  test('are those of five parts beside each other, and of parts of a hundred', async () => {
    const chance = new Randomness(5);
    const parts = list(5, () => list(300, () => chance.poisson(4)));
    const [first, second, third, fourth, fifth] = parts;
    const all = list(300, (i) => parts.reduce((sum, part) => sum + (part[i] ?? 0), 0));
    const clay = list(300, () => to(1, 20 + 20 * chance.share()));
    const silt = list(300, () => to(1, 20 + 20 * chance.share()));
    const sand = list(300, (i) => to(1, 100 - (clay[i] ?? 0) - (silt[i] ?? 0)));
    const found = await foundOf('broken_sum', {
      first: first ?? [],
      second: second ?? [],
      third: third ?? [],
      fourth: fourth ?? [],
      fifth: fifth ?? [],
      all: put(all, [88], (value) => value + 2),
      clay,
      silt,
      sand: put(sand, [7], (value) => value + 9),
    });
    expect(found.map(({ said, shown }) => [said, shown])).toEqual([
      ['clay, silt and sand do not add up to 100 in row 7, as they do in all others.', [7]],
      [
        'all is not the sum of first, second, third, fourth and fifth in row 88, as it is in all others.',
        [88],
      ],
    ]);
  });

  test('are none where a part is mostly 0, or sums hold in some rows by chance', async () => {
    const chance = new Randomness(6);
    const price = list(400, () => amount(chance));
    const fee = list(400, (i) => (i % 40 === 3 ? 5 : 0));
    expect(
      await foundOf('broken_sum', {
        price,
        fee,
        paid: price,
        one: list(400, () => chance.whole(0, 1)),
        two: list(400, () => chance.whole(0, 2)),
        three: list(400, () => chance.whole(0, 3)),
      }),
    ).toEqual([]);
  });
});

describe('columns that are copies', () => {
  test('are one alert, of texts as of numbers', async () => {
    const chance = new Randomness(7);
    const ward = list(200, () => chance.of('A1', 'A2', 'B1', 'C3'));
    const weight = list(200, () => to(1, chance.normal(70, 12)));
    const found = await foundOf('high_correlation', {
      ward,
      weight,
      ward_2: ward,
      kg: weight,
      'weight again': weight,
      other: list(200, () => chance.of('A1', 'A2', 'B1', 'C3')),
    });
    expect(found.map(({ columns, said }) => [columns, said])).toEqual([
      [['ward', 'ward_2'], 'ward_2 is a copy of ward: the two are equal in every row.'],
      [
        ['weight', 'kg', 'weight again'],
        'kg and weight again are copies of weight: all are equal in every row.',
      ],
    ]);
  });

  test('are none where one row differs, or rare values agree by chance', async () => {
    const chance = new Randomness(8);
    const ward = list(200, () => chance.of('A1', 'A2', 'B1', 'C3'));
    const rare = list(200, (i) => (i === 9 ? 'yes' : 'no'));
    expect(
      await foundOf('high_correlation', {
        ward,
        moved: put(ward, [50, 51], (value) => (value === 'A1' ? 'A2' : 'A1')),
        fever: rare,
        rash: rare,
      }),
    ).toEqual([]);
  });
});

describe('missing values of a group', () => {
  test('are said with the group', async () => {
    const chance = new Randomness(9);
    const site = list(400, () => chance.of('Graz', 'Linz', 'Wien', 'Steyr'));
    const rows = every(400, 400, 1).filter((row) => site[row - 1] === 'Linz' && row % 5 !== 0);
    const dose: (string | number)[] = list(400, () => to(1, chance.normal(50, 9)));
    const all = site.filter((one) => one === 'Linz').length;
    const percent = (share: number): string => `${Number((100 * share).toPrecision(3))}%`;
    expect(await foundOf('missing', { site, dose: put(dose, rows, () => '') })).toEqual([
      {
        columns: ['dose'],
        count: rows.length,
        severity: rows.length < 80 ? 'low' : 'medium',
        said: `dose is missing in ${rows.length} rows (${percent(rows.length / 400)}), all of them where site is Linz (${percent(rows.length / all)} of these rows).`,
        shown: rows,
      },
    ]);
  });

  test('are said without one where they are anywhere', async () => {
    const chance = new Randomness(10);
    const site = list(400, () => chance.of('Graz', 'Linz', 'Wien', 'Steyr'));
    const dose = list(400, () => (chance.share() < 0.2 ? '' : to(1, chance.normal(50, 9))));
    const [found] = await foundOf('missing', { site, dose });
    expect(found?.said).toMatch(/^dose is missing in \d+ rows \([\d.]+%\)\.$/);
  });
});
