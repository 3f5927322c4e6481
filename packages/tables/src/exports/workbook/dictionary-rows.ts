import { sayLabels, sayList } from '@columnist/contract';
import { orderOf } from '../left-out.ts';
import type { FieldColumn } from '../../table/table-column.ts';

/** What columns are, as rows of texts with their names first. */
export const dictionaryRows = (columns: readonly FieldColumn[]): string[][] => [
  ['column', 'label', 'unit', 'type', 'storage', 'values', 'description', 'levels', 'reference'],
  ...columns.map((column) => {
    const { name, label = '', unit = '', description = '', type, storage } = column;
    const { levels = [], reference = '' } = orderOf(column);
    return [
      name,
      label,
      unit,
      type,
      storage,
      sayLabels(column.value_labels ?? []),
      description,
      sayList(levels),
      reference,
    ];
  }),
];
