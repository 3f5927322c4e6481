import { alertThresholds, type Alert, type AlertKind, type View } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampled } from '@columnist/testing';
import { slipTables } from './testing-slips.ts';
import { csvOf, list, type Cells } from './testing-draws.ts';
import { plantedTables } from './testing-tables.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
});
afterAll(() => tests.close());

type Admitted = Awaited<ReturnType<TestEngine['admit']>>;
const thresholds = alertThresholds.parse({});
const spread = (i: number): number => (i * 37) % 101;

const alertsOf = async ({ table, profilePath }: Admitted): Promise<Alert[]> =>
  (await tests.engine.alerts(table, { thresholds, profile: profilePath })).alerts;
const rowsOf = ({ table }: Admitted, view: View) =>
  tests.engine.rows(table, { view, limit: 1000, offset: 0 });

/** A column over all rows is derived: what is seen in it is no change of the rows counted. */
const ofAllRows: readonly AlertKind[] = ['skewed', 'rounding_change', 'sudden_change'];

/** How many rows a remedy drops, or how many cells of its column it changes. */
async function changedBy(admitted: Admitted, { columns: [name], remedy }: Alert): Promise<number> {
  const view = remedy?.view ?? {};
  const before = await rowsOf(admitted, {});
  const after = await rowsOf(admitted, view);
  if (after.total < before.total) return before.total - after.total;
  const at = before.columns.findIndex((column) => column.name === name);
  const to = view.derive === undefined ? at : after.columns.length - 1;
  const pairs = before.items.map((row, i) => [row[at] ?? null, after.items[i]?.[to] ?? null]);
  const lost = pairs.filter(([was, is]) => was !== null && is === null).length;
  const isRead = view.clean?.some(({ step }) => step === 'parse_dates') === true;
  return isRead && lost > 0
    ? lost
    : pairs.filter(([was, is]) => String(was) !== String(is) && Number(was) !== is).length;
}

/** What an alert counts is what its remedy changes, or the remedy names another number. */
async function compared(admitted: Admitted): Promise<string[]> {
  const wrong: string[] = [];
  for (const alert of await alertsOf(admitted)) {
    const { remedy, count, kind, said } = alert;
    if (remedy === null || count === null || ofAllRows.includes(kind)) continue;
    const changed = await changedBy(admitted, alert);
    if (changed !== count && !remedy.said.includes(changed.toLocaleString('en')))
      wrong.push(`${said} ${remedy.said}: changes ${changed}, counts ${count}`);
  }
  return wrong;
}

test.each(sampled([...plantedTables(1), ...slipTables(1)], 12))(
  'the remedy changes what is counted: $title',
  async ({ cells }) => {
    expect(await compared(await tests.admit(csvOf(cells)))).toEqual([]);
  },
);

const named: readonly (readonly [kind: AlertKind, remedy: string | null, cells: Cells])[] = [
  [
    'duplicate_keys',
    'Drop 3 repeated rows',
    // Of 200 rows three repeat a key, and five have none.
    {
      order_id: list(200, (i) => (i < 5 ? '' : i < 8 ? 1050 : 1000 + i)),
      x: list(200, (i) => spread(i) + i / 1000),
    },
  ],
  [
    'duplicate_keys',
    'Drop 1 repeated row',
    {
      site: list(121, (i) => ['North', 'South', 'East'][(i % 120) % 3] ?? ''),
      year: list(121, (i) => 1980 + Math.floor((i % 120) / 3)),
      x: list(121, (i) => spread(i) + i / 1000),
    },
  ],
  [
    'duplicate_rows',
    'Drop 4 repeated rows',
    { x: list(104, (i) => (i % 100) + 0.5), y: list(104, (i) => spread(i % 100) / 8) },
  ],
  [
    'case_variants',
    'Merge the spellings',
    {
      city: list(
        90,
        (i) => ['"New York "', '"New York "', 'New York', 'new york', 'Oslo'][i % 5] ?? '',
      ),
      x: list(90, (i) => spread(i) + i / 1000),
    },
  ],
  [
    'broken_encoding',
    'Write 5 of them as meant',
    {
      city: list(90, (i) =>
        i < 5 ? 'OrlÃ©ans' : i < 8 ? 'M�nchen' : (['Rome', 'Oslo'][i % 2] ?? ''),
      ),
      x: list(90, (i) => spread(i) + i / 1000),
    },
  ],
  [
    'mixed_types',
    'Read as numbers, ‘$134.5’ as 134.5',
    {
      amount: list(200, (i) =>
        i % 40 === 3 ? `$${i + 11}.5` : i % 50 === 7 ? 'N/A' : spread(i) + i / 100,
      ),
    },
  ],
  [
    'mixed_types',
    'Read as numbers; 5 texts become missing',
    { amount: list(200, (i) => (i % 40 === 3 ? 'free' : spread(i) + i / 100)) },
  ],
  [
    'date_like',
    'Read as dates; 20 texts become missing',
    {
      ordered: list(200, (i) =>
        i % 10 === 3
          ? `${String((i % 28) + 1).padStart(2, '0')}/03/2024`
          : `2024-0${String((i % 9) + 1)}-${String((i % 28) + 1).padStart(2, '0')}`,
      ),
    },
  ],
];

describe('a remedy names its number', () => {
  test.each(named)('%s: %s', async (kind, said, cells) => {
    const rows = Object.values(cells)[0]?.length ?? 0;
    const admitted = await tests.admit(
      csvOf({
        ...cells,
        ...(kind === 'duplicate_rows' ? {} : { place: list(rows, (i) => `${spread(i)} m, ${i}`) }),
      }),
    );
    const alerts = await alertsOf(admitted);
    expect(alerts.find((alert) => alert.kind === kind)?.remedy?.said).toBe(said);
    expect(await compared(admitted)).toEqual([]);
  });
});

test('rows without a key stay', async () => {
  const admitted = await tests.admit(
    csvOf({
      order_id: list(200, (i) => (i < 5 ? '' : i < 8 ? 1050 : 1000 + i)),
      x: list(200, (i) => spread(i) + i / 1000),
    }),
  );
  const [alert] = await alertsOf(admitted);
  const { items } = await rowsOf(admitted, alert?.remedy?.view ?? {});
  expect(items.filter(([key]) => key === null)).toHaveLength(5);
  expect(items).toHaveLength(197);
});

describe('a column kept as text', () => {
  const admitOrders = (): Promise<Admitted> =>
    tests.admit(
      csvOf({
        order: list(300, (i) => (i < 3 ? 'A-0050' : `A-${String(i).padStart(4, '0')}`)),
        amount: list(300, (i) => (i % 25 === 3 ? `$${i + 11}.25` : ((i * i * 7) % 9973) / 4 + 1)),
        ordered: list(300, (i) => (i % 9 === 1 ? '28/02/2024' : '2024-04-10')),
      }),
    );

  test('whose values read as numbers or dates is named first, with what does not fit', async () => {
    const alerts = await alertsOf(await admitOrders());
    expect(alerts.slice(0, 3).map(({ severity, count, said }) => [severity, count, said])).toEqual([
      [
        'high',
        12,
        'amount is text, though 288 of its 300 values are numbers; 12 are not, such as ‘$114.25’, ‘$139.25’, ‘$14.25’.',
      ],
      [
        'high',
        34,
        'ordered is text, though 266 of its 300 values are dates (YYYY-MM-DD); 34 are not, such as ‘28/02/2024’.',
      ],
      ['high', 3, 'order names rows, but 3 rows repeat an earlier value, such as ‘A-0050’.'],
    ]);
    expect(alerts.filter(({ kind }) => kind === 'duplicate_keys')).toHaveLength(1);
  });
});
