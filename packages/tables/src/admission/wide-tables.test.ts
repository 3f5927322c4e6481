import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

/** Kinds of columns, each with cells in which something is odd. */
const kinds: readonly (readonly string[])[] = [
  ['16/4/2024', '3/12/2024', '', '29/2/2024'],
  ['$123.75', '$1,234.25', '$0.50', 'n/a'],
  ['123,75', '1.234,25', '-', '7,5'],
  ['16 Mar 2024 10:09', '1 Apr 2024 23:59', '2 May 2024 00:00', ''],
  ['16 Mar 2024', '30 Feb 2024', '2 May 2024', ''],
  ['yes', 'no', 'Yes', ''],
  ['1', '2', 'x', '3'],
  ['1.5', '2', '(3.25)', '4'],
  ['2024-01-05T10:00+02:00', '2024-01-05T10:00:00Z', 'NULL', '2024-02-30T00:00Z'],
  ['2024-01-05T10:00+02:00', '2024-01-05T10:00:00Z', 'NULL', '2024-02-29T00:00Z'],
  ['1h 5m', '2h', '3m', 'soon'],
  ['9:30 PM', '10:15 AM', '12:00 AM', ''],
  ['007', '12', 'NA', '13'],
  ['NA', 'DE', 'FR', 'IT'],
  ['9999', '1', '2', '3'],
  ['13/01/2567', '14/01/2567', '15/01/2567', '16/01/2024'],
];

async function tableOf(width: number, order: (place: number) => number) {
  const columns = Array.from({ length: width }, (_, i) => kinds[order(i)] ?? []);
  const quoted = (cells: readonly string[]): string => cells.map((cell) => `"${cell}"`).join(',');
  const rows = [0, 1, 2, 3].map((row) => quoted(columns.map((cells) => cells[row] ?? '')));
  const { table, admitted } = await tests.admit(
    [quoted(columns.map((_, i) => `name ${order(i)} ${i}`)), ...rows, ''].join('\n'),
  );
  const { items } = await tests.engine.rows(table, { limit: 10, offset: 0 });
  return table.columns.map(({ name, storage, other_readings: others }, i) => ({
    storage,
    others,
    cells: items.map((row) => row[i]),
    notes: admitted.admission.notes
      .filter(({ column }) => column === name)
      .map(({ message }) => message),
  }));
}

test('columns are read the same in a narrow table and in a wide one', async () => {
  const narrow = await tableOf(kinds.length, (i) => i);
  const wide = await tableOf(10 * kinds.length, (i) => i % kinds.length);
  expect(new Set(narrow.map(({ storage }) => storage)).size).toBeGreaterThan(5);
  expect(wide).toEqual(Array.from({ length: 10 }, () => narrow).flat());
});
