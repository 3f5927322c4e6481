import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

test('dates that name their month are read on arrival as expressions read them', async () => {
  const { types, items, messages } = await tests.read(
    'a,b,c,d\n' +
      '15-May-2017,"Apr 13  2017 12:00:00 AM",19-Jan-39,1 März 2020\n' +
      '1-Jun-2017,"Apr 13 2017 1:05:00 PM",NA,2 mai 2020\n' +
      ',"December 1, 2017",20-Feb-70,31. Dezember 2020\n',
  );
  expect([types, items]).toEqual([
    ['DATE', 'TIMESTAMP', 'DATE', 'DATE'],
    [
      ['2017-05-15', '2017-04-13T00:00:00', '2039-01-19', '2020-03-01'],
      ['2017-06-01', '2017-04-13T13:05:00', null, '2020-05-02'],
      [null, '2017-12-01T00:00:00', '1970-02-20', '2020-12-31'],
    ],
  ]);
  expect(messages.filter((one) => one.includes('name their month'))).toHaveLength(4);
});

test('dates of Spanish and Portuguese have a word between their parts', async () => {
  const { types, items } = await tests.read(
    'fecha;data\n5 de marzo de 2024;5 de Março de 2024\n28 de febrero del 2024;28 de fev. de 2024\n',
  );
  expect([types, items]).toEqual([
    ['DATE', 'DATE'],
    [
      ['2024-03-05', '2024-03-05'],
      ['2024-02-28', '2024-02-28'],
    ],
  ]);
});

test('what an expression read as a date stays one where it is read on arrival', async () => {
  const { table } = await tests.admit('a,b\n15-May-2017,Apr 13 2017 1:05 PM\n');
  const { items, view_effects: effects } = await tests.engine.rows(table, {
    view: {
      clean: [{ step: 'parse_dates', columns: ['a'], pattern: 'DD-MMM-YYYY' }],
      derive: [{ name: 'day', expression: 'to_date(b)' }],
    },
    limit: 1,
    offset: 0,
  });
  expect([items, effects]).toEqual([
    [['2017-05-15', '2017-04-13T13:05:00', '2017-04-13']],
    [{ step: 'dates read from a', rows_removed: 0, cells_changed: 0, cells_lost: 0 }],
  ]);
});

test('a column in which one is none stays text', async () => {
  const { types, items } = await tests.read('a\n15-May-2017\n30-Feb-2017\n1-Jun-2017\n');
  expect([types, items]).toEqual([['VARCHAR'], [['15-May-2017'], ['30-Feb-2017'], ['1-Jun-2017']]]);
});

test('months stay text on arrival, and the note says how they become dates', async () => {
  const { types, messages } = await tests.read(
    'a,b,c,d\n2019-01,01/2019,Jan 2019,Jan-19\n2019-02,02/2019,Feb 2019,Feb-19\n2019-03,,Mar 2019,Mar-19\n',
  );
  const said = (n: number): string =>
    `${n} cells could be read as dates, each month as its first day: the column is kept as text; to_date(…) reads it in a view.`;
  expect([types, messages]).toEqual([
    ['VARCHAR', 'VARCHAR', 'VARCHAR', 'VARCHAR'],
    [said(3), said(2), said(3), '3 cells could be read as dates: the column is kept as text.'],
  ]);
});

test('a month of one digit is read in a view, where it is one', async () => {
  const { table } = await tests.admit('a\n2024-2\n2024/7\n2024-12\n2024-13\n2024-0\n2024.5x\n');
  const { items } = await tests.engine.rows(table, {
    columns: ['day'],
    view: { derive: [{ name: 'day', expression: 'to_date(a)' }] },
    limit: 10,
    offset: 0,
  });
  expect(items.flat()).toEqual(['2024-02-01', '2024-07-01', '2024-12-01', null, null, null]);
});

/** Two moments or days as mails, forms, calendars and programs write them. */
const written = {
  mail: ['Tue, 05 Mar 2024 10:11:12 +0000', 'Wed, 06 Mar 2024 11:11:12 +0100'],
  long: ['Tuesday, 5 March 2024', 'Wednesday, 6 March 2024'],
  american: ['Tuesday, March 5, 2024', 'Wed. March 6, 2024'],
  german: ['Dienstag, den 5. März 2024', 'Mi., 6. März 2024'],
  french: ['mardi 5 mars 2024', 'mer. 6 mars 2024'],
  portuguese: ['terça-feira, 5 de março de 2024', 'quarta-feira, 6 de março de 2024'],
  japanese: ['2024/03/05(火)', '2024/03/06(水)'],
  first: ['Tue 2024-03-05', 'Wed 2024-03-06'],
  c: ['Tue Mar  5 10:11:12 2024', 'Wed Mar  6 10:11:12 2024'],
  unix: ['Tue Mar  5 10:11:12 UTC 2024', 'Wed Mar  6 10:11:12 UTC 2024'],
  compact: ['20240305T101112Z', '20240306T111112+0100'],
  local: ['20240305T101112', '20240306T101112'],
  server: ['05/Mar/2024:10:11:12 +0000', '06/Mar/2024:11:11:12 +0100'],
  sas: ['05MAR2024:10:11:12', '06MAR2024:10:11:12'],
  javascript: [
    'Tue Mar 05 2024 10:11:12 GMT+0000 (Coordinated Universal Time)',
    'Wed Mar 06 2024 11:11:12 GMT+0100 (Hora-de Europa)',
  ],
  named: ['Tue, 5 Mar 2024 10:11:12 +0000 (UTC)', 'Wed, 6 Mar 2024 11:11:12 +0100 (CET)'],
  notion: ['March 5, 2024 10:11:12 AM (GMT+0)', 'March 6, 2024 9:41:12 AM (GMT-0:30)'],
  java: ['2024-03-05T10:11:12+00:00[Europe/London]', '2024-03-06T11:11:12+01:00[Europe/Berlin]'],
  compactDay: ['20240305 10:11:12', '20240306 10:11:12'],
  twitter: ['Tue Mar 05 10:11:12 +0000 2024', 'Wed Mar 06 11:11:12 +0100 2024'],
  ordinal: ['March 5th, 2024', 'Wednesday, March 6TH, 2024'],
  of: ['5th of March 2024', '6th of March 2024'],
  moment: ['March 5th 2024, 10:11:12 am', 'March 6th 2024, 10:11:12 am'],
  kibana: ['Mar 5, 2024 @ 10:11:12.000', 'Mar 6, 2024 @ 10:11:12.000'],
  at: ['March 5, 2024 at 10:11:12 AM', 'March 6, 2024 at 10:11:12 AM'],
  uhr: ['5. März 2024, 10:11:12 Uhr', '6. März 2024, 10:11:12 Uhr'],
  small: ['2024-03-05t10:11:12z', '2024-03-06t11:11:12+01:00'],
} as const;
const days = ['2024-03-05', '2024-03-06'];
const moments = days.map((day) => `${day}T10:11:12`);
const columns = Object.entries(written);
const rows = [0, 1].map((row) => columns.map(([, cells]) => `"${cells[row] ?? ''}"`).join(','));
const names = columns.map(([name]) => name).join(',');
const hasClock = (cells: readonly string[]): boolean => /10:11|T10/i.test(cells[0] ?? '');

test('dates with their weekday and moments of mails and calendars are read on arrival', async () => {
  const { types, items } = await tests.read(`${names}\n${rows.join('\n')}\n`);
  expect([types, items]).toEqual([
    columns.map(([, cells]) => (hasClock(cells) ? 'TIMESTAMP' : 'DATE')),
    [0, 1].map((row) => columns.map(([, cells]) => (hasClock(cells) ? moments : days)[row])),
  ]);
});

test('a day that is an ordinal is read in other languages', async () => {
  const { types, items } = await tests.read(
    'fr;pt;it\n1er mars 2024;1º de março de 2024;1° marzo 2024\n2 mars 2024;2 de março de 2024;2 marzo 2024\n',
  );
  expect([types, items]).toEqual([
    ['DATE', 'DATE', 'DATE'],
    [
      ['2024-03-01', '2024-03-01', '2024-03-01'],
      ['2024-03-02', '2024-03-02', '2024-03-02'],
    ],
  ]);
});

test('an ordinal before a year whose century is not known stays text, with a note', async () => {
  const { types, messages } = await tests.read('a\n5th of March 45\n6th of March 46\n');
  expect(types).toEqual(['VARCHAR']);
  expect(messages.join()).toMatch(/two digits/);
});

test('hours alone, and those that are said with Uhr, are times of day', async () => {
  const { types, items } = await tests.read('a;b\n9 AM;9:30 Uhr\n12 p.m.;12:05 Uhr\n11pm;23:59\n');
  expect([types, items]).toEqual([
    ['TIME', 'TIME'],
    [
      ['09:00:00', '09:30:00'],
      ['12:00:00', '12:05:00'],
      ['23:00:00', '23:59:00'],
    ],
  ]);
});

test('what may be times or durations, and zones by their name, stay text with a note', async () => {
  const { types, messages } = await tests.read(
    'a,b\n9h30,Tue Mar  5 10:00:00 CET 2024\n12h05,Mon Apr  1 00:00:00 CEST 2024\n',
  );
  expect([types, messages]).toEqual([
    ['VARCHAR', 'VARCHAR'],
    [
      "Cells such as '9h30' may be durations in hours and minutes or in minutes and seconds, or times of day: the column is kept as text.",
      "Cells such as 'Tue Mar  5 10:00:00 CET 2024' name their time zone, which may mean several: the column is kept as text.",
    ],
  ]);
});

test('expressions read the same from texts', async () => {
  const source = await tests.write(`${names}\n${rows.join('\n')}\n`);
  const parquet = source.replace(/csv$/, 'parquet');
  const { columns: kept, rowCount } = await tests.engine.admit({
    source,
    parquet,
    reading: { text_columns: columns.map(([name]) => name) },
  });
  const { items } = await tests.engine.rows(
    { parquet, datasetId: null, version: null, rowCount, columns: kept },
    {
      view: {
        derive: columns.map(([name]) => ({
          name: `${name}_read`,
          expression: `to_datetime(${name})`,
        })),
      },
      limit: 10,
      offset: 0,
    },
  );
  expect(items.map((row) => row.slice(columns.length))).toEqual(
    [0, 1].map((row) =>
      columns.map(([, cells]) => (hasClock(cells) ? moments[row] : `${days[row]}T00:00:00`)),
    ),
  );
});

test('a weekday that is not that of its date keeps the column as text, with a note', async () => {
  const { types, items, messages } = await tests.read(
    'a\n"Tue, 05 Mar 2024"\n"Tue, 06 Mar 2024"\n"Thu, 07 Mar 2024"\n',
  );
  expect([types, items, messages]).toEqual([
    ['VARCHAR'],
    [['Tue, 05 Mar 2024'], ['Tue, 06 Mar 2024'], ['Thu, 07 Mar 2024']],
    [
      "2 of 3 cells could be read as dates, but not 'Tue, 06 Mar 2024': the column is kept as text.",
    ],
  ]);
});

test('a day among moments is its midnight, and one moment beyond the sample is offered', async () => {
  const few = await tests.read('a\n2024-03-05\n2024-03-06 11:00\n2024-03-07\n');
  expect([few.types, few.items, few.messages]).toEqual([
    ['TIMESTAMP'],
    [['2024-03-05T00:00:00'], ['2024-03-06T11:00:00'], ['2024-03-07T00:00:00']],
    [
      '3 cells are read as dates that begin with the year; those without a time are read as midnight.',
    ],
  ]);
  const { table } = await tests.admit(`a\n${'2024-03-05\n'.repeat(1200)}2024-03-06 11:00\n`);
  expect(
    table.columns.map(({ storage, other_readings: others }) => [
      storage,
      others?.map(({ reading, cells, of }) => [reading.as, cells, of]),
    ]),
  ).toEqual([
    [
      'VARCHAR',
      [
        ['date', 1200, 1201],
        ['datetime', 1201, 1201],
      ],
    ],
  ]);
});

test('dates in numbers behind their weekday are offered in the order that agrees with it', async () => {
  const { table, admitted } = await tests.admit(
    'a;b\nTue 3/5/2024 10:11 AM;Di 05.03.2024\nWed 3/6/2024 1:05 PM;Mi 06.03.2024\n',
  );
  expect(
    table.columns.map(({ storage, other_readings: others }) => [
      storage,
      others?.map(({ reading, cells, after }) => [reading, cells, after]),
    ]),
  ).toEqual([
    ['VARCHAR', [[{ as: 'datetime', date_order: 'mdy' }, 2, '2024-03-05 10:11:00']]],
    ['VARCHAR', [[{ as: 'date', date_order: 'dmy' }, 2, '2024-03-05']]],
  ]);
  expect(admitted.admission.notes.map(({ code, column }) => [code, column])).toEqual([
    ['kept_as_text', 'a'],
    ['kept_as_text', 'b'],
  ]);
});
