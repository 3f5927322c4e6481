import type { Cell, SentValues } from '@columnist/contract';

/** Columns of values; those of a large request are the JSON that it brought. */
export type Values = Readonly<Record<string, readonly Cell[]>> | SentValues;
