import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A measured figure beside its limit. */
export interface BenchRow {
  readonly measure: string;
  readonly reached: string;
  readonly limit: string;
  /** Null where this machine cannot measure it. */
  readonly holds: boolean | null;
}

/** What the table says of a row. */
export const verdictOf = ({ holds }: Pick<BenchRow, 'holds'>): string =>
  holds === null ? 'not measured' : holds ? 'reached' : 'NOT REACHED';

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Where the tables of a run lie, for `pnpm bench` to put together. */
export const benchFolder = resolve(import.meta.dirname, '../../dist/bench');

/**
 * Prints the table and, unless it is a part alone, keeps it; the process fails where a limit is not
 * reached.
 */
export function report(name: string, rows: readonly BenchRow[], isPart = false): void {
  console.table(rows.map(({ holds, ...row }) => ({ ...row, verdict: verdictOf({ holds }) })));
  if (!isPart) mkdirSync(benchFolder, { recursive: true });
  if (!isPart) writeFileSync(join(benchFolder, `${name}.json`), JSON.stringify(rows));
  process.exitCode = rows.length > 0 && rows.every(({ holds }) => holds !== false) ? 0 : 1;
}
