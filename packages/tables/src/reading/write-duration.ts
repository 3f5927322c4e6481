import { durationForm, durationUnits } from '@columnist/contract';
import type { Layers, Part } from '../database/layers.ts';
import { literal } from '../database/sql.ts';

/** The seconds that a text says, NULL where it says no duration. The text is a column. */
export function writeDuration(text: Part, layers: Layers): Part {
  const found = layers.hoist({
    ...text,
    text: `regexp_extract(${text.text}, ${literal(durationForm)}, ['sign', ${durationUnits.map((_, i) => `'f${i}'`).join(', ')}])`,
  });
  const parts = durationUnits.map((_, i) => `try_cast(${found.text}.f${i} as double)`);
  const sum = durationUnits
    .map((unit, i) => `coalesce(${parts[i] ?? ''}, 0) * ${unit}`)
    .join(' + ');
  return {
    ...found,
    text: `(case when coalesce(${parts.join(', ')}) is not null then if(${found.text}.sign = '-', -1::double, 1::double) * (${sum}) end)`,
  };
}
