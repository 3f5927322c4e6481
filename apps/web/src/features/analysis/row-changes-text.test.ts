import { expect, test } from 'vitest';
import { csvOfChanges, saidOf } from './row-changes-text.ts';

const found = {
  from: 1,
  to: 2,
  key: ['id'],
  suggested: [],
  columns: ['id', 'price', 'name'],
  repeated: 0,
  counts: { added: 1, removed: 0, changed: 2, unchanged: 7, cells: 3 },
  cells_by_column: [
    { column: 'price', cells: 2 },
    { column: 'name', cells: 1 },
  ],
  total: 3,
  items: [
    {
      kind: 'changed' as const,
      row_from: 3,
      row_to: 2,
      key: [9],
      cells: [
        { column: 'price', from: null, to: 89.5 },
        { column: 'name', from: '=1+1', to: 'a "b"' },
      ],
    },
  ],
  next_offset: null,
};

test('changes are said in a sentence', () => {
  const none = { ...found.counts, added: 0, changed: 0, cells: 0 };
  expect([
    saidOf(found),
    saidOf({ ...found, key: [], counts: none, cells_by_column: [] }),
    saidOf({ ...found, counts: { ...none, removed: 2 }, cells_by_column: [] }),
  ]).toEqual([
    '2 rows changed by id, in 3 cells, most in price; 1 row was added, none removed.',
    'No row differs by their place.',
    'No row changed by id; none was added, 2 rows removed.',
  ]);
});

test('changes as a file hold each cell, and no formula', () => {
  expect(csvOfChanges([found])).toBe(
    '"change","row before","row after","id","column","before","after"\n' +
      '"changed",3,2,9,"price",,89.5\n' +
      '"changed",3,2,9,"name","\'=1+1","a ""b"""\n',
  );
});
