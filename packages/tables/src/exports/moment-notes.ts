import { names } from './left-out.ts';
import type { ExportedRows } from './open-rows.ts';

/**
 * What a program that keeps moments as 64-bit floats without a zone cannot take along, in sentences:
 * zones, and parts of a second below a millisecond, which are rounded.
 */
export async function momentNotes(
  file: string,
  { columns, ask }: Pick<ExportedRows, 'columns' | 'ask'>,
): Promise<string[]> {
  const moments = columns.filter(({ storage }) => storage.startsWith('TIME'));
  if (moments.length === 0) return [];
  const counts = await ask(
    moments.map(({ field }) => `count_if(microsecond(${field}) % 1000 <> 0)::double`),
  );
  const fine = moments.filter((_, i) => Number(counts[i]) > 0);
  return [
    ...zoneNotes(file, columns),
    ...(fine.length === 0
      ? []
      : [`${file} rounds what is finer than a millisecond in the times of ${names(fine)}.`]),
  ];
}

/** What a program whose moments have no zone cannot take along, in a sentence. */
export function zoneNotes(file: string, columns: ExportedRows['columns']): string[] {
  const zoned = columns.filter(({ storage }) => storage === 'TIMESTAMPTZ');
  return zoned.length === 0
    ? []
    : [`${file} leaves out the zone of ${names(zoned)}: the times are those of UTC.`];
}
