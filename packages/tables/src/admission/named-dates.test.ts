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
