import { z } from 'zod';
import type { TypedColumn } from '../typed-table.ts';

const labels = z.array(
  z.object({ value: z.union([z.string(), z.number(), z.boolean()]), label: z.string() }),
);

/** What the metadata of a field say of its column, in the keys that our exports write. */
export function saidIn(
  metadata: ReadonlyMap<string, string>,
  { unit }: TypedColumn,
): Pick<TypedColumn, 'label' | 'unit' | 'valueLabels'> {
  const given = metadata.get('value_labels');
  const found = given === undefined ? null : labels.safeParse(parsed(given));
  return {
    label: metadata.get('label') ?? null,
    unit: unit ?? metadata.get('unit') ?? null,
    valueLabels: new Map(
      found?.success === true ? found.data.map(({ value, label }) => [String(value), label]) : [],
    ),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
