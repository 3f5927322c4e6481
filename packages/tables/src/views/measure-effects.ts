import type { ViewEffect } from '@columnist/contract';
import { DuckDBListValue, type DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../database/sql.ts';
import type { FieldColumn } from '../table/table-column.ts';
import type { Layers, Part } from '../database/layers.ts';
import { findLost, lossCounts, refuseLoss, type Losable } from './find-lost.ts';
import { findAbsent, type Exchange } from './find-absent.ts';
import { findMisfits, misfitsShown, type Edits } from './edit-cells.ts';
import { refuseEmpty } from './refuse-empty.ts';

/** What is counted of one step of a view, as SQL over its layers. */
export interface Watch {
  readonly said: string;
  /** Level at which what the step was given and what it made can be seen. */
  readonly level: number;
  readonly changed: readonly { readonly from: FieldColumn; readonly to: FieldColumn }[];
  /** Whether what was changed is to hold no missing cell, and those that it holds count. */
  readonly fills: boolean;
  /** What the rows are kept by; null of a step that keeps all. */
  readonly keeps: Part | null;
  readonly losable: readonly Losable[];
  /** Where a case() gives its last value because a condition is missing. */
  readonly undecided: readonly Part[];
  /** Whether the step rests on what it reads: where nothing of it can be read, it is refused. */
  readonly rests: boolean;
  /** The columns that have to be present; of other steps none. */
  readonly present: readonly FieldColumn[];
  /** The last part of a split, which holds all further ones, and the text between them. */
  readonly rest: { readonly field: string; readonly by: string } | null;
  /** Edits of single rows, each of which may not fit; of other steps none. */
  readonly edits: readonly Edits[];
  /** The values that are exchanged, each of which may be absent; of other steps none. */
  readonly exchange: Exchange | null;
}

/** What most steps do not do. */
export const watchNothing = {
  changed: [],
  fills: false,
  keeps: null,
  losable: [],
  undecided: [],
  rests: true,
  present: [],
  rest: null,
  edits: [],
  exchange: null,
} as const;

/** Rows removed, cells changed and values lost by each step, of the rows that reached it. */
export async function measureEffects(
  connection: DuckDBConnection,
  layers: Layers,
  watched: readonly Watch[],
): Promise<ViewEffect[]> {
  const effects: ViewEffect[] = [];
  for (const watch of watched) {
    const { said, level, changed, fills, keeps, losable, rests, present, rest, edits, exchange } =
      watch;
    const kept = keeps === null ? [] : [`(${keeps.text})`, `((${keeps.text}) is null)`];
    const asked = [
      'count(*)::double',
      ...kept.map((condition) => `count_if(${condition})::double`),
      `count_if(${['false', ...watch.undecided.map((one) => one.text)].join(' or ')})::double`,
      ...changed.map(({ from, to }) => `count_if(${differs(from, to)})::double`),
      ...(fills ? changed.map(({ to }) => `count_if(${to.field} is null)::double`) : []),
      ...lossCounts(losable),
    ].map((column, i) => `${column} as n${i}`);
    const { text, values } = layers.select(
      asked.join(', '),
      level,
      '',
      keeps === null ? [] : [...keeps.values, ...keeps.values],
    );
    const [row = []] = (await connection.runAndReadAll(text, values)).getRows();
    const [rows = 0, ...counts] = row.map(Number);
    const [left = rows, undecided = 0] = counts.splice(0, kept.length);
    const [inLast = 0] = counts.splice(0, 1);
    const cells = sum(counts.splice(0, changed.length));
    const unfilled = sum(counts.splice(0, fills ? changed.length : 0));
    const lost = await findLost(connection, layers, losable, counts, level);
    if (rests) refuseLoss(said, lost);
    if (present.length > 0 && rows > 0 && left === 0)
      await refuseEmpty(connection, layers, level, present);
    const over = rest === null ? null : await findRests(connection, layers, rest, level);
    if (changed.length === 0 && keeps === null && lost.n === 0 && inLast === 0 && !over?.n)
      continue;
    const unfit = await Promise.all(
      edits.map((one) => findMisfits(connection, layers, one, level)),
    );
    const misfits = unfit.flatMap((one) => one.misfits).slice(0, misfitsShown);
    const editsLeft = unfit.flatMap(({ left: some }) => some);
    const absent = exchange === null ? {} : await findAbsent(connection, layers, exchange, level);
    effects.push({
      step: said,
      rows_removed: rows - left,
      ...(undecided === 0 ? {} : { rows_undecided: undecided }),
      cells_changed: cells,
      cells_lost: lost.n,
      ...(unfilled === 0 ? {} : { cells_unfilled: unfilled }),
      ...(inLast === 0 ? {} : { cells_undecided: inLast }),
      ...(lost.n === 0 ? {} : { examples: lost.examples }),
      ...(over === null || over.n === 0 ? {} : { rows_with_rest: over.n, rests: over.examples }),
      ...(editsLeft.length === 0
        ? {}
        : { edits_not_applied: editsLeft.length, edits_left: editsLeft, misfits }),
      ...absent,
    });
  }
  return effects;
}

const [restsShown, charactersShown] = [3, 60];

/** Rows of a split with more parts than columns, and some of what the last column holds then. */
async function findRests(
  connection: DuckDBConnection,
  layers: Layers,
  { field, by }: NonNullable<Watch['rest']>,
  level: number,
): Promise<{ readonly n: number; readonly examples: string[] }> {
  const held = `contains(${field}, ${literal(by)})`;
  const { text, values } = layers.select(
    `count_if(${held})::double, ` +
      `list_distinct(list(left(${field}, ${charactersShown})) filter (${held}))[:${restsShown}]`,
    level,
    '',
  );
  const [[n, shown] = []] = (await connection.runAndReadAll(text, values)).getRows();
  return {
    n: Number(n),
    examples: shown instanceof DuckDBListValue ? shown.items.map(String).toSorted() : [],
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((all, n) => all + n, 0);

/** Whether a cell is another one now; a value of another type is. */
function differs(from: FieldColumn, to: FieldColumn): string {
  if (from.storage === to.storage) return `${from.field} is distinct from ${to.field}`;
  if (from.type === 'number' && to.type === 'number')
    // Also by rounding: a double has fewer digits than whole numbers and decimals may have.
    return to.storage === 'DOUBLE' && from.storage !== 'DOUBLE'
      ? `(${from.field}::double is distinct from ${to.field} or ` +
          `${from.field} is distinct from try_cast(${to.field} as ${from.storage}))`
      : `${from.field} is distinct from ${to.field}`;
  return `(${from.field} is not null or ${to.field} is not null)`;
}
