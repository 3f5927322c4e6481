import type { DatasetColumn } from '@columnist/contract';
import { expect, test } from 'vitest';
import { changeOf, levelsFrom, moved } from './column-draft.ts';

const dose: DatasetColumn = {
  name: 'dose',
  type: 'category',
  storage: 'VARCHAR',
  missing: 0,
  distinct: 2,
  low: null,
  high: null,
  picture: null,
  label: 'Dose',
  unit: 'mg',
  levels: ['low', 'high'],
  reference: 'low',
  value_labels: [{ value: 'low', label: 'a little' }],
};
const levels = levelsFrom(dose, ['high', 'low']);

test('a form that changes nothing sends the name of the column alone', () => {
  expect(changeOf(dose, {}, levels)).toEqual({ name: 'dose' });
  expect(changeOf(dose, { label: 'Dose ', unit: 'mg', levels, reference: 'low' }, levels)).toEqual({
    name: 'dose',
  });
});

test.each([
  [{ label: 'The dose' }, { label: 'The dose' }],
  [{ unit: ' ' }, { unit: null }],
  [{ description: 'By day.' }, { description: 'By day.' }],
  [{ reference: null }, { reference: null }],
  [{ type: 'text' as const }, { type: 'text', levels: null, reference: null }],
  [{ levels: moved(levels, 1, -1) }, { levels: ['high', 'low'] }],
  [
    { levels: levels.map((level) => ({ ...level, label: level.value })) },
    {
      type: 'category',
      value_labels: [
        { value: 'high', label: 'high' },
        { value: 'low', label: 'low' },
      ],
    },
  ],
  [{ levels: levels.map((level) => ({ ...level, label: '' })) }, { value_labels: null }],
])('of %o only that is sent', (changed, sent) => {
  expect(changeOf(dose, changed, levels)).toEqual({ name: 'dose', ...sent });
});
