import { plural } from './formats.ts';

const storageNames: Record<string, string> = {
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
