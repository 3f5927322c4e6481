import { alertThresholds, type Alert, type AlertKind, type View } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
});
afterAll(() => tests.close());

const usual = alertThresholds.parse({});
const csv = (columns: Readonly<Record<string, readonly (string | number)[]>>): string => {
  const names = Object.keys(columns);
  const rows = Math.max(...Object.values(columns).map(({ length }) => length));
  return `${names.join(',')}\n${Array.from({ length: rows }, (_, i) => names.map((name) => columns[name]?.[i] ?? '').join(',')).join('\n')}\n`;
};
const repeat = (n: number, of: (i: number) => string | number): (string | number)[] =>
  Array.from({ length: n }, (_, i) => of(i));
// Whole numbers that do not repeat their order: 0 … 99 spread out.
const spread = (i: number): number => (i * 37) % 101;

/** A column for every kind of alert, with the rows that it should count. */
const cases: readonly (readonly [
  kind: AlertKind,
  column: readonly (string | number)[],
  count: number | null,
])[] = [
  ['missing', repeat(100, (i) => (i < 10 ? '' : spread(i))), 10],
  ['constant', repeat(100, () => 'same'), 100],
  ['unique', repeat(100, (i) => `text ${spread(i)}`), null],
  ['imbalance', repeat(100, (i) => (i < 3 ? 'rare' : 'common')), 3],
  ['skewed', repeat(100, (i) => (i === 50 || i === 70 ? 90_000 : spread(i) + 1)), 2],
  ['zeros', repeat(100, (i) => (i < 40 ? 0 : spread(i) + 1)), 40],
  [
    'whitespace',
    repeat(100, (i) => (i < 4 ? '" north"' : (['north', 'south', 'west'][i % 3] ?? ''))),
    4,
  ],
  [
    'case_variants',
    repeat(100, (i) => (i < 5 ? 'PARIS' : (['Paris', 'Rome', 'Oslo'][i % 3] ?? ''))),
    5,
  ],
  ['mixed_types', repeat(100, (i) => (i < 20 ? `n/k ${i % 4}` : spread(i))), 20],
  ['personal_data', repeat(100, (i) => `person${i % 50}@example.com`), 100],
];

test('spellings are shown by two that are seen to differ, and the remedy advised is the one offered', async () => {
  const { table } = await tests.admit(
    csv({
      value: repeat(100, (i) => (i < 3 ? '"Adelie "' : i < 5 ? 'adelie' : 'Adelie')),
      other: repeat(100, (i) => spread(i)),
    }),
  );
  const { alerts } = await tests.engine.alerts(table, { thresholds: usual });
  expect(alerts.find(({ kind }) => kind === 'case_variants')).toMatchObject({
    said: '1 value of value is spelled in several ways, such as ‘Adelie’ and ‘adelie’.',
    fix: 'Write all of them in the most frequent way, or equal values count as different.',
    remedy: {
      said: 'Merge the spellings',
      view: {
        clean: [
          {
            step: 'recode',
            column: 'value',
            values: [
              { from: 'Adelie ', to: 'Adelie' },
              { from: 'adelie', to: 'Adelie' },
            ],
            others: 'keep',
          },
        ],
      },
    },
  });
});

describe('every alert is found, and its filter shows as many rows as it counts', () => {
  test.each(cases)('%s', async (kind, column, count) => {
    const { table } = await tests.admit(
      csv({ value: column, other: repeat(100, (i) => `${spread(i * i)} m`) }),
    );
    const { alerts } = await tests.engine.alerts(table, { thresholds: usual });
    const found = alerts.find((alert) => alert.kind === kind && alert.columns[0] === 'value');
    expect(found).toMatchObject({
      kind,
      key: `${kind}:value`,
      columns: ['value'],
      count,
      dismissed: null,
    });
    if (
      count !== null &&
      found?.rows !== null &&
      found?.rows !== undefined &&
      kind !== 'case_variants'
    ) {
      expect(
        (await tests.engine.rows(table, { view: { filter: found.rows }, limit: 1, offset: 0 }))
          .total,
      ).toBe(count);
    }
  });

  test('infinite values', async () => {
    const { table } = await tests.admit(
      csv({ x: repeat(100, (i) => (i < 3 ? 'Inf' : `${spread(i)}.5`)) }),
    );
    const { alerts } = await tests.engine.alerts(table, { thresholds: usual });
    const found = alerts.find(({ kind }) => kind === 'infinite');
    expect(found).toMatchObject({ severity: 'high', count: 3 });
    expect(
      (await tests.engine.rows(table, { view: { filter: found?.rows ?? '' }, limit: 1, offset: 0 }))
        .total,
    ).toBe(3);
  });

  test('texts written as dates, identifiers, pairs that go together', async () => {
    const { table } = await tests.admit(
      csv({
        order_id: repeat(60, (i) => 1000 + i),
        day: repeat(
          60,
          (i) =>
            `2026${String((i % 12) + 1).padStart(2, '0')}${String((i % 28) + 1).padStart(2, '0')}x`,
        ),
        metres: repeat(60, (i) => spread(i)),
        feet: repeat(60, (i) => spread(i) * 3.25),
      }),
    );
    const { alerts } = await tests.engine.alerts(table, { thresholds: usual });
    expect(alerts.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['id_like:order_id', 'high_correlation:metres:feet']),
    );
    expect(alerts.find(({ kind }) => kind === 'high_correlation')).toMatchObject({
      measure: expect.closeTo(1, 12),
      severity: 'high',
      said: 'metres and feet go together: r = 1.00.',
    });
  });

  test('rows that repeat, with a view that shows all of them', async () => {
    const { table } = await tests.admit('a,b\n1,x\n2,y\n1,x\n1,x\n3,\n3,\n');
    const { alerts } = await tests.engine.alerts(table, { thresholds: usual });
    const found = alerts.find(({ kind }) => kind === 'duplicate_rows');
    expect(found).toMatchObject({
      key: 'duplicate_rows',
      columns: [],
      count: 3,
      measure: 0.5,
      severity: 'high',
      said: '3 rows (50%) equal an earlier row in every column.',
    });
    expect(
      (
        await tests.engine.rows(table, {
          view: { filter: found?.rows ?? '' },
          limit: 10,
          offset: 0,
        })
      ).total,
    ).toBe(5);
  });
});

test('values of a single column repeat, and are no repeated rows', async () => {
  const { table } = await tests.admit(csv({ value: repeat(50, (i) => (i * 7) % 23) }));
  const { alerts } = await tests.engine.alerts(table, { thresholds: usual });
  expect(alerts.map(({ key }) => key)).toEqual([]);
});

test('white space and spellings are mended in the column itself', async () => {
  const species = repeat(60, (i) => ['Adelie', 'Gentoo', 'Chinstrap'][i % 3] ?? '');
  const { table } = await tests.admit(
    csv({
      species: ['"Adelie "', 'adelie', '" Gentoo"', ...species],
      mass: repeat(63, (i) => spread(i) + i / 10),
    }),
  );
  const { alerts } = await tests.engine.alerts(table, { thresholds: usual });
  const remedies = alerts.flatMap(({ kind, columns, remedy }) =>
    columns[0] === 'species' ? [{ kind, remedy }] : [],
  );
  const step = (values: { from: string; to: string }[]) => ({
    clean: [{ step: 'recode', column: 'species', values, others: 'keep' }],
  });
  expect(remedies).toEqual([
    {
      kind: 'case_variants',
      remedy: {
        said: 'Merge the spellings',
        view: step([
          { from: 'Adelie ', to: 'Adelie' },
          { from: 'adelie', to: 'Adelie' },
        ]),
      },
    },
    {
      kind: 'whitespace',
      remedy: {
        said: 'Remove the white space',
        view: step([
          { from: ' Gentoo', to: 'Gentoo' },
          { from: 'Adelie ', to: 'Adelie' },
        ]),
      },
    },
  ]);
  const view: View = { clean: remedies.flatMap(({ remedy }) => remedy?.view.clean ?? []) };
  const mended = await tests.engine.alerts(table, { view, thresholds: usual });
  expect(mended.alerts.filter(({ columns }) => columns[0] === 'species')).toEqual([]);
});

test('thresholds decide, and a stored description gives the same', async () => {
  const { table, profilePath } = await tests.admit(
    csv({
      value: repeat(100, (i) => (i < 10 ? '' : spread(i))),
      other: repeat(100, (i) => ['a', 'b', 'c'][i % 3] ?? ''),
    }),
  );
  const found = async (thresholds: Partial<typeof usual>): Promise<string[]> =>
    (await tests.engine.alerts(table, { thresholds: { ...usual, ...thresholds } })).alerts.map(
      ({ key }: Alert) => key,
    );
  expect(await found({ duplicate_rows: 1 })).toEqual(['missing:value']);
  expect(await found({ duplicate_rows: 1, missing: 0.11 })).toEqual([]);
  expect(await tests.engine.alerts(table, { thresholds: usual, profile: profilePath })).toEqual(
    await tests.engine.alerts(table, { thresholds: usual }),
  );
});

test('texts written as dates are found with the pattern that reads them', async () => {
  const { table } = await tests.admit(
    csv({
      day: [
        ...repeat(
          57,
          (i) =>
            `${String((i % 12) + 1).padStart(2, '0')}.${String((i % 12) + 1).padStart(2, '0')}.2026`,
        ),
        'soon',
        'later',
        'never',
      ],
    }),
  );
  const { alerts } = await tests.engine.alerts(table, { thresholds: usual });
  const found = alerts.find(({ kind }) => kind === 'date_like');
  expect(found).toMatchObject({
    count: 3,
    measure: 0.95,
    severity: 'high',
    said: 'day is text, though 57 of its 60 values are dates (DD.MM.YYYY); 3 are not, such as ‘later’, ‘never’, ‘soon’.',
    remedy: { said: 'Read as dates; 3 texts become missing' },
  });
  expect(
    (await tests.engine.rows(table, { view: { filter: found?.rows ?? '' }, limit: 1, offset: 0 }))
      .total,
  ).toBe(3);
});
