import { alertThresholds, type Alert, type AlertKind, type View } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nearTables, slipTables } from './testing-slips.ts';
import { csvOf, type Cells } from './testing-draws.ts';

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

test('moments are compared by the day with dates, and an alert says where, why and what to do', async () => {
  const day = (i: number): string => new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10);
  const admitted = await admit({
    // Each day one begins at noon; those of rows 11 and 31 end on the same day and the day before.
    started_at: Array.from({ length: 60 }, (_, i) => `${day(i)} 12:00:00`),
    ended_on: Array.from({ length: 60 }, (_, i) =>
      i >= 50 ? '9999-12-31' : day(i === 10 ? i : i === 30 ? i - 1 : i + 2),
    ),
    seen_at: Array.from({ length: 60 }, (_, i) =>
      i < 3 ? '1970-01-01 00:00:00' : `${day(i)} 08:30:00`,
    ),
  });
  const found = (await alertsOf(admitted)).map(({ kind, columns, count, said, rows, remedy }) => ({
    kind,
    columns,
    count,
    said,
    rows,
    remedy: remedy?.view ?? null,
  }));
  expect(found.filter(({ kind }) => searched.has(kind))).toEqual([
    {
      kind: 'placeholder_dates',
      columns: ['ended_on'],
      count: 10,
      said: 'ended_on is 9999-12-31 in 10 rows, far from all other dates (2025-01-03 to 2025-02-21).',
      rows: "ended_on in ('9999-12-31')",
      remedy: {
        clean: [
          {
            step: 'recode',
            column: 'ended_on',
            values: [{ from: '9999-12-31', to: null }],
            others: 'keep',
          },
        ],
      },
    },
    {
      kind: 'placeholder_dates',
      columns: ['seen_at'],
      count: 3,
      said: 'seen_at is 1970-01-01 in 3 rows, far from all other dates (2025-01-04 to 2025-03-01).',
      rows: "date(seen_at) in ('1970-01-01')",
      remedy: {
        derive: [
          {
            name: 'seen_at without these dates',
            expression: "if(date(seen_at) in ('1970-01-01'), missing, seen_at)",
          },
        ],
      },
    },
    {
      kind: 'reversed_dates',
      columns: ['started_at', 'ended_on'],
      count: 1,
      said: 'ended_on is before started_at in 1 row.',
      rows: "ended_on < date(started_at) and not (ended_on in ('9999-12-31'))",
      remedy: null,
    },
  ]);
  const derived = await tests.engine.rows(admitted.table, {
    view: { ...found[1]?.remedy, filter: '`seen_at without these dates` is missing' },
    limit: 5,
    offset: 0,
  });
  expect(derived.total).toBe(3);
  expect(await rowsOf(admitted, found[2]?.rows ?? '')).toEqual([31]);
});

test('decimals that are left out are said in decimals', async () => {
  const admitted = await admit({
    // Of 200 masses every other one is whole, and a tenth of the others.
    mass_kg: Array.from({ length: 200 }, (_, i) =>
      i % 2 === 0 ? (i * 37) % 101 : ((i * 37) % 101) + (((i - 1) / 2) % 10) / 10,
    ),
    group: Array.from({ length: 200 }, (_, i) => ['a', 'b', 'c'][i % 3] ?? 'a'),
  });
  const found = (await alertsOf(admitted)).filter(({ kind }) => kind === 'digit_preference');
  expect(found.map(({ said, count }) => [said, count])).toEqual([
    ['55% of mass_kg have no decimals, the others 1: by chance 10% would.', 110],
  ]);
});

test('in words of four letters two that are exchanged are a misspelling, another letter is not', async () => {
  const regions = (rare: string): Cells => ({
    region: Array.from({ length: 200 }, (_, i) => (i === 7 ? rare : i % 2 === 0 ? 'West' : 'Ost')),
    sold: Array.from({ length: 200 }, (_, i) => (i * 37) % 101),
  });
  const of = async (rare: string) => {
    const alerts = await alertsOf(await admit(regions(rare)));
    return alerts.filter(({ kind }) => kind === 'misspelt_values');
  };
  const others = await Promise.all(
    ['Went', 'Wets', 'ewst', 'Wes', 'Wesst', 'WEST', 'Vest'].map(of),
  );
  expect(others.flat()).toEqual([]);
  const [found] = await of('Wset');
  expect([found?.said, found?.count, found?.remedy]).toEqual([
    '‘Wset’ (for ‘West’) of region, in 1 row, looks like a misspelling of frequent values.',
    1,
    {
      said: 'Correct the spelling',
      view: {
        clean: [
          {
            step: 'recode',
            column: 'region',
            values: [{ from: 'Wset', to: 'West' }],
            others: 'keep',
          },
        ],
      },
    },
  ]);
});
