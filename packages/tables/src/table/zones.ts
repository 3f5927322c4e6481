import type { FieldColumn } from './table-column.ts';

/** SQL of a value; moments in UTC are kept without their zone, which outside of ours they have. */
export const withZone = ({ field, storage }: Pick<FieldColumn, 'field' | 'storage'>): string =>
  storage === 'TIMESTAMPTZ' ? `make_timestamptz(epoch_us(${field}))` : field;

/** SQL of a moment with its zone as we keep it. */
export const withoutZone = (moment: string): string => `make_timestamp(epoch_us(${moment}))`;
