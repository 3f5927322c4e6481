import { describe, expect, test } from 'vitest';
import { list, Randomness, to } from './testing-draws.ts';
import { every, put, useAlerts } from './testing-found.ts';

const foundOf = useAlerts();

describe('zeros below whole numbers from 1 on', () => {
  test('are impossible where 1 is frequent and they are rare beside it', async () => {
    const chance = new Randomness(1);
    const persons = list(800, () => 1 + chance.poisson(1.3));
    const rows = every(800, 5);
    const ones = put(persons, rows, () => 0).filter((one) => one === 1).length;
    expect(
      await foundOf('impossible_zeros', { household_size: put(persons, rows, () => 0) }),
    ).toEqual([
      {
        columns: ['household_size'],
        count: 5,
        severity: 'medium',
        said: `household_size is 0 in 5 rows, though 1 is frequent (${ones} rows).`,
        shown: rows,
      },
    ]);
  });

  test.each([
    ['Poisson', (chance: Randomness) => chance.poisson(1.9)],
    [
      'of three trials',
      (chance: Randomness) => list(3, () => (chance.share() < 0.55 ? 1 : 0)).filter(Boolean).length,
    ],
  ])('are true of counts: %s', async (_, of) => {
    const chance = new Randomness(2);
    expect(await foundOf('impossible_zeros', { count: list(900, () => of(chance)) })).toEqual([]);
  });

  test('are impossible on a scale that other columns have from 1 on', async () => {
    const chance = new Randomness(3);
    const mark = (): number[] => list(600, () => chance.of(1, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6));
    const rows = every(600, 7);
    const cells = { art: mark(), german: mark(), maths: put(mark(), rows, () => 0) };
    expect(await foundOf('impossible_zeros', cells)).toEqual([
      {
        columns: ['maths'],
        count: 7,
        severity: 'medium',
        said: 'maths is 0 in 7 rows, though it is a scale from 1 to 6 as art and german are.',
        shown: rows,
      },
    ]);
    expect(await foundOf('impossible_zeros', { art: cells.art, maths: cells.maths })).toEqual([]);
  });
});

describe('units', () => {
  test.each([
    ['glucose_mmol_l', 18.016, 5.4, 1, 'milligrams per decilitre and millimoles per litre'],
    ['LDL cholesterol', 38.67, 3.1, 1, 'milligrams per decilitre and millimoles per litre'],
    ['creatinine_umol_l', 1 / 88.42, 80, 0, 'micromoles per litre and milligrams per decilitre'],
  ])('of a laboratory are mixed in %s', async (name, factor, middle, places, said) => {
    const chance = new Randomness(4);
    const rows = every(400, 60);
    const values = list(400, () => to(places, middle * Math.exp(chance.normal(0, 0.15))));
    const [found] = await foundOf('mixed_units', {
      [name]: put(values, rows, (value) => to(2, value * factor)),
    });
    expect(found).toMatchObject({
      count: 60,
      said: expect.stringContaining(` differ from the others as ${said} do.`),
      shown: rows,
    });
  });

  test('that overlap are seen by the decimals that they have lost', async () => {
    const chance = new Randomness(5);
    const rows = every(1500, 120);
    const amounts = list(1500, () => to(2, chance.of(-1, 1) * Math.exp(chance.normal(4.5, 1.5))));
    const mixed = put(amounts, rows, (value) => Math.round(100 * value));
    const whole = mixed.filter(Number.isInteger).length;
    expect(await foundOf('mixed_units', { amount_eur: mixed })).toEqual([
      {
        columns: ['amount_eur'],
        count: whole,
        severity: 'high',
        said: [
          `amount_eur seems to mix units: ${to(2, (100 * whole) / 1500)}% are whole numbers, the others`,
          'have decimals, and they differ as cents and whole units of the currency do. A few may be',
          'whole by chance.',
        ].join(' '),
        shown: mixed.flatMap((value, i) => (Number.isInteger(value) ? [i + 1] : [])),
      },
    ]);
  });

  test.each([
    ['large sums without cents', (value: number) => (value > 300 ? Math.round(value) : value)],
    [
      'sums that were rounded',
      (value: number) => (value > 60 ? 10 * Math.round(value / 10) : value),
    ],
    ['few digits', (value: number) => Number(value.toPrecision(3))],
  ])('are not mixed by %s', async (_, of) => {
    const chance = new Randomness(6);
    const amounts = list(1500, () => of(to(2, Math.exp(chance.normal(4, 1.2)))));
    expect(await foundOf('mixed_units', { amount: amounts })).toEqual([]);
  });
});

describe('numbers that name things', () => {
  const shuffled = (chance: Randomness, n: number, first: number): number[] =>
    list(n, (i) => ({ number: first + i, place: chance.share() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ number }) => number);
  const repeated = (numbers: readonly number[], rows: readonly number[]): number[] =>
    numbers.map((number, i) => (rows.includes(i + 1) ? (numbers[i - 1] ?? 0) : number));
  const rows = every(500, 4, 20);

  test.each([
    ['one after another', (chance: Randomness) => shuffled(chance, 500, 40_001)],
    ['of seven digits', (chance: Randomness) => list(500, () => chance.whole(1e6, 9_999_999))],
  ])('repeat by mistake: %s', async (_, of) => {
    const pupil = repeated(of(new Randomness(8)), rows);
    expect(await foundOf('duplicate_keys', { pupil })).toEqual([
      {
        columns: ['pupil'],
        count: 4,
        severity: 'high',
        said: expect.stringMatching(
          /^pupil names rows, but 4 rows repeat an earlier value, such as ‘\d+’\.$/,
        ),
        shown: rows.flatMap((row) => [row - 1, row]),
      },
    ]);
  });

  test('are none where places are shared, values measured or codes drawn', async () => {
    const chance = new Randomness(9);
    expect(
      await foundOf('duplicate_keys', {
        rank: repeated(shuffled(chance, 500, 1), rows),
        salary: list(500, () => Math.round(Math.exp(chance.normal(12, 0.3)))),
        postcode: list(500, () => `D${String(chance.whole(10_000, 99_999))}`).map((code, i, all) =>
          i === 30 || i === 60 ? (all[i - 1] ?? '') : code,
        ),
      }),
    ).toEqual([]);
  });
});

describe('moments in their order', () => {
  const at = (minute: number): string =>
    new Date(Date.UTC(2024, 2, 4) + 60_000 * minute).toISOString().slice(0, 19).replace('T', ' ');

  test.each([
    ['departure', 'arrival', false],
    ['arrival_date', 'departure_date', true],
    ['ticket_opened', 'ticket_closed', false],
    ['Abfahrt', 'Ankunft', false],
  ])('%s and %s', async (start, end, isDays) => {
    const chance = new Randomness(10);
    const rows = every(300, 5);
    const step = isDays ? 1440 : 1;
    const starts = list(300, () => step * chance.whole(1, 400));
    const ends = starts.map((minute) => minute + step * chance.whole(1, 60));
    const swapped = (from: readonly number[], others: readonly number[]): string[] =>
      from.map((minute, i) => at(rows.includes(i + 1) ? (others[i] ?? 0) : minute));
    const [found] = await foundOf('reversed_dates', {
      [start]: swapped(starts, ends),
      [end]: swapped(ends, starts),
    });
    expect(found).toEqual({
      columns: [start, end],
      count: 5,
      severity: 'high',
      said: `${end} is before ${start} in 5 rows.`,
      shown: rows,
    });
  });
});

describe('digits', () => {
  test('are preferred in a narrow column too', async () => {
    const chance = new Randomness(11);
    const pulse = list(800, () => Math.round(chance.normal(60, 6)));
    const rounded = pulse.map((value) =>
      chance.share() < 0.5 ? 5 * Math.round(value / 5) : value,
    );
    const share = rounded.filter((value) => value % 5 === 0).length;
    const [found] = await foundOf('digit_preference', { pulse: rounded });
    expect(found).toMatchObject({ columns: ['pulse'], count: share, severity: 'medium' });
    expect(await foundOf('digit_preference', { pulse })).toEqual([]);
  });

  test('are judged by Benford’s law among amounts of which some are 0', async () => {
    const chance = new Randomness(12);
    const claims = list(900, (i) =>
      i % 5 === 0 ? 0 : chance.whole(100, 999) * 10 ** chance.whole(0, 3),
    );
    expect(await foundOf('benford', { claims })).toHaveLength(1);
  });
});
