import { AppError, type View } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let tests: TestEngine;
let table: TableRef;

const csv = `n,month,year,clock,day,seconds,share,range,noise
1,15-May-2017,19-Jan-18,Apr 13  2017 12:00:00 AM,31/12/2017,1492041600,15.17%,630308[495000-801000],x1
2,03-Dec-1999,01-Feb-68,Apr 13 2017 12:30:00 PM,13/01/2018,0,7 %,12,x2
3,1 März 2020,05-Mar-69,"May 1, 2017 11:59:59 PM",1/2/2018,-86400.5,-0.5%,n/a [1],x3
4,7 août 2021,30-Feb-20,2017-06-01 13:05,01/13/2018,12x,x%,,x4
`;

beforeAll(async () => {
  tests = await openTestEngine();
  const source = await tests.write(csv);
  const parquet = `${source}.parquet`;
  // Its dates could be read on arrival.
  const reading = { text_columns: ['clock'] };
  const { rowCount, columns } = await tests.engine.admit({ source, parquet, reading });
  table = { parquet, datasetId: null, version: null, rowCount, columns };
});
afterAll(() => tests.close());

async function derived(expression: string, view: View = {}) {
  const { items, view_effects: effects } = await tests.engine.rows(table, {
    view: { ...view, derive: [{ name: 'y', expression }] },
    columns: ['y'],
    limit: 100,
    offset: 0,
  });
  return {
    values: items.map(([value]) => value),
    lost: effects?.map(({ cells_lost: n, examples }) => [n, examples]),
  };
}
async function refusal(
  view: View,
): Promise<{ code: string; message: string; fix: string | undefined }> {
  const refused: unknown = await tests.engine
    .rows(table, { view, limit: 10, offset: 0 })
    .catch((error: unknown) => error);
  if (!(refused instanceof AppError)) throw new Error('It was not refused.', { cause: refused });
  return { code: refused.code, message: refused.message, fix: refused.details.fix };
}

describe('a month of a year is read as its first day', () => {
  test.each([
    ['2019-01', '2019-01-01'],
    ['2020/12', '2020-12-01'],
    ['03/2021', '2021-03-01'],
    ['Jan 2024', '2024-01-01'],
    ['August, 1999', '1999-08-01'],
    ['2019-13', null],
    ['2019-00', null],
    ['2019-1', '2019-01-01'],
    ['13/2019', null],
    ['2019.10', null],
    ['Jan 24', null],
    ['Ort 2019', null],
    ['2019', null],
    ['2019-01 12:00', null],
    ['2019-02-29', null],
  ])('%s', async (cell, day) => {
    const { table: one } = await tests.admit(
      `month,n\n${cell.includes(',') ? `"${cell}"` : cell},1\nx,2\n`,
    );
    const asked = {
      columns: ['month', 'at'],
      limit: 10,
      offset: 0,
      view: {
        clean: [{ step: 'parse_dates', columns: ['month'] }],
        derive: [{ name: 'at', expression: 'to_datetime(month)' }],
      },
    } as const satisfies Parameters<typeof tests.engine.rows>[1];
    const written = `if(n = 1, to_date('${cell}'), date('2000-01-01'))`;
    const { items } = await tests.engine.rows(one, {
      columns: ['y'],
      limit: 10,
      offset: 0,
      view: { derive: [{ name: 'y', expression: written }] },
    });
    expect(items).toEqual([[day], ['2000-01-01']]);
    if (day === null) return;
    expect((await tests.engine.rows(one, asked)).items).toEqual([
      [day, day],
      [null, null],
    ]);
  });
});

describe('a date is read', () => {
  test.each<[string, string, (string | null)[]]>([
    [
      'with the name of its month in several languages',
      'to_date(month)',
      ['2017-05-15', '1999-12-03', '2020-03-01', '2021-08-07'],
    ],
    [
      'with two digits of its year, from 69 on of the last century',
      'to_date(year)',
      ['2018-01-19', '2068-02-01', '1969-03-05', null],
    ],
    [
      'with a clock of 12 or 24 hours',
      'to_datetime(clock)',
      ['2017-04-13T00:00:00', '2017-04-13T12:30:00', '2017-05-01T23:59:59', '2017-06-01T13:05:00'],
    ],
    [
      'without its time of day',
      'to_date(clock)',
      ['2017-04-13', '2017-04-13', '2017-05-01', '2017-06-01'],
    ],
    [
      'as its format says',
      "to_date(day, 'DD/MM/YYYY')",
      ['2017-12-31', '2018-01-13', '2018-02-01', null],
    ],
    [
      'as a format of names and clocks says',
      "to_datetime(clock, 'MMM D YYYY hh:mm:ss A')",
      ['2017-04-13T00:00:00', '2017-04-13T12:30:00', null, null],
    ],
    [
      'from Unix seconds',
      "to_datetime(seconds, 'X')",
      ['2017-04-13T00:00:00', '1970-01-01T00:00:00', '1969-12-30T23:59:59.5', null],
    ],
  ])('%s', async (_, expression, wanted) => {
    expect((await derived(expression)).values).toEqual(wanted);
  });
});

// What each format gives is that of datetime.strptime, or of the tool whose words they are.
test.each([
  ['31-May-2017', '%d-%b-%Y', '2017-05-31T00:00:00'],
  ['Mon 05 January 1969 12:07:09 AM', '%a %d %B %Y %I:%M:%S %p', '1969-01-05T00:07:09'],
  ['05/06/68', '%m/%d/%y', '2068-05-06T00:00:00'],
  ['05/06/69', '%D', '1969-05-06T00:00:00'],
  ['2020-02-29T23:59:58.25', '%FT%T', '2020-02-29T23:59:58.25'],
  ['2020-02-29 23:59:58.250000', '%Y-%m-%d %H:%M:%S.%f', '2020-02-29T23:59:58.25'],
  ['1500000000', '%s', '2017-07-14T02:40:00'],
  ['2020-02-28', 'yyyy-mm-dd', '2020-02-28T00:00:00'],
  ['28-Feb-20', 'dd-MMM-yy', '2020-02-28T00:00:00'],
  ['2020-02-28 07:45:30', 'YYYY-MM-DD HH:MM:SS', '2020-02-28T07:45:30'],
  ['Freitag, 28. Februar 2020', 'dddd, D. MMMM YYYY', '2020-02-28T00:00:00'],
  ['2020-02-28 07:45:30.5', 'yyyy-MM-dd HH:mm:ss.SSS', '2020-02-28T07:45:30.5'],
  ['28 of Feb in 2020', '%d of %b in %Y', '2020-02-28T00:00:00'],
  ['1500000000250', 'x', '2017-07-14T02:40:00.25'],
  ['2020-02-28T23:30:00+0530', '%Y-%m-%dT%H:%M:%S%z', '2020-02-28T18:00:00'],
  ['28.02.2020 23:30 -08', 'DD.MM.YYYY HH:mm ZZ', '2020-02-29T07:30:00'],
  ['2020-02-28 23:30Z', 'YYYY-MM-DD HH:mmZ', '2020-02-28T23:30:00'],
  ['2020-02-28 23:30+24:00', 'YYYY-MM-DD HH:mmZ', null],
  ['2020-02-28T23:30:00-01:15', '', '2020-02-29T00:45:00'],
  ['2020. 2. 28 오후 3:20:11', '', '2020-02-28T15:20:11'],
  ['2020/2/28 上午 12:20', '', '2020-02-28T00:20:00'],
  ['2020.02.28. 15:20', '', '2020-02-28T15:20:00'],
  ['2020. február 28.', '', '2020-02-28T00:00:00'],
  ['2020/02/28 3:20:11 PM GMT+9', '', '2020-02-28T06:20:11'],
  ['2020/02/28 3:20:11 AM GMT-3', '', '2020-02-28T06:20:11'],
  ['2020/02/28 11:50:11 AM GMT+5:30', '', '2020-02-28T06:20:11'],
  ['2020-02-28 11:50 p. m.', 'YYYY-MM-DD hh:mm A', '2020-02-28T23:50:00'],
])('%s is read by %s', async (said, format, wanted) => {
  const pattern = format === '' ? '' : `, '${format}'`;
  expect((await derived(`if(n = 1, to_datetime('${said}'${pattern}), missing)`)).values[0]).toBe(
    wanted,
  );
});

test.each([
  ['9:30 PM', '', '21:30:00'],
  ['09:30:15.5', '', '09:30:15.5'],
  ['12:05 am', '', '00:05:00'],
  ['24:00', '', null],
  ['07h45', 'HH[h]mm', '07:45:00'],
  ['2020-02-28 07:45:30', '%Y-%m-%d %H:%M:%S', '07:45:30'],
  ['1500000000', '%s', '02:40:00'],
])('the time of day %s is read by "%s"', async (said, format, wanted) => {
  const pattern = format === '' ? '' : `, '${format}'`;
  expect((await derived(`if(n = 1, to_time('${said}'${pattern}), missing)`)).values[0]).toBe(
    wanted,
  );
});

// Seconds by hand.
test.each([
  ['1:30', 5400],
  ['26:03:09.5', 93_789.5],
  ['2 days 3:00', 183_600],
  ['1h 30m', 5400],
  ['90 min', 5400],
  ['-1.5 hours', -5400],
  ['P1DT2H', 93_600],
  ['1 week, 2 days', 777_600],
  ['45s', 45],
  ['0:00:00', 0],
])('%s takes so many seconds', async (said, wanted) => {
  expect((await derived(`if(n = 1, to_duration('${said}'), missing)`)).values[0]).toBe(wanted);
});

test('what is no duration is missing, and counted', async () => {
  expect(
    await derived("to_duration(if(n = 1, '1:75', if(n = 2, 'P', if(n = 3, '5', '1:30'))))"),
  ).toEqual({ values: [null, null, null, 5400], lost: [[3, ['1:75', 'P', '5']]] });
});

test.each(['%Q', '%d.%m', 'yyyy-bb', '%Y-%m-%d %I:%M', 'YYYY-MM-DD MM', 'YYYY-MM-DD Z', 'x X'])(
  'the format %s is refused',
  async (format) => {
    await expect(derived(`to_date(month, '${format}')`)).rejects.toMatchObject({
      code: 'invalid_expression',
    });
  },
);

test('a number is read with a percent sign behind it', async () => {
  expect(await derived('to_number(share)')).toEqual({
    values: [15.17, 7, -0.5, null],
    lost: [[1, ['x%']]],
  });
});

describe('values that become missing are counted, with examples', () => {
  test('in a step', async () => {
    const { view_effects: effects } = await tests.engine.explainView(table, {
      clean: [
        { step: 'parse_numbers', columns: ['range'] },
        { step: 'parse_dates', columns: ['year'] },
      ],
    });
    expect(effects).toEqual([
      {
        step: 'numbers read from range',
        rows_removed: 0,
        cells_changed: 3,
        cells_lost: 2,
        examples: ['630308[495000-801000]', 'n/a [1]'],
      },
      {
        step: 'dates read from year',
        rows_removed: 0,
        cells_changed: 4,
        cells_lost: 1,
        examples: ['30-Feb-20'],
      },
    ]);
  });

  test('in a filter, over the rows that reach it', async () => {
    const { view_effects: effects, total } = await tests.engine.rows(table, {
      view: { filter: 'to_number(range) > 3' },
      limit: 10,
      offset: 0,
    });
    expect([total, effects]).toEqual([
      1,
      [
        {
          step: 'rows filtered',
          rows_removed: 3,
          rows_undecided: 3,
          cells_changed: 0,
          cells_lost: 2,
          examples: ['630308[495000-801000]', 'n/a [1]'],
        },
      ],
    ]);
  });

  test('in an aggregate', async () => {
    const { items, view_effects: effects } = await tests.engine.aggregate(table, {
      group_by: [],
      aggregates: [{ statistic: 'sum', of: 'to_number(share)' }],
      limit: 10,
    });
    expect([items, effects?.map(({ cells_lost: n }) => n)]).toEqual([[[21.67]], [1]]);
  });

  test.each<[string, string, number, string[] | undefined]>([
    ['of the branch that a row takes', 'if(n > 2, to_number(range), 1)', 1, ['n/a [1]']],
    ['of the other branch', 'if(n > 2, 1, to_number(range))', 1, ['630308[495000-801000]']],
    [
      'of the branches of case',
      'case(n = 1, to_number(range), n = 4, 7, to_number(noise))',
      3,
      ['630308[495000-801000]', 'x2', 'x3'],
    ],
    [
      'of a condition of case that is asked',
      'case(n < 3, 0, to_number(range) > 3, 1, 2)',
      1,
      ['n/a [1]'],
    ],
    ['of a branch within a branch', 'if(n > 1, if(n < 3, to_number(noise), 5), 6)', 1, ['x2']],
    [
      'of what nothing replaces',
      "coalesce(to_number(range), if(n = 1, 5, to_number('')))",
      1,
      ['n/a [1]'],
    ],
  ])('only %s', async (_, expression, n, examples) => {
    expect((await derived(expression)).lost).toEqual([[n, examples]]);
  });

  test('and none where another value replaces it', async () => {
    expect(await derived('coalesce(to_number(range), 0)')).toEqual({
      values: [0, 12, 0, 0],
      lost: undefined,
    });
    const { view_effects: effects, total } = await tests.engine.rows(table, {
      view: { filter: 'coalesce(to_number(noise), 0) = 0' },
      limit: 10,
      offset: 0,
    });
    expect([total, effects]).toEqual([
      4,
      [{ step: 'rows filtered', rows_removed: 0, cells_changed: 0, cells_lost: 0 }],
    ]);
  });

  test('and nothing is lost where it is asked whether a text can be read', async () => {
    const { view_effects: effects, total } = await tests.engine.rows(table, {
      view: { filter: 'to_number(range) is missing and range is present' },
      limit: 10,
      offset: 0,
    });
    expect([total, effects?.map(({ cells_lost: n }) => n)]).toEqual([2, [0]]);
    expect(
      (
        await tests.engine.rows(table, {
          view: { filter: 'to_number(noise) is missing' },
          limit: 10,
          offset: 0,
        })
      ).total,
    ).toBe(4);
  });
});

describe('refused is', () => {
  test.each<[string, View, RegExp, RegExp]>([
    [
      'a format that means nothing',
      { derive: [{ name: 'y', expression: "to_date(month, 'banana')" }] },
      /'banana' is no date format: 'b' means nothing/,
      /YYYY or YY .*MMM .*hh with A/,
    ],
    [
      'a format without a year',
      { clean: [{ step: 'parse_dates', columns: ['month'], pattern: 'DD.MM' }] },
      /the year is missing/,
      /YYYY/,
    ],
    [
      'a 12-hour clock without its half',
      { derive: [{ name: 'y', expression: "to_datetime(month, 'DD.MM.YYYY hh:mm')" }] },
      /hh and A go together/,
      /hh with A/,
    ],
    [
      'a number that is none',
      { clean: [{ step: 'parse_numbers', columns: ['range'], pattern: 'banana' }] },
      /'banana' shows no number/,
      /1\.234,56/,
    ],
    [
      'a step that reads nothing',
      { clean: [{ step: 'parse_dates', columns: ['clock'], pattern: 'DD.MM.YYYY' }] },
      /dates read from clock: no value is a date as written there; they look like 'Aaa 00  0000 00:00:00 AA', 'Aaa 00 0000/,
      /A format|a format/,
    ],
    [
      'a filter that reads nothing',
      { filter: "to_date(clock, 'DD.MM.YYYY') > '2000-01-01'" },
      /^rows filtered: no value is a date as written there; they look like 'Aaa 00  0000 00:00:00 AA', 'Aaa 00 0000/,
      /a format/,
    ],
    [
      'a filter that reads no number in a part of it',
      { filter: 'n > 1 and to_number(noise) > 3' },
      /^rows filtered: no value is a number as written there; they look like 'a0'/,
      /1\.234,56/,
    ],
    [
      'a derived column that reads nothing',
      { derive: [{ name: 'y', expression: 'to_number(noise)' }] },
      /no value is a number as written there; they look like 'a0'/,
      /1\.234,56/,
    ],
  ])('%s', async (_, view, message, fix) => {
    const refused = await refusal(view);
    expect(refused.message).toMatch(message);
    expect(refused.fix).toMatch(fix);
  });
});
