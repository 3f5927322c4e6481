import { alertThresholds, type Alert } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvOf, list, type Cells } from './testing-tables.ts';

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
