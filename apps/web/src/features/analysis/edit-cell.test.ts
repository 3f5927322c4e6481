import type { DatasetColumn, View } from '@columnist/contract';
import { describe, expect, test } from 'vitest';
import { correct, deleteRow, editedIn, readTyped, recognise, whyNotEdited } from './edit-cell.ts';

const column = (name: string, type: DatasetColumn['type'], distinct = 2): DatasetColumn => ({
  name,
  type,
  storage: 'VARCHAR',
  missing: 0,
  distinct,
  low: null,
  high: null,
  picture: null,
});
const [name, price, id] = [
  column('name', 'text'),
  column('price', 'number'),
  column('id', 'number', 9),
];
const has = [{ column: 'id', value: 17 }];

describe('what was typed', () => {
  test.each([
    ['12.50', price, { value: '12.50' }],
    [' -3 ', price, { value: -3 }],
    ['−3', price, { value: -3 }],
    ['9007199254740993', price, { value: '9007199254740993' }],
    ['', price, { value: null }],
    ['12,5', price, { wrong: 'price holds numbers. Write one such as 12.5.' }],
    [' a ', name, { value: ' a ' }],
    ['', name, { value: null }],
    ['Yes', column('paid', 'boolean'), { value: true }],
    ['perhaps', column('paid', 'boolean'), { wrong: 'paid is true or false.' }],
    ['2026-01-31', column('day', 'datetime'), { value: '2026-01-31' }],
  ])('%j in a column of %o is %o', (text, of, wanted) => {
    expect(readTyped(text, of)).toEqual(wanted);
  });
});

describe('a correction', () => {
  const cell = { row: 5, column: price, value: 3, has };
  const first = { row: 5, column: 'price', from: 3, to: 30, has };

  test('becomes a step, and joins one with the same reason', () => {
    const once = correct({}, cell, 30, '');
    expect(once).toEqual({ clean: [{ step: 'correct_cells', cells: [first] }] });
    const twice = correct(once, { row: 6, column: name, value: null, has }, 'Ada', ' ');
    expect(twice.clean).toEqual([
      {
        step: 'correct_cells',
        cells: [first, { row: 6, column: 'name', from: null, to: 'Ada', has }],
      },
    ]);
    expect(correct(once, cell, 31, 'a typing error').clean).toHaveLength(2);
  });

  test('of a cell that was corrected keeps what it was at first', () => {
    const once = correct({}, cell, 30, '');
    const now = { ...cell, value: 30 };
    expect(correct(once, now, 31, '').clean).toEqual([
      { step: 'correct_cells', cells: [{ ...first, to: 31 }] },
    ]);
    expect(correct(once, now, 3, '').clean).toEqual([]);
  });

  test('recognises its row by what that had before the step', () => {
    const once = correct({}, { row: 5, column: id, value: 17, has }, 18, '');
    const next = { ...cell, has: [{ column: 'id', value: 18 }] };
    expect(correct(once, next, 30, '').clean).toEqual([
      { step: 'correct_cells', cells: [{ row: 5, column: 'id', from: 17, to: 18 }, first] },
    ]);
  });
});

test('deleted rows join a step with the same reason', () => {
  const once = deleteRow({}, { row: 5, column: price, value: 3, has }, 'a test');
  const twice = deleteRow(once, { row: 9, column: price, value: 3, has }, 'a test');
  expect(twice.clean).toEqual([
    {
      step: 'delete_rows',
      rows: [
        { row: 5, has },
        { row: 9, has },
      ],
      why: 'a test',
    },
  ]);
});

describe('a row is recognised', () => {
  const view: View = {
    impute: [{ columns: ['name'], method: 'mode' }],
    derive: [{ name: 'twice', expression: 'price * 2' }],
  };
  test('by a value that no other row has', () => {
    expect(recognise([name, price, id], ['Ada', 3, 17], {}, 9)).toEqual(has);
  });
  test('else by values that no later part of the view computes', () => {
    const columns = [name, price, column('twice', 'number'), column('town', 'text')];
    expect(recognise(columns, ['Ada', 3, 6, null], view, 9)).toEqual([
      { column: 'price', value: 3 },
      { column: 'town', value: null },
    ]);
  });
  test('and cells that are computed are not edited', () => {
    expect(whyNotEdited('twice', view)).toBe('twice is computed. Change its step.');
    expect(whyNotEdited('name', view)).toBe(
      'Missing values of name are filled by a step. Change this step.',
    );
    expect(whyNotEdited('price', view)).toBeNull();
  });
});

test('cells are marked that the view has edited, under the names that it gives their columns', () => {
  const view: View = {
    clean: [
      {
        step: 'correct_cells',
        cells: [
          { row: 1, column: 'price', from: 3, to: 4 },
          { row: 2, column: 'price', from: 5, to: 6 },
        ],
      },
      { step: 'rename_columns', columns: [{ from: 'price', to: 'fee' }] },
    ],
  };
  expect([...editedIn(view, [])]).toEqual([
    ['1 fee', 3],
    ['2 fee', 5],
  ]);
  // Row 1 is another row now, and the step has left it alone.
  const effect = {
    step: 'price in row 1: 3 to 4, price in row 2: 5 to 6 corrected',
    rows_removed: 0,
    cells_changed: 1,
    cells_lost: 0,
    edits_not_applied: 1,
    edits_left: [{ row: 1, column: 'price' }],
    misfits: ['row 1: price is 9, not 3'],
  };
  expect([...editedIn(view, [effect])]).toEqual([['2 fee', 5]]);
});
