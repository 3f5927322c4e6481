import { z } from 'zod';

/** Fields of an input that name columns, or hold expressions of them. */
const fields = [
  'column',
  'columns',
  'x',
  'y',
  'value',
  'other',
  'event',
  'group',
  'factors',
  'covariates',
  'given',
  'time',
  'formula',
  'of',
  'expression',
  'group_by',
  'aggregates',
];
const part = z.record(z.string(), z.unknown());

/**
 * What a question names of a dataset, as it was written, each once; empty where it asks about all
 * columns.
 */
export function columnsAsked(input: unknown): string[] {
  const asked = part.safeParse(input).data ?? {};
  const named = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : Array.isArray(value)
        ? value.flatMap(named)
        : typeof value === 'object' && value !== null
          ? columnsAsked(value)
          : [];
  return [...new Set(fields.flatMap((field) => named(asked[field])))];
}
