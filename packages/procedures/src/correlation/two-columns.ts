import type { View } from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import type { ReadRows } from '../finding.ts';
import type { Alternative, Hypotheses } from '../verdict.ts';
import { placed, readNumbers } from '../read-numbers.ts';

export interface Related extends ReadRows {
  readonly names: readonly string[];
  /** As `readNumbers` has them: correlations know no unit and no place. */
  readonly columns: readonly Float64Array[];
  readonly placed: readonly Float64Array[];
}

/** Two number columns, and those that are held constant, over the rows where all are present. */
export async function readRelated(
  connection: Connection,
  table: TableRef,
  {
    x,
    y,
    given = [],
    view,
  }: {
    readonly x: string;
    readonly y: string;
    readonly given?: readonly string[];
    readonly view?: View | undefined;
  },
): Promise<Related> {
  const names = [x, y, ...given];
  const read = await readNumbers(connection, table, names, view);
  const { columns, used, excluded, missing, effects } = read;
  return { names, columns, placed: placed(read), used, excluded, missing, effects };
}

const goes = { two_sided: 'rises or falls', less: 'falls', greater: 'rises' } as const;

/** That two columns go together, or not: `how` says what the coefficient sees of it. */
export const together = (
  { x, y }: { readonly x: string; readonly y: string },
  alternative: Alternative,
  how: string,
): Hypotheses => ({
  null:
    alternative === 'two_sided'
      ? `The ${how} of ${x} and ${y} is 0.`
      : `The ${how} of ${x} and ${y} is ${alternative === 'less' ? 'at least' : 'at most'} 0.`,
  alternative: `The column ${y} ${goes[alternative]} with ${x}.`,
});

/** Which way the second column goes where the first rises. */
export const claimOf = (
  { x, y }: { readonly x: string; readonly y: string },
  coefficient: number,
): string => `The column ${y} ${goes[coefficient < 0 ? 'less' : 'greater']} with ${x}`;
