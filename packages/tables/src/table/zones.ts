import type { FieldColumn } from './table-column.ts';

/** SQL of a value; moments in UTC are kept without their zone, which outside of ours they have. */
export const withZone = ({ field, storage }: Pick<FieldColumn, 'field' | 'storage'>): string =>
  storage === 'TIMESTAMPTZ'
    ? `case when isfinite(${field}) then make_timestamptz(epoch_us(${field})) else ${field}::varchar::timestamptz end`
    : field;

/** SQL of a moment with its zone as we keep it. Infinite ones have no microseconds. */
export const withoutZone = (moment: string): string =>
  `case when isfinite(${moment}) then make_timestamp(epoch_us(${moment})) else ${moment}::varchar::timestamp end`;
