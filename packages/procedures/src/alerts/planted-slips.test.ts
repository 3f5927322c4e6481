import { alertThresholds, type Alert, type AlertKind, type View } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nearTables, slipTables } from './testing-slips.ts';
import { csvOf, type Cells } from './testing-tables.ts';

const seed = Number(process.env['TEST_SEED'] ?? 1);
const seeds = [seed, seed + 1];
const thresholds = alertThresholds.parse({});
const searched: ReadonlySet<AlertKind> = new Set([
  'reversed_dates',
  'placeholder_dates',
  'far_dates',
  'age_mismatch',
  'misspelt_values',
  'copied_rows',
  'rounding_change',
  'impossible_percentages',
  'cut_texts',
]);
let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
});
afterAll(() => tests.close());

type Admitted = Awaited<ReturnType<TestEngine['admit']>>;
const admit = (cells: Cells): Promise<Admitted> => tests.admit(csvOf(cells));
const alertsOf = async ({ table }: Admitted, view?: View): Promise<Alert[]> =>
  (await tests.engine.alerts(table, { thresholds, ...(view === undefined ? {} : { view }) }))
    .alerts;
const isSearched = ({ kind }: Alert): boolean => searched.has(kind);

/** The numbers of the rows that a filter shows, from 1. */
async function rowsOf({ table }: Admitted, filter: string): Promise<number[]> {
  const { columns, items } = await tests.engine.rows(table, {
    view: { derive: [{ name: 'row of the file', expression: 'cumulative_sum(1)' }] },
    limit: 1000,
    offset: 0,
  });
  const shown = await tests.engine.rows(table, { view: { filter }, limit: 1000, offset: 0 });
  const place = columns.findIndex(({ name }) => name === 'row of the file');
  const rows = new Map(
    items.map((cells) => [
      JSON.stringify(cells.filter((_, i) => i !== place)),
      Number(cells[place]),
    ]),
  );
  return shown.items.map((cells) => rows.get(JSON.stringify(cells)) ?? NaN);
}

const planted = seeds.flatMap((one) => slipTables(one).map((table) => ({ ...table, seed: one })));
const near = seeds.flatMap((one) => nearTables(one).map((table) => ({ ...table, seed: one })));

test.each(planted)(
  '$title is found alone, with its rows (seed $seed)',
  async ({ cells, kind, columns, severity, rows }) => {
    const admitted = await admit(cells);
    const found = (await alertsOf(admitted)).filter(isSearched);
    expect(found.map((alert) => [alert.kind, alert.columns, alert.severity, alert.count])).toEqual([
      [kind, columns, severity, rows.length],
    ]);
    const [alert] = found;
    expect(await rowsOf(admitted, alert?.rows ?? '')).toEqual(rows);
    const remedy = alert?.remedy ?? null;
    if (remedy !== null && remedy.view.derive === undefined)
      expect((await alertsOf(admitted, remedy.view)).filter(isSearched)).toEqual([]);
  },
);

test.each(near)('$title come near slips and have none (seed $seed)', async ({ cells }) => {
  expect((await alertsOf(await admit(cells))).filter(isSearched)).toEqual([]);
});
