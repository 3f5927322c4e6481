import { looksLikeId, type DatasetColumn } from '@columnist/contract';

const partOfDate = /^(year|quarter|month|week|weekday|day|hour|minute|second)s?$/i;

/**
 * Whether a number column is one to ask about first: it varies, measures something, and is neither
 * an identifier nor a part of a date.
 */
export const measures = ({ name, type, storage, picture }: DatasetColumn): boolean =>
  type === 'number' &&
  picture?.kind === 'number' &&
  !looksLikeId(name, type, storage) &&
  !partOfDate.test(name);
