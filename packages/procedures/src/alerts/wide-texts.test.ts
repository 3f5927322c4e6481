import { alertThresholds, type Alert } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvOf, list, type Cells } from './testing-draws.ts';

/**
 * Of a table with many columns of text, what no text of some columns has is not asked of each of
 * them: of each column the same is noticed as of it alone.
 */
let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
});
afterAll(() => tests.close());

const rows = 120;
const alertsOf = async (cells: Cells): Promise<Alert[]> => {
  const { table } = await tests.admit(csvOf(cells));
  return (await tests.engine.alerts(table, { thresholds: alertThresholds.parse({}) })).alerts;
};
const saidOf = (alerts: readonly Alert[], name: string): string[] =>
  alerts
    .filter(({ columns }) => columns.length === 1 && columns[0] === name)
    .map(({ kind, count, said }) => JSON.stringify([kind, count, said]));

const words = ['amber', 'birch', 'cedar', 'dune', 'elder'];
const faulty: Cells = {
  spelled: list(rows, (i) => (i % 9 === 0 ? 'Amber' : (words[i % 5] ?? ''))),
  padded: list(rows, (i) => (i % 11 === 0 ? `${words[i % 5]} ` : (words[i % 5] ?? ''))),
  summed: list(rows, (i) => (i === rows - 1 ? 'Total' : (words[i % 5] ?? ''))),
  garbled: list(rows, (i) => (i % 7 === 0 ? 'MÃ¼nchen' : (words[i % 5] ?? ''))),
  lost: list(rows, (i) =>
    i % 8 === 0 ? 'M?nchen' : i % 8 === 1 ? 'München' : (words[i % 5] ?? ''),
  ),
  mails: list(rows, (i) => `person${i}@example.org`),
  ibans: list(rows, (i) => `DE89370400440532${String(100000 + i * 7)}`),
  phones: list(rows, (i) => `+49 30 ${String(1_000_000 + i * 37)}`),
  dated: list(rows, (i) => (i % 10 === 0 ? 'unknown' : `${10 + (i % 18)}.0${1 + (i % 9)}.2024`)),
  counted: list(rows, (i) => (i % 6 === 0 ? 'many' : String(i * 3))),
};
const plain = (n: number): Cells =>
  Object.fromEntries(
    list(n, (c) => [`plain${c}`, list(rows, (i) => words[(i * (c + 3) + c) % 5] ?? '')]),
  );

it('the same is noticed of a column of text among many as of it alone', async () => {
  const wide = await alertsOf({ ...plain(45), ...faulty });
  const noticed: Record<string, string[]> = {};
  const expected: Record<string, string[]> = {};
  for (const [name, column] of Object.entries(faulty)) {
    noticed[name] = saidOf(wide, name);
    expected[name] = saidOf(
      await alertsOf({ [name]: column, plain0: plain(1)['plain0'] ?? [] }),
      name,
    );
  }
  expect(noticed).toEqual(expected);
  // The list has faults: of most columns something is said.
  expect(Object.values(expected).filter((said) => said.length > 0).length).toBeGreaterThan(6);
});
