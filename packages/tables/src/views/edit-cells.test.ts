import { AppError, type Cell, type CleaningStep, type View } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';

/** A column of each storage; `id` has more digits than a double. */
const csv = `id,price,share,name,paid,day,at,clock
9007199254740993,1.50,0.1,"Byron, Ada",yes,2026-01-31,2026-01-31T10:00:00,10:30:00
9007199254740995,2.25,1e300,"Born, Max",no,2026-02-01,2026-02-01T11:00:00,11:30:00
9007199254740997,,,Cher,,,,
`;

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(() => tests.close());

const ask = async (...clean: CleaningStep[]) => {
  const view: View = { clean };
  const {
    items,
    columns,
    view_effects: effects,
  } = await tests.engine.rows(table, {
    view,
    limit: 10,
    offset: 0,
  });
  return { items, names: columns.map(({ name }) => name), effects };
};
const cell = (row: number, column: string, from: Cell, to: Cell): CleaningStep => ({
  step: 'correct_cells',
  cells: [{ row, column, from, to }],
});
const first = '9007199254740993';
const second = '9007199254740995';
const third = '9007199254740997';

describe('a corrected cell', () => {
  test.each<[string, number, Cell, Cell, Cell[]]>([
    ['id', 1, first, '9007199254740999', ['9007199254740999', second, third]],
    ['id', 1, first, 0.5, ['0.5', second, third]],
    ['id', 1, first, '9223372036854775807', ['9223372036854775807', second, third]],
    ['id', 1, first, '9223372036854775808', ['9223372036854775808', second, third]],
    ['id', 1, first, '-9223372036854775808', ['-9223372036854775808', second, third]],
    ['id', 1, first, -9.3e18, ['-9300000000000000000', second, third]],
    ['id', 1, first, 1e19, ['10000000000000000000', second, third]],
    ['id', 3, third, null, [first, second, null]],
    ['price', 1, 1.5, '12345678901234567890.125', ['12345678901234567890.125', '2.25', null]],
    ['price', 3, null, 7, [1.5, 2.25, 7]],
    ['share', 2, 1e300, 0.1, [0.1, 0.1, null]],
    ['name', 3, 'Cher', "it's ? $1 \\ ''", ['Byron, Ada', 'Born, Max', "it's ? $1 \\ ''"]],
    ['paid', 3, null, false, [true, false, false]],
    ['day', 1, '2026-01-31', '2024-02-29', ['2024-02-29', '2026-02-01', null]],
    [
      'at',
      2,
      '2026-02-01T11:00:00',
      '2026-02-01T11:00:00.25',
      ['2026-01-31T10:00:00', '2026-02-01T11:00:00.25', null],
    ],
    ['clock', 1, '10:30:00', '23:59:59', ['23:59:59', '11:30:00', null]],
  ])(
    'of %s in row %i from %j to %j: %j, and nothing else changes',
    async (column, row, from, to, wanted) => {
      const before = await ask();
      const { items, names, effects } = await ask(cell(row, column, from, to));
      const at = names.indexOf(column);
      expect(items).toEqual(
        before.items.map((cells, i) => cells.map((one, c) => (c === at ? wanted[i] : one))),
      );
      expect(effects).toEqual([
        {
          step: expect.any(String),
          rows_removed: 0,
          cells_changed: 1,
          ...(to === null ? { cells_lost: 1, examples: [String(from)] } : { cells_lost: 0 }),
        },
      ]);
    },
  );

  test('is left alone where its row has another value, is gone, or is recognised by another', async () => {
    const before = await ask();
    const { items, effects } = await ask({
      step: 'correct_cells',
      cells: [
        { row: 1, column: 'price', from: 1.51, to: 9 },
        { row: 2, column: 'price', from: 2.25, to: 9, has: [{ column: 'id', value: first }] },
        { row: 4, column: 'price', from: null, to: 9 },
        { row: 1, column: 'paid', from: 'yes', to: false },
      ],
    });
    expect(items).toEqual(before.items);
    expect(effects).toEqual([
      {
        step:
          'price in row 1: 1.51 to 9, price in row 2: 2.25 to 9, price in row 4: missing to 9 ' +
          'and 1 more corrected',
        rows_removed: 0,
        cells_changed: 0,
        cells_lost: 0,
        edits_not_applied: 4,
        edits_left: [
          { row: 1, column: 'price' },
          { row: 2, column: 'price' },
          { row: 4, column: 'price' },
          { row: 1, column: 'paid' },
        ],
        misfits: [
          'row 1: price is 1.5, not 1.51',
          `row 2: id is '${second}', not '${first}'`,
          'row 4 is not there',
        ],
      },
    ]);
  });

  test('is judged by what the step before has made', async () => {
    const { items } = await ask(cell(1, 'price', 1.5, 8), cell(1, 'price', 8, 9));
    expect(items[0]?.[1]).toBe(9);
  });

  test.each<[string, Cell, string]>([
    ['price', 'dear', "Row 1: 'price' is a number column and cannot hold 'dear'."],
    ['price', true, "Row 1: 'price' is a number column and cannot hold true."],
    ['id', 1e300, "Row 1: 'id' keeps exact numbers, and has no room for as many digits."],
    ['id', 9007199254740996, "'id' is a number column and cannot hold 9007199254740996."],
    ['name', 5, /^Row 1: 'name' is a (text|category) column and cannot hold 5\.$/.source],
    ['name', '', /^Row 1: 'name' is a (text|category) column and cannot hold ''\.$/.source],
    ['paid', 'perhaps', "Row 1: 'paid' is a boolean column and cannot hold 'perhaps'."],
    ['day', '2026-02-30', "Row 1: 'day' is a datetime column and cannot hold '2026-02-30'."],
    ['day', '2026-02-03T10:00:00', "cannot hold '2026-02-03T10:00:00'."],
    ['clock', '25:00:00', "Row 1: 'clock' is a datetime column and cannot hold '25:00:00'."],
  ])('of %s refuses %j', async (column, to, said) => {
    const asked = await ask();
    const from = asked.items[0]?.[asked.names.indexOf(column)] ?? null;
    const refused: unknown = await ask(cell(1, column, from, to)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'wrong_column_type' });
    expect(String(refused)).toMatch(said.startsWith('^') ? new RegExp(said.slice(1)) : said);
  });

  test('cannot be given twice in a step, nor be in a column that is not there', async () => {
    const twice: CleaningStep = {
      step: 'correct_cells',
      cells: [
        { row: 1, column: 'price', from: 1.5, to: 2 },
        { row: 1, column: 'price', from: 1.5, to: 3 },
      ],
    };
    await expect(ask(twice)).rejects.toThrow("Row 1 is edited twice in 'price'.");
    await expect(ask(cell(1, 'prise', 1.5, 2))).rejects.toMatchObject({
      code: 'unknown_column',
      details: { suggestions: ['price'] },
    });
  });
});

test('rows are deleted where they are the ones meant, and the others keep their numbers', async () => {
  const found = await tests.engine.rows(table, {
    view: {
      clean: [
        {
          step: 'delete_rows',
          why: 'a test',
          rows: [
            { row: 1, has: [{ column: 'id', value: first }] },
            { row: 2, has: [{ column: 'id', value: first }] },
          ],
        },
      ],
    },
    columns: ['id'],
    limit: 10,
    offset: 0,
  });
  expect(found).toMatchObject({
    items: [[second], [third]],
    row_numbers: [2, 3],
    view_effects: [
      {
        step: 'rows 1, 2 deleted (a test)',
        rows_removed: 1,
        edits_not_applied: 1,
        edits_left: [{ row: 2 }],
        misfits: [`row 2: id is '${second}', not '${first}'`],
      },
    ],
  });
});

test('columns are renamed for all later parts, and split into new ones', async () => {
  const { names, items, effects } = await ask(
    {
      step: 'rename_columns',
      columns: [
        { from: 'name', to: 'price' },
        { from: 'price', to: 'name' },
      ],
    },
    { step: 'split_column', column: 'price', by: ',', into: ['last', 'first'] },
    cell(3, 'first', null, 'Sarkisian'),
  );
  expect(names).toEqual([
    'id',
    'name',
    'share',
    'price',
    'paid',
    'day',
    'at',
    'clock',
    'last',
    'first',
  ]);
  expect(items.map((row) => [row[1], row[3], row[8], row[9]])).toEqual([
    [1.5, 'Byron, Ada', 'Byron', 'Ada'],
    [2.25, 'Born, Max', 'Born', 'Max'],
    [null, 'Cher', 'Cher', 'Sarkisian'],
  ]);
  expect(effects?.[0]).toEqual({
    step: "price split at ',' into last, first",
    rows_removed: 0,
    cells_changed: 0,
    cells_lost: 1,
    examples: ['Cher'],
  });
});

test.each<[string, CleaningStep]>([
  ['renamed', { step: 'rename_columns', columns: [{ from: 'id', to: 'price' }] }],
  ['split', { step: 'split_column', column: 'name', by: ',', into: ['first', 'price'] }],
  ['split', { step: 'split_column', column: 'name', by: ',', into: ['one', 'one'] }],
])('a column is not %s to a name that there is: %o', async (_, step) => {
  await expect(ask(step)).rejects.toMatchObject({ code: 'invalid_input' });
});
