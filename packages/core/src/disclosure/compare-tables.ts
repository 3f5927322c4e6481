import { fewestRows } from '@columnist/contract';
import type { TableRef } from '@columnist/workers';
import { jobOf, type ServiceContext } from '../context.ts';
import {
  renamed,
  unpackKinds,
  type Answered,
  type AnsweredSet,
  type Asked,
} from './answered-sets.ts';
import { judgeRows } from './judge-rows.ts';
import { merge } from './refine-kinds.ts';
import { tooNear } from './refusals.ts';

import type { SharedColumns } from './share-columns.ts';

/** A table that was answered about, which may have rows of the one that is asked about. */
export interface OtherTable {
  readonly table: TableRef;
  /** Another version of the same dataset. */
  readonly isVersion: boolean;
  readonly shared: SharedColumns;
  readonly answered: Answered;
}

/**
 * Compares an answer with those about other tables: row by row, where a row that was changed is
 * another one and its old and its new
 * cells are half a person each, and person by person, as if nobody's cells had changed. Throws
 * too_few_rows.
 */
export async function compareTables(
  ctx: ServiceContext,
  { table, wanted }: { readonly table: TableRef; readonly wanted: Asked },
  others: readonly OtherTable[],
): Promise<void> {
  if (others.length === 0) return;
  const aligned = await ctx.engine.alignRows(
    [table, ...others.map((other) => other.table)],
    {
      versions: others.flatMap(({ isVersion }, i) => (isVersion ? [i + 1] : [])),
      shared: others.map(({ shared }) => shared),
    },
    jobOf(ctx),
  );
  const [rows, persons] = [aligned.rows.map(unpackKinds), aligned.persons.map(unpackKinds)];
  for (const [i, other] of others.entries())
    requireFarProducts(
      wanted,
      other.answered,
      [rows[0] ?? none, rows[i + 1] ?? none],
      table.columns.length,
    );
  for (const places of [rows, persons]) {
    const { size, of, weights } = numbered(places, persons);
    const placed = ({ kindOfRow, sets }: Answered, ids: Int32Array): Answered => {
      const spread = new Int32Array(size);
      kindOfRow.forEach((kind, row) => (spread[of.get(ids[row] ?? -1) ?? 0] = kind + 1));
      return {
        kindOfRow: spread,
        sets: sets.map((set): AnsweredSet => ({
          ...set,
          kinds: set.kinds.map((kind) => kind + 1),
        })),
      };
    };
    const before = others
      .map(({ answered, shared }, i) => placed(named(answered, shared), places[i + 1] ?? none))
      .reduce(merge);
    await judgeRows(
      before,
      {
        ...placed(wanted, places[0] ?? none),
        valued: new Map(),
        uniform: wanted.uniform,
        rare: new Map(
          [...wanted.rare].map(([column, sets]) => [
            column,
            sets.map((kinds) => kinds.map((kind) => kind + 1)),
          ]),
        ),
      },
      { weights },
    );
  }
}

const none = new Int32Array();

/** What was answered, with the names that columns have in the table that is asked about. */
function named(answered: Answered, shared: SharedColumns): Answered {
  const ours = new Map(shared.map(({ first, other }) => [other, first]));
  const nameOf = (column: string): string => ours.get(column) ?? column;
  return {
    ...answered,
    sets: answered.sets.map((set) => ({
      ...set,
      column: renamed(set.column, nameOf),
      ...(set.with === undefined ? {} : { with: set.with.map(nameOf).toSorted() }),
    })),
  };
}

/** Rows of all tables in one count, each with its share of the person that it is of. */
function numbered(
  places: readonly Int32Array[],
  persons: readonly Int32Array[],
): { size: number; of: ReadonlyMap<number, number>; weights: Float64Array } {
  const of = new Map<number, number>();
  const personOf: number[] = [];
  places.forEach((ids, t) =>
    ids.forEach((id, row) => {
      if (of.has(id)) return;
      of.set(id, of.size);
      personOf.push(persons[t]?.[row] ?? -1);
    }),
  );
  const times = new Map<number, number>();
  for (const person of personOf) times.set(person, (times.get(person) ?? 0) + 1);
  return {
    size: of.size,
    of,
    weights: Float64Array.from(personOf, (person) => 1 / (times.get(person) ?? 1)),
  };
}

/**
 * Sums of products of two tables give as many equations about the rows that only one has as there
 * are columns: these rows must be many more.
 */
function requireFarProducts(
  wanted: Answered,
  known: Answered,
  [ours, theirs]: readonly [Int32Array, Int32Array],
  columns: number,
): void {
  const hasProducts = ({ sets }: Answered): boolean => sets.some((set) => set.with !== undefined);
  if (!hasProducts(wanted) || !hasProducts(known)) return;
  const alone = (some: Int32Array, rest: Int32Array): number => {
    const found = new Set(rest);
    return some.reduce((n, id) => n + (found.has(id) ? 0 : 1), 0);
  };
  for (const n of [alone(ours, theirs), alone(theirs, ours)])
    if (n > 0 && n < fewestRows * (columns + 1)) throw tooNear();
}
