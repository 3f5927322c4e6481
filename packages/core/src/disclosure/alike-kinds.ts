import type { Answered } from './answered-sets.ts';

/** The same with as few kinds as the sets tell apart: those that a question marked may be more. */
export function coarsened({ kindOfRow, sets }: Answered): Answered {
  const { of, rest } = alikeIn(sets.map(({ kinds }) => kinds));
  return {
    kindOfRow: kindOfRow.map((kind) => of.get(kind) ?? rest),
    sets: sets.map((set) => ({
      ...set,
      kinds: [...new Set(set.kinds.map((kind) => of.get(kind) ?? rest))].sort((a, b) => a - b),
    })),
  };
}

/** Kinds in the same ones of some sets have one number, from 0; `rest` is that of those in none. */
export function alikeIn(sets: readonly (readonly number[])[]): {
  readonly of: ReadonlyMap<number, number>;
  readonly rest: number;
} {
  const parts = new Map<number, number>();
  let count = 0;
  for (const kinds of sets) {
    const split = new Map<number, number>();
    for (const kind of kinds) {
      const from = parts.get(kind) ?? -1;
      const to = split.get(from) ?? count + split.size;
      split.set(from, to);
      parts.set(kind, to);
    }
    count += split.size;
  }
  const numbers = new Map([...new Set(parts.values())].map((part, i) => [part, i]));
  return {
    of: new Map([...parts].map(([kind, part]) => [kind, numbers.get(part) ?? 0])),
    rest: numbers.size,
  };
}
