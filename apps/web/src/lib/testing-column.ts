import type { DatasetColumn } from '@columnist/contract';

const storages = { number: 'DOUBLE', datetime: 'DATE', boolean: 'BOOLEAN' };

/** A column for tests, of which nothing is missing. */
export const testColumn = (
  name: string,
  type: DatasetColumn['type'],
  distinct: number,
): DatasetColumn => ({
  name,
  type,
  storage: type === 'category' || type === 'text' ? 'VARCHAR' : storages[type],
  missing: 0,
  distinct,
  low: null,
  high: null,
  picture: null,
});
