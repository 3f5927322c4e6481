import { columnType, type ColumnType } from '@columnist/contract';
import { plural } from './formats.ts';

const storageNames: Readonly<Record<string, string>> = {
  BIGINT: 'whole numbers',
  DOUBLE: 'decimals',
  DATE: 'dates',
  TIME: 'times of day',
  TIMESTAMP: 'dates and times',
  TIMESTAMPTZ: 'dates and times, in UTC',
};

/** How the values are kept, in words; empty where the type says it all. */
export function storageName(storage: string): string {
  const scale = /^DECIMAL\(\d+,(\d+)\)$/.exec(storage)?.[1];
  return scale === undefined
    ? (storageNames[storage] ?? '')
    : scale === '0'
      ? 'whole numbers'
      : plural(Number(scale), 'decimal');
}

const typeNames: Readonly<Record<ColumnType, string>> = {
  number: 'numbers',
  category: 'categories',
  text: 'text',
  datetime: 'dates and times',
  boolean: 'true or false',
};

/**
 * What a column holds, in words, by how it is kept or by its type: what comparisons of two tables
 * name, see `changeOfType`.
 */
export function heldIn(kept: string): string {
  const type = columnType.safeParse(kept);
  if (type.success) return typeNames[type.data];
  if (kept === 'VARCHAR') return typeNames.text;
  if (kept === 'BOOLEAN') return typeNames.boolean;
  const name = storageName(kept);
  return /^\d/.test(name) ? `numbers with ${name}` : name === '' ? kept : name;
}

/** Both sides of a change; where words do not tell them apart, with how they are kept. */
export function heldBeforeAndNow(from: string, to: string): readonly [string, string] {
  const [before, now] = [heldIn(from), heldIn(to)];
  return before === now ? [`${before} (${from})`, `${now} (${to})`] : [before, now];
}
