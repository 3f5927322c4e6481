import type { Answered, AnsweredSet } from './answered-sets.ts';

/** Kinds that agree in both ways of telling rows apart. */
export function refine(
  first: Int32Array,
  second: Int32Array,
  weights?: Float64Array,
): {
  kindOfRow: Int32Array;
  sizes: number[];
  fromBefore: Map<number, number[]>;
  fromAsked: Map<number, number[]>;
} {
  const names = new Map<number, number>();
  const sizes: number[] = [];
  const [fromBefore, fromAsked] = [new Map<number, number[]>(), new Map<number, number[]>()];
  const kindOfRow = Int32Array.from(second, (b, row) => {
    const a = first[row] ?? 0;
    const name = a * 1_048_576 + b;
    let kind = names.get(name);
    if (kind === undefined) {
      kind = names.size;
      names.set(name, kind);
      sizes.push(0);
      fromBefore.set(a, [...(fromBefore.get(a) ?? []), kind]);
      fromAsked.set(b, [...(fromAsked.get(b) ?? []), kind]);
    }
    sizes[kind] = (sizes[kind] ?? 0) + (weights?.[row] ?? 1);
    return kind;
  });
  return { kindOfRow, sizes, fromBefore, fromAsked };
}

/** A set by the kinds that its own have become. */
export const translated = (
  set: AnsweredSet,
  to: ReadonlyMap<number, readonly number[]>,
): AnsweredSet => ({
  ...set,
  kinds: set.kinds.flatMap((kind) => to.get(kind) ?? []).sort((a, b) => a - b),
});

/** What was answered about the same rows in two ways. */
export function merge(first: Answered, second: Answered): Answered {
  const { kindOfRow, fromBefore, fromAsked } = refine(first.kindOfRow, second.kindOfRow);
  return {
    kindOfRow,
    sets: [
      ...first.sets.map((set) => translated(set, fromBefore)),
      ...second.sets.map((set) => translated(set, fromAsked)),
    ],
  };
}
