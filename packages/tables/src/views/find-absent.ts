import type { CleaningStep, Typed, ViewEffect } from '@columnist/contract';
import { DuckDBListValue, type DuckDBConnection } from '@duckdb/node-api';
import type { Layers, Part } from '../database/layers.ts';
import type { FieldColumn } from '../table/table-column.ts';
import { fill } from './expression-parts.ts';
import { distinctTexts, nearValues } from './find-near-values.ts';

export type Recode = Extract<CleaningStep, { step: 'recode' }>;

/** Values that a step exchanges, and a field with the place among them of the value of a row. */
export interface Exchange {
  readonly column: FieldColumn;
  readonly values: readonly Recode['values'][number]['from'][];
  readonly field: string;
}

const absentShown = 5;

/** Which value of a recoded column each row has, by the conditions of its case(). */
export function placeOfValue(recoded: Typed, compile: (node: Typed) => Part): Part {
  const conditions =
    recoded.kind === 'call' ? recoded.args.slice(0, -1).filter((_, i) => i % 2 === 0) : [];
  const branches = conditions.map((_, i) => `when {${i}} then ${i}`).join(' ');
  return fill(`(case ${branches} end)`, conditions.map(compile));
}

/**
 * Values that were to be exchanged and that no row has, with near ones that there are; nothing where
 * each is there, or where no row reached the step.
 */
export async function findAbsent(
  connection: DuckDBConnection,
  layers: Layers,
  { column, values, field }: Exchange,
  level: number,
): Promise<Pick<ViewEffect, 'values_absent' | 'absent'>> {
  const asked = layers.select(
    `count(*)::double, list(distinct ${field}) filter (${field} is not null)`,
    level,
  );
  const [[rows, list] = []] = (await connection.runAndReadAll(asked.text, asked.values)).getRows();
  const found = new Set(list instanceof DuckDBListValue ? list.items.map(Number) : []);
  const absent = values.filter((_, i) => !found.has(i));
  if (rows === 0 || absent.length === 0) return {};
  const { text, values: bound } = layers.select(column.field, level);
  const texts =
    column.storage === 'VARCHAR'
      ? await distinctTexts(connection, column.field, { text: `(${text})`, values: bound })
      : [];
  return {
    values_absent: absent.length,
    absent: absent.slice(0, absentShown).map((value) => ({
      value,
      nearest: typeof value === 'string' ? nearValues(value, texts) : [],
    })),
  };
}
