import { sayLabels } from '@columnist/contract';
import type { FieldColumn } from '../../table/table-column.ts';

/** What columns are, as rows of texts with their names first. */
export const dictionaryRows = (columns: readonly FieldColumn[]): string[][] => [
  ['column', 'label', 'unit', 'type', 'storage', 'values'],
  ...columns.map(({ name, label = '', unit = '', type, storage, value_labels: labels = [] }) => [
    name,
    label,
    unit,
    type,
    storage,
    sayLabels(labels),
  ]),
];
