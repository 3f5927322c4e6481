import { AppError, type View } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';

let tests: TestEngine;
let table: TableRef;

beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(
    'x,t,d,b\n1,u,2024-01-02,true\n,v,2024-01-03,false\n3,,,\n1,w,2024-02-03,true\n',
  ));
});
afterAll(() => tests.close());

const recode = (
  column: string,
  values: readonly [from: string | number | boolean, to: string | number | boolean][],
  others: 'keep' | 'missing' = 'keep',
): View => ({
  clean: [{ step: 'recode', column, values: values.map(([from, to]) => ({ from, to })), others }],
});
const fill = (column: string, value: string | number | boolean): View => ({
  impute: [{ columns: [column], method: 'constant', value }],
});

test.each<[string, View, string, string]>([
  [
    'a number recoded to a text',
    recode('x', [[1, 'one']]),
    "'one' is a text, and every value of 'x' is a number.",
    'Write to as a number, without quotes, recode every value with others: missing, ' +
      "or derive a column of texts: case(x = 1, 'one', to_text(x)).",
  ],
  [
    'a text recoded to a number',
    recode('t', [['u', 1]]),
    "1 is a number, and every value of 't' is a text.",
    'Write to as a text, in quotes: "1", or recode every value with others: missing.',
  ],
  [
    'a number that is named as a text',
    recode('x', [['1', 2]]),
    "'1' is a text, and every value of 'x' is a number.",
    'Write from as a number, without quotes: 1.',
  ],
  [
    'values of two types in one column',
    recode(
      'x',
      [
        [1, 'one'],
        [3, 3],
      ],
      'missing',
    ),
    "'one' is a text and other values that 'x' gets are a number.",
    'A column has values of one type: write every to in quotes, or none.',
  ],
  [
    'numbers filled with a text',
    fill('x', 'none'),
    "'none' is a text, and every value of 'x' is a number.",
    "Fill with a number, without quotes, or derive a column of texts: coalesce(to_text(x), 'none').",
  ],
  [
    'texts filled with a number',
    fill('t', 0),
    "0 is a number, and every value of 't' is a text.",
    'Fill with a text, in quotes: "0".',
  ],
  [
    'dates filled with a word',
    fill('d', 'unknown'),
    "'unknown' is a text, and every value of 'd' is a date.",
    "Fill with a date: '2026-01-31', or derive a column of texts: coalesce(to_text(d), 'unknown').",
  ],
  [
    'true and false filled with a number',
    fill('b', 1),
    "1 is a number, and every value of 'b' is true or false.",
    "Fill with true or false, or derive a column of texts: coalesce(to_text(b), '1').",
  ],
  [
    'texts filled with their mean',
    { impute: [{ columns: ['t'], method: 'mean' }] },
    "Every value of 't' is a text: there is no mean to fill with.",
    'Read numbers from the column first with the step parse_numbers, or fill with mode, constant or forward.',
  ],
  [
    'a constant that is not named',
    { impute: [{ columns: ['x'], method: 'constant' }] },
    'To fill with a constant takes a value.',
    "Name the value, for example { method: 'constant', value: 0 }.",
  ],
])('%s is refused with what to do', async (_, view, message, fix) => {
  const refused: unknown = await tests.engine
    .rows(table, { view, limit: 10, offset: 0 })
    .catch((error: unknown) => error);
  if (!(refused instanceof AppError)) throw new Error('It was not refused.', { cause: refused });
  expect([refused.message, refused.details.fix]).toEqual([message, fix]);
});

test('what the advice of a message says works', async () => {
  const { items } = await tests.engine.rows(table, {
    view: {
      derive: [
        { name: 'one', expression: "case(x = 1, 'one', to_text(x))" },
        { name: 'day', expression: "coalesce(to_text(d), 'unknown')" },
      ],
    },
    columns: ['one', 'day'],
    limit: 10,
    offset: 0,
  });
  expect(items).toEqual([
    ['one', '2024-01-02'],
    [null, '2024-01-03'],
    ['3', 'unknown'],
    ['one', '2024-02-03'],
  ]);
});

test.each<[string, View, string[], number]>([
  [
    'recoded',
    recode('d', [['2024-01-03', '2024-09-09']]),
    ['2024-01-02', '2024-09-09', '', '2024-02-03'],
    1,
  ],
  ['filled', fill('d', '2024-12-31'), ['2024-01-02', '2024-01-03', '2024-12-31', '2024-02-03'], 1],
])('a column of dates that is %s with a date keeps its dates', async (_, view, days, changed) => {
  const { items, view_effects: effects } = await tests.engine.rows(table, {
    view,
    columns: ['d'],
    limit: 10,
    offset: 0,
  });
  expect([items.map(([day]) => day ?? ''), effects?.map((one) => one.cells_changed)]).toEqual([
    days,
    [changed],
  ]);
});
