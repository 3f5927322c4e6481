import { openCodeRunner } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pythonCode } from '../code/python-code.ts';
import { rCode } from '../code/r-code.ts';
import type { TableRef } from '../table/table-ref.ts';

/** Zones that change their clocks by an hour, by half an hour, and not at all. */
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'];
/** Every half hour of the days around the changes of 2024 in these zones, and before summer time. */
const starts = ['2024-03-09', '2024-03-30', '2024-04-06', '2024-10-05', '2024-10-26', '2024-11-02'];
const moments = [
  '1950-07-01T12:00:00Z',
  ...starts.flatMap((start) =>
    Array.from({ length: 96 }, (_, i) =>
      new Date(Date.parse(start) + i * 1_800_000).toISOString().replace('.000', ''),
    ),
  ),
];

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
  ({ table } = await tests.admit(`at\n${moments.join('\n')}\n\n`));
  await tests.engine.exportRows(table, { forSpreadsheets: false }, join(runner.folder, 'data.csv'));
});
const runner = openCodeRunner();
afterAll(async () => {
  runner.close();
  await tests.close();
});

const view = {
  derive: zones.map((zone, i) => ({ name: `z${i}`, expression: `local_time(at, '${zone}')` })),
};
const answered = async (): Promise<string[]> =>
  (
    await tests.engine.rows(table, {
      columns: zones.map((_, i) => `z${i}`),
      view,
      limit: 1000,
      offset: 0,
    })
  ).items.map((row) => row.join());

test('local_time gives the clock of a place over both clock changes', async () => {
  const clocks = zones.map((timeZone) =>
    Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  );
  expect(await answered()).toEqual(
    moments.map((at) => clocks.map((one) => one.format(new Date(at)).replace(' ', 'T')).join()),
  );
});

const written = 'out.csv';
const code = {
  pandas: `import pandas as pd
at = pd.to_datetime(pd.read_csv("data.csv")["at"], utc=True)
d = pd.DataFrame({f"z{i}": at.dt.tz_convert(z) for i, z in enumerate(${JSON.stringify(zones)})})
d.apply(lambda x: x.dt.strftime("%Y-%m-%dT%H:%M:%S")).to_csv("${written}", index=False)
`,
  Python: `
d.drop(columns="at").apply(lambda x: x.dt.strftime("%Y-%m-%dT%H:%M:%S")).to_csv("${written}", index=False)
`,
  R: `
write.csv(lapply(d[-1], format, "%Y-%m-%dT%H:%M:%S"), "${written}", row.names = FALSE, quote = FALSE)
`,
};

describe.each(['pandas', 'Python', 'R'] as const)('%s', (name) => {
  test('has the same clocks', async ({ skip }) => {
    const source =
      name === 'pandas'
        ? code.pandas
        : `${(name === 'R' ? rCode : pythonCode)(table.columns, view)}${code[name]}`;
    await runner.run(name === 'R' ? 'R' : 'Python', source, skip);
    const [, ...lines] = (await readFile(join(runner.folder, written), 'utf8'))
      .trimEnd()
      .split(/\r?\n/);
    expect(lines).toEqual(await answered());
  });
});

test('the answer and the note of the column say that moments are in UTC, and how to have a place', async () => {
  const { table: local, admitted } = await tests.admit(
    'at,v\n2024-06-01T23:30:00+02:00,10\n2024-06-02T00:30:00+02:00,20\n2024-06-02T08:00Z,30\n',
  );
  expect(admitted.admission.notes.map(({ message }) => message)).toEqual([
    '2 cells have an offset and are kept in UTC: days and hours are those of UTC, ' +
      'and local_time(…) gives those of a place.',
  ]);
  const ask = async (clock: string) => {
    const { items, method } = await tests.engine.aggregate(local, {
      group_by: [`date(${clock})`],
      aggregates: [
        { statistic: 'sum', of: 'v' },
        { statistic: 'min', of: `hour(${clock})` },
      ],
      limit: 10,
    });
    return { items, times: method['times'] };
  };
  expect(await ask('at')).toEqual({
    items: [
      ['2024-06-01', 30, 21],
      ['2024-06-02', 30, 8],
    ],
    times:
      "moments with a zone are in UTC: days and hours are those of UTC; local_time(seen, 'Europe/Berlin') " +
      'gives the clock of a place',
  });
  expect(await ask("local_time(at, 'Europe/Berlin')")).toEqual({
    items: [
      ['2024-06-01', 10, 23],
      ['2024-06-02', 50, 0],
    ],
    times: undefined,
  });
});

test('the answer says what weekdays are numbered by, and that rows without a value are left out', async () => {
  const { table: sold } = await tests.admit(
    'at,units,price\n2024-06-03,2,10\n2024-06-09,3,\n2024-06-09,1,5\n',
  );
  const ask = async (
    group: string,
    of: string,
    derive: { name: string; expression: string }[] = [],
  ) => {
    const { items, method } = await tests.engine.aggregate(sold, {
      group_by: [group],
      aggregates: [
        { statistic: 'sum', of },
        { statistic: 'n', of },
      ],
      ...(derive.length === 0 ? {} : { view: { derive } }),
      limit: 10,
    });
    return { items, weekdays: method['weekdays'], expressions: method['expressions'] };
  };
  const weekdays = 'weekday() is 1 on Monday and 7 on Sunday';
  const expressions =
    'rows in which an expression is missing are left out of its statistics; n of it counts the others';
  const items = [
    [1, 20, 1],
    [7, 5, 1],
  ];
  expect(await ask('weekday(at)', 'units * price')).toEqual({ items, weekdays, expressions });
  const derive = [
    { name: 'wday', expression: 'weekday(at)' },
    { name: 'paid', expression: 'units * price' },
  ];
  expect(await ask('wday', 'paid', derive)).toEqual({ items, weekdays, expressions: undefined });
  expect(await ask('day(at)', 'price')).toEqual({
    items: [
      [3, 10, 1],
      [9, 5, 1],
    ],
    weekdays: undefined,
    expressions: undefined,
  });
});

test('every zone that is known is one of the database', async () => {
  const known = ['UTC', 'US/Eastern', 'Etc/GMT+5', ...Intl.supportedValuesOf('timeZone')];
  for (let start = 0; start < known.length; start += 50) {
    const derive = known
      .slice(start, start + 50)
      .map((zone, i) => ({ name: `z${i}`, expression: `local_time(at, '${zone}')` }));
    const asked = tests.engine.rows(table, { view: { derive }, limit: 1, offset: 0 });
    await expect(asked).resolves.toMatchObject({ items: [{ length: derive.length + 1 }] });
  }
});

test('weeks belong to a year, which the answer says where groups have none', async () => {
  const { table } = await tests.admit(
    'day\n2024-12-29\n2024-12-30\n2025-01-05\n2027-01-03\n2027-01-04\n',
  );
  const ask = async (...groups: string[]) => {
    const { items, method } = await tests.engine.aggregate(table, {
      group_by: groups,
      aggregates: [{ statistic: 'count' }],
      limit: 10,
      sort: [],
    });
    return { items, weeks: method['weeks'] };
  };
  expect(await ask('year(day)', 'week(day)')).toEqual({
    items: [
      [2024, 1, 1],
      [2024, 52, 1],
      [2025, 1, 1],
      [2027, 1, 1],
      [2027, 53, 1],
    ],
    weeks:
      'week() is that of ISO 8601: 1 January may be in week 52 or 53, and 31 December in week 1, ' +
      'of another year; isoyear() is the year of the week',
  });
  expect(await ask('isoyear(day)', 'week(day)')).toEqual({
    items: [
      [2024, 52, 1],
      [2025, 1, 2],
      [2026, 53, 1],
      [2027, 1, 1],
    ],
    weeks: undefined,
  });
});
