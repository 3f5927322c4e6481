import { cellKind, isTypedKind, type CellKind, type TypedKind } from './cell-kind.ts';

/** Records that a profile is made from. */
export const profiledRecords = 500;
/** Steps of aligning rows: about a second. */
const mostSteps = 400_000;

/** Kinds that may be in one column. */
const alike: readonly ReadonlySet<CellKind>[] = [
  new Set<CellKind>(['number', 'money', 'percentage']),
  new Set<CellKind>(['date', 'moment', 'time']),
];

/** Digits, letters and runs collapsed: 'MG-8769' becomes 'A-9'. */
const shapeOf = (cell: string): string =>
  cell
    .slice(0, 40)
    .replace(/\p{L}+/gu, 'A')
    .replace(/\d+/g, '9')
    .slice(0, 16);

interface Profile {
  readonly shapes: ReadonlyMap<string, number>;
  readonly kinds: ReadonlyMap<CellKind, number>;
  readonly count: number;
}

/**
 * What the cells of each column of a table look like, learned from records that are read without
 * doubt.
 */
export class ColumnProfiles {
  readonly #profiles: readonly Profile[];
  readonly #typed: readonly (TypedKind | null)[];
  #steps = mostSteps;

  constructor(records: readonly (readonly string[])[], columns: number) {
    this.#profiles = Array.from({ length: columns }, (_, j) =>
      profile(records.map((record) => record[j] ?? '')),
    );
    this.#typed = this.#profiles.map(typedKindOf);
  }

  /**
   * Takes steps of those in which rows of another width may be aligned; false where too few are
   * left. A file that needs more is hardly a table, and nobody waits for it.
   */
  spend(steps: number): boolean {
    if (steps > this.#steps) return false;
    this.#steps -= steps;
    return true;
  }

  /** Logarithm of how likely the cell is in the column, between −12 and 0. */
  fit(cell: string, column: number): number {
    const known = this.#profiles[column];
    if (known === undefined || known.count === 0) return -6;
    const shape = (known.shapes.get(shapeOf(cell)) ?? 0) / known.count;
    const kind = (known.kinds.get(cellKind(cell)) ?? 0) / known.count;
    // What was not seen is the less likely the more was seen.
    return Math.max(-12, Math.log(0.6 * shape + 0.4 * kind + 0.1 / (known.count + 1)));
  }

  /** The kind that nearly all present cells of a column have, where it tells values from names. */
  typedKind(column: number): TypedKind | null {
    return this.#typed[column] ?? null;
  }

  /** A column holds numbers, dates or the like. */
  get holdsValues(): boolean {
    return this.#typed.some((kind) => kind !== null);
  }

  /** No record has a value in the column. */
  isEmpty(column: number): boolean {
    const known = this.#profiles[column];
    return known !== undefined && known.count > 0 && known.kinds.get('empty') === known.count;
  }

  /**
   * How many cells of typed columns are of their column's type, and how many are something else.
   */
  judge(record: readonly string[]): { fits: number; misfits: number } {
    let [fits, misfits] = [0, 0];
    record.forEach((cell, j) => {
      const typed = this.typedKind(j);
      const kind = cellKind(cell);
      if (typed === null || kind === 'empty') return;
      if (kind === typed || alike.some((kinds) => kinds.has(kind) && kinds.has(typed))) fits += 1;
      else misfits += 1;
    });
    return { fits, misfits };
  }
}

function typedKindOf({ kinds, count }: Profile): TypedKind | null {
  const present = count - (kinds.get('empty') ?? 0);
  for (const [kind, n] of kinds)
    if (isTypedKind(kind) && present > 0 && n >= 0.8 * present) return kind;
  return null;
}

function profile(cells: readonly string[]): Profile {
  const shapes = new Map<string, number>();
  const kinds = new Map<CellKind, number>();
  for (const cell of cells) {
    const shape = shapeOf(cell);
    const kind = cellKind(cell);
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return { shapes, kinds, count: cells.length };
}
