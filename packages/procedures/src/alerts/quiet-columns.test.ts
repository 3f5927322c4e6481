import { alertThresholds, type Alert } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvOf, list, Randomness, type Cells } from './testing-draws.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
});
afterAll(() => tests.close());

const thresholds = alertThresholds.parse({});
const alertsOf = async (cells: Cells): Promise<Alert[]> => {
  const { table, profilePath } = await tests.admit(csvOf(cells));
  return (await tests.engine.alerts(table, { thresholds, profile: profilePath })).alerts;
};
const keysOf = async (cells: Cells): Promise<string[]> =>
  (await alertsOf(cells)).map(({ key }) => key);
/** 0 … 100 in an order that does not repeat itself. */
const spread = (i: number): number => (i * 37 + 11 * Math.floor(i / 101)) % 101;

describe('digits among codes', () => {
  /** Hexadecimal, of which one in ten has digits only. */
  const hex = (i: number): string =>
    i % 10 === 3
      ? String(47_368_112 + 7919 * i)
      : `${i % 10}a${String(3_957_000 + 7919 * i).slice(0, 5)}c`;

  test('of the same length are no numbers', async () => {
    expect(await keysOf({ session_id: list(200, hex), x: list(200, spread) })).toEqual([
      'id_like:session_id',
    ]);
    expect(
      await keysOf({
        grade: list(200, (i) => ['A1', 'B2', 'C3', '47'][i % 4] ?? ''),
        x: list(200, (i) => spread(i) + i / 1000),
      }),
    ).toEqual([]);
  });

  test.each([
    ['of another length', (i: number) => (i % 10 === 3 ? String(spread(i)) : hex(i))],
    ['with decimals', (i: number) => (i % 10 === 3 ? `${String(100_000 + i)}.5` : hex(i))],
    ['among words', (i: number) => (i % 10 === 3 ? '123' : (['red', 'tan'][i % 2] ?? ''))],
  ])('%s are numbers among texts', async (_, of) => {
    expect(
      (await alertsOf({ value: list(200, of), x: list(200, spread) })).find(
        ({ kind }) => kind === 'mixed_types',
      ),
    ).toMatchObject({
      severity: 'high',
      count: 20,
      said: 'value holds numbers among texts: 20 rows (10%).',
    });
  });
});

describe('names', () => {
  const texts = list(60, (i) => ['Ilse', 'Omar', 'Ruth', 'Jan', 'Mia'][spread(i) % 5] ?? '');
  const personal = async (name: string, cells: readonly (string | number)[]): Promise<string[]> =>
    (await alertsOf({ [name]: [...cells], x: list(60, (i) => spread(i) + i / 1000) })).flatMap(
      ({ kind, said }) => (kind === 'personal_data' ? [said] : []),
    );

  test.each([
    ['name', 'Name', 'names', 'Name 1', 'nom', 'nombre', 'nome', 'naam'],
    ['first_name', 'last name', 'fullName', 'FirstName', 'surname', 'maiden_name', 'given name'],
    ['user_name', 'username', 'customer name', 'patient_name', 'employeeName', 'name of contact'],
    ['Vorname', 'Nachname', 'Kundenname', 'Name des Patienten', 'Mädchenname'],
    ['prénom', 'nom du client', 'nom_famille', 'apellidos', 'nombre_cliente', 'nombre completo'],
    ['cognome', 'nome_cliente', 'sobrenome', 'voornaam', 'achternaam', 'fornavn', 'efternamn'],
  ])('of people are said: %s', async (...all) => {
    for (const name of all)
      expect(await personal(name, texts)).toEqual([`${name} may hold personal data, by its name.`]);
  });

  test('and days of birth are said in one alert, which shows the rows that have any', async () => {
    const alerts = await alertsOf({
      first_name: list(60, (i) => (i < 40 ? (texts[i] ?? '') : '')),
      surname: list(60, (i) => (i < 50 ? (texts[59 - i] ?? '') : '')),
      birth_date: list(60, (i) => `19${60 + (i % 40)}-0${1 + (i % 9)}-1${i % 10}`),
      mail: list(60, (i) => `person${i % 31}@example.com`),
      x: list(60, spread),
    });
    expect(alerts.filter(({ kind }) => kind === 'personal_data')).toMatchObject([
      { columns: ['mail'], severity: 'high', said: '60 texts of mail look like e-mail addresses.' },
      {
        columns: ['first_name', 'surname', 'birth_date'],
        severity: 'medium',
        count: 60,
        rows: 'first_name is present or surname is present or birth_date is present',
        said: 'first_name, surname and birth_date may hold personal data, by their names.',
      },
    ]);
  });

  test('of very many columns are counted after the fifth', async () => {
    const columns = Object.fromEntries(
      list(40, (i) => [
        `email_${i}_${'of a long name '.repeat(16)}`,
        list(60, (row) => spread(row + i)),
      ]),
    );
    const alerts = await alertsOf(columns);
    expect(alerts.filter(({ kind }) => kind === 'personal_data')).toMatchObject([
      {
        count: 60,
        // A filter of all of them would be too long.
        rows: null,
        said: expect.stringMatching(
          /^(?:email_\d[^,]+, ){4}email_4[^,]+ and 35 more may hold personal/,
        ),
      },
    ]);
  });

  test.each([
    ['class_name', 'country_name', 'product name', 'file_name', 'filename', 'stationName'],
    ['Produktname', 'Stationsname', 'Name der Stadt', 'nom_commune', 'nombre del producto'],
    ['nome_comune', 'productnaam', 'brand name', 'hostname', 'name_of_station'],
  ])('of other things are not: %s', async (...all) => {
    for (const name of all) expect(await personal(name, texts), name).toEqual([]);
  });

  test('are texts', async () => {
    expect(await personal('nombre', list(60, spread))).toEqual([]);
  });
});

describe('zeros', () => {
  const zerosOf = async (counts: readonly number[]): Promise<number[]> => {
    const value = counts.flatMap((n, count) => list(n, () => count));
    const placed = value.map((_, i) => value[(i * 397) % value.length] ?? 0);
    return (
      await alertsOf({ value: placed, x: list(value.length, (i) => spread(i) + i / 1000) })
    ).flatMap(({ kind, count }) => (kind === 'zeros' ? [count ?? 0] : []));
  };

  // Rows with 0, 1, 2 … as the distribution expects of 500.
  test.each([
    ['Poisson with mean 0.5', [303, 152, 38, 6, 1]],
    ['Poisson with mean 0.2', [409, 82, 8, 1]],
    ['geometric with mean 1', [250, 125, 63, 31, 16, 8, 4, 2, 1]],
    ['negative binomial with size 0.7 and mean 1', [269, 111, 55, 29, 16, 9, 5, 3, 2, 1]],
    ['Poisson with mean 4', [9, 37, 73, 98, 98, 78, 52, 30, 15, 7, 3]],
  ])('of a count are no missing values: %s', async (_, counts) => {
    expect(await zerosOf(counts)).toEqual([]);
  });

  test.each([
    ['beside a mean of 4', [120, 28, 55, 74, 74, 59, 39, 22, 11, 5, 2], 120],
    ['six times those of a fall', [1818, 152, 38, 6, 1], 1818],
    ['beside levels from 2 on', [200, 0, 100, 50, 20], 200],
    ['beside 1 and levels from 5 on', [200, 50, 0, 0, 0, 50, 40], 200],
  ])('that are too many are said: %s', async (_, counts, zeros) => {
    expect(await zerosOf(counts)).toEqual([zeros]);
  });
});

describe('an identifier', () => {
  test('goes together with nothing, and the other columns do', async () => {
    const chance = new Randomness(7);
    const steps = list(200, () => chance.normal(5, 3));
    let sum = 0;
    const balance = steps.map((step) => Number((sum += step).toFixed(2)));
    expect(await keysOf({ booking_id: list(200, (i) => 7001 + i), balance })).toEqual([
      'id_like:booking_id',
    ]);
    const dollars = balance.map((value, i) => Number((1.1 * value + spread(i) / 10).toFixed(2)));
    expect(
      (await alertsOf({ booking_id: list(200, (i) => 7001 + i), balance, dollars })).flatMap(
        ({ kind, columns }) => (kind === 'high_correlation' ? [columns] : []),
      ),
    ).toEqual([['balance', 'dollars']]);
  });
});

describe('a last row that equals the sum of the others', () => {
  const totalsOf = async (cells: Cells): Promise<string[]> =>
    (await alertsOf(cells)).flatMap(({ kind, said }) => (kind === 'totals' ? [said] : []));

  const withLast = (others: readonly number[], last: number): Cells => {
    const more = last - others.reduce((sum, one) => sum + one, 0);
    const answer = [...others, ...list(Math.abs(more), () => Math.sign(more)), last];
    return { x: answer.map((_, i) => spread(i) + i / 1000), answer };
  };

  test.each([
    ['1 and −1', (i: number) => (spread(i) % 2 === 0 ? 1 : -1), 1],
    ['−1, 0 and 1', (i: number) => (spread(i) % 3) - 1, -1],
    ['−2 to 2, and larger than all', (i: number) => (spread(i) % 5) - 2, 3],
  ])('by chance, of %s, is no total', async (_, of, last) => {
    expect(await totalsOf(withLast(list(60, of), last))).toEqual([]);
  });

  test('is a total of amounts, of counts and of losses', async () => {
    const months = {
      count: list(12, (i) => 20 + (spread(i) % 9)),
      loss: list(12, (i) => -spread(i)),
    };
    const sum = (all: readonly number[]): number => all.reduce((most, one) => most + one, 0);
    expect(
      await totalsOf({
        count: [...months.count, sum(months.count)],
        loss: [...months.loss, sum(months.loss)],
        year: list(13, () => 2024),
      }),
    ).toEqual(['Row 13 is the sum of all other rows in count, loss.']);
    const profits = list(40, (i) => (spread(i) - 45) / 4 + i / 100);
    expect(await totalsOf({ profit: [...profits, Number(sum(profits).toFixed(2))] })).toEqual([
      'Row 41 is the sum of all other rows in profit.',
    ]);
  });
});

test('columns of three rows, or that chance may bring together, are no pair', async () => {
  const pair = async (x: readonly number[], y: readonly number[]): Promise<string[]> =>
    (await keysOf({ units: [...x], price: [...y] })).filter((key) =>
      key.startsWith('high_correlation'),
    );
  expect(await pair([10, 20, 5], [2.5, 3.5, 1])).toEqual([]);
  expect(await pair([10, 20, 5, 7], [2.5, 3.5, 1, 2])).toEqual([]);
  expect(
    await pair(
      list(30, (i) => spread(i)),
      list(30, (i) => 2 * spread(i) + 0.5),
    ),
  ).toEqual(['high_correlation:units:price']);
});

test('few zeros of counts from 1 on are no fault; of amounts far from 0 they are', async () => {
  // Counts with a mean near 4, of which 2 % are 0: 1, 2, 3 … follow.
  const counts = [0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3];
  const absences = list(240, (i) =>
    i % 60 === 7 ? 0 : i % 2 === 0 ? 4 + ((i / 2) % 7) : Math.max(1, counts[(i * 7) % 20] ?? 1),
  );
  expect(await keysOf({ absences, x: list(240, spread) })).toEqual([]);
  const amounts = list(240, (i) => (i % 80 === 7 ? 0 : 500 + 10 * spread(i) + (i % 7)));
  expect(await keysOf({ wage: amounts, x: list(240, spread) })).toContain('impossible_zeros:wage');
});
