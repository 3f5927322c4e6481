import { asking, type TestResult } from '@columnist/contract';
import type { Reference, Tested } from './define-procedure.ts';
import { procedures } from './registry.ts';
import type { OfTable } from './testing-methods.ts';

/** A question that another program has answered. */
export interface Referenced {
  readonly operation: OfTable;
  readonly method: string;
  readonly reference: Reference<object>;
}

const ofTable = asking.filter((operation) => operation !== 'calculatePower');

/** Every question of the registry that another program has answered. */
export const references: readonly Referenced[] = ofTable.flatMap((operation) =>
  Object.entries<{ readonly tested: Tested<object> }>(procedures[operation]).flatMap(
    ([method, { tested }]) =>
      (tested.references ?? []).map((reference) => ({ operation, method, reference })),
  ),
);

/** The table of a question, as a file. */
export function fileOf({ columns }: Reference<object>): string {
  const names = Object.keys(columns);
  const rows = Math.max(...Object.values(columns).map((cells) => cells.length));
  const lines = Array.from({ length: rows }, (_, row) =>
    names.map((name) => columns[name]?.[row] ?? '').join(','),
  );
  return [names.join(','), ...lines, ''].join('\n');
}

/** What was found beside what the other program has. */
export const comparedWith = (
  { statistic, p }: Reference<object>,
  found: TestResult | null,
): Readonly<Record<'statistic' | 'p', readonly [found: number, wanted: number]>> => ({
  statistic: [found?.statistic?.value ?? NaN, statistic],
  p: [found?.p_value ?? NaN, p],
});
