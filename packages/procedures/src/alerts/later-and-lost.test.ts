import { describe, expect, test } from 'vitest';
import { list, Randomness, to } from './testing-draws.ts';
import { put, useAlerts } from './testing-found.ts';

const foundOf = useAlerts();

const day = (i: number): string =>
  new Date(Date.UTC(2004, 0, 1) + 86_400_000 * i).toISOString().slice(0, 10);

describe('dates', () => {
  test('in the future are named beside long histories, not where they are planned', async () => {
    const chance = new Randomness(1);
    const hired = put(
      list(300, () => day(chance.whole(0, 7000))),
      [30, 211],
      () => '2035-03-04',
    );
    expect(await foundOf('far_dates', { hired_on: hired })).toEqual([
      {
        columns: ['hired_on'],
        count: 2,
        severity: 'medium',
        said: expect.stringMatching(
          /^hired_on is 2035-03-04 in rows 30 and 211, in the future, while all other dates are past \(20\d\d-\d\d-\d\d to 20\d\d-\d\d-\d\d\)\.$/,
        ),
        shown: [30, 211],
      },
    ]);
    expect(await foundOf('far_dates', { due_on: hired })).toEqual([]);
  });

  test('of a usual placeholder among births are no reason to call others far', async () => {
    const chance = new Randomness(2);
    const born = list(8000, () => day(chance.whole(-30_000, 0)));
    expect(await foundOf('far_dates', { born: put(born, [17], () => '1970-01-01') })).toEqual([]);
  });

  test('of what comes before the birth are reversed', async () => {
    const chance = new Randomness(3);
    const born = list(200, () => chance.whole(-20_000, -3000));
    const hired = list(200, () => day(chance.whole(0, 5000)));
    expect(
      await foundOf('reversed_dates', {
        hire_date: hired,
        date_of_birth: put(born, [81], () => 5400).map(day),
      }),
    ).toEqual([
      {
        columns: ['date_of_birth', 'hire_date'],
        count: 1,
        severity: 'high',
        said: 'hire_date is before date_of_birth in 1 row.',
        shown: [81],
      },
    ]);
  });

  test('a day out of order count where nearly no row is', async () => {
    const chance = new Randomness(4);
    const booked = list(800, () => chance.whole(0, 300));
    const valued = booked.map((one) => one + chance.of(0, 0, 1, 2));
    const cells = {
      booking_date: booked.map(day),
      value_date: put(valued.map(day), [500], () => day((booked[499] ?? 0) - 1)),
    };
    expect(await foundOf('reversed_dates', cells)).toMatchObject([
      { columns: ['booking_date', 'value_date'], count: 1, severity: 'medium', shown: [500] },
    ]);
  });
});

describe('letters that were lost', () => {
  const towns = ['Nîmes', 'Orléans', 'Lyon', 'Paris'];

  test('are said with the word that was meant', async () => {
    const chance = new Randomness(5);
    const branch = list(300, () => chance.of(...towns));
    const rows = [4, 60, 177].map((row) => branch.indexOf('Nîmes', row) + 1);
    const cells = { branch: put(branch, rows, () => 'N?mes') };
    expect(await foundOf('broken_encoding', cells)).toEqual([
      {
        columns: ['branch'],
        count: 3,
        severity: 'high',
        said: '3 texts of branch have question marks for letters, such as ‘N?mes’ for ‘Nîmes’.',
        shown: rows,
      },
    ]);
  });

  test('are none in questions and addresses', async () => {
    const chance = new Randomness(6);
    const note = list(200, () => chance.of('why?', 'really ? yes', 'page?id=7', 'ok', 'Orléans'));
    expect(await foundOf('broken_encoding', { note })).toEqual([]);
  });

  test('are shown in all rows, of many texts by their signs', async () => {
    const name = list(120, (i) => (i % 2 === 0 ? `MÃ¼ller ${String(i)}` : `Åke ${String(i)}`));
    const [found] = await foundOf('broken_encoding', { name });
    expect([found?.count, found?.shown.length]).toEqual([60, 60]);
  });
});

describe('exchanged letters', () => {
  test('of a long word are a misspelling beside a rare value', async () => {
    const gender = list(200, (i) => (i % 40 === 2 ? 'diverse' : (['male', 'female'][i % 2] ?? '')));
    expect(
      await foundOf('misspelt_values', { gender: put(gender, [84], () => 'dievrse') }),
    ).toMatchObject([
      {
        said: '‘dievrse’ (for ‘diverse’) of gender, in 1 row, looks like a misspelling of frequent values.',
        shown: [84],
      },
    ]);
  });
});

describe('a total at the end', () => {
  test('hides no far value and makes no columns go together', async () => {
    const chance = new Randomness(7);
    const [yields, rain] = [7, 40].map((mean) =>
      put(
        list(120, () => to(1, chance.normal(mean, mean / 8))),
        mean === 7 ? [33] : [],
        () => 70,
      ),
    );
    const sum = (column: number[] = []): number =>
      to(
        1,
        column.reduce((all, one) => all + one, 0),
      );
    const cells = {
      plot: [...list(120, (i) => `F${String(1000 + i)}`), 'Total'],
      yield_t: [...(yields ?? []), sum(yields)],
      rain_mm: [...(rain ?? []), sum(rain)],
    };
    expect(await foundOf('high_correlation', cells)).toEqual([]);
    expect(await foundOf('extreme_values', cells)).toMatchObject([
      {
        columns: ['yield_t'],
        count: 1,
        said: expect.stringMatching(/^yield_t is 70 in row 33, far from all others/),
        shown: [33],
      },
    ]);
    expect(await foundOf('totals', cells)).toMatchObject([{ count: 1, shown: [121] }]);
  });
});
