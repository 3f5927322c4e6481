import { associationOptions, powerOptions, type Asking } from '@columnist/contract';
import type { Engine } from '@columnist/workers';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { json, type Json } from './references/figures.ts';
import { askMethod } from './testing-methods.ts';

/** The whole answer to any question of the registry, as callers get it. */
export async function answerOf(
  engine: Engine,
  table: TableRef | undefined,
  operation: Asking,
  input: Readonly<Record<string, unknown>>,
): Promise<Json> {
  const answer = async (): Promise<unknown> => {
    if (operation === 'calculatePower') return engine.calculatePower(powerOptions.parse(input));
    if (table === undefined) throw new Error('A method is asked of a table.');
    return operation === 'association'
      ? engine.association(table, associationOptions.parse(input))
      : askMethod(engine, table, operation, input);
  };
  return json.parse(JSON.parse(JSON.stringify(await answer())));
}
