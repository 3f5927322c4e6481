import type { ColumnType } from './dataset.ts';

const idName = /(^|[^a-z])(id|key|uuid|guid|nr|no|number)$/i;

/** Whether a column whose every value is another tells rows apart and measures nothing. */
export const looksLikeId = (name: string, type: ColumnType, storage: string): boolean =>
  idName.test(name) && (type !== 'number' || storage.includes('INT'));
