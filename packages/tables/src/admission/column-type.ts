import type { ColumnType } from '@columnist/contract';

/** What a column means by how it is kept; text may turn out to be a category. */
export function columnTypeOf(storage: string): ColumnType {
  if (storage === 'VARCHAR') return 'text';
  if (storage === 'BOOLEAN') return 'boolean';
  return /^(?:DATE|TIME)/.test(storage) ? 'datetime' : 'number';
}
