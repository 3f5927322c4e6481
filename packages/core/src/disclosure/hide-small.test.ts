import { expect, test } from 'vitest';
import { hideInDataset } from './hide-small.ts';

test('the readings of a column that were not taken, and the counts of its values, are hidden', () => {
  const column = {
    name: 'lead',
    type: 'text' as const,
    storage: 'VARCHAR',
    missing: 0,
    distinct: 9,
    low: null,
    high: null,
    picture: null,
  };
  const others = [
    {
      reading: { as: 'number' as const },
      cells: 8,
      of: 9,
      before: '0.4',
      after: '0.4',
      misfit: '<0.1',
    },
  ];
  const hidden = hideInDataset({
    columns: [{ ...column, other_readings: others }],
    admission: { rows_read: 9, rows_repaired: 0, rows_rejected: 0, repairs_file: false, notes: [] },
    file_size: 9,
    sha256: null,
  });
  expect(hidden.columns).toEqual([{ ...column, missing: null, distinct: null }]);
});
