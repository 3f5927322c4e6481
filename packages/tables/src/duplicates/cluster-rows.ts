import type { DuplicateMethod } from '@columnist/contract';
import { editsOf } from '../spellings/cluster-values.ts';
import { plainWordsOf } from '../spellings/fingerprints.ts';
import { joined } from '../spellings/joined.ts';
import { isWithin, nearPairs } from '../spellings/near-texts.ts';

/** A column of which rows are compared: the value of each row, as one of its different values. */
export interface ComparedColumn {
  /** Different values as texts, and whether they may differ by letters. */
  readonly values: readonly string[];
  readonly isText: boolean;
  /** Of each row which of the values it has; -1 where it is missing. */
  readonly ids: Int32Array;
}

/** Other values of a column, each with the edits between. */
type Near = readonly (readonly { readonly id: number; readonly edits: number }[])[];

/** Combinations of near values that are looked up. */
const lookedUpAtMost = 5_000_000;

/**
 * Rows that are alike, as lists of places, each ascending; rows by the first of them. Two rows are
 * near where their texts, without case, accents, punctuation and repeated spaces, are at most
 * `edits` letters apart in all, and each pair of texts at most as many as a name of its length may
 * have (`editsOf`); everything else is the same, and missing is the same as missing. What is near in
 * chains is one cluster. All other columns of a near row are the same, so that it is found by
 * looking up the values it would have: no row is compared with every other.
 */
export function clusterRows(
  columns: readonly ComparedColumn[],
  rows: number,
  method: DuplicateMethod,
  edits: number,
): { readonly clusters: number[][]; readonly isWhole: boolean } {
  const plain = method === 'exact' ? columns : columns.map(normalise);
  const records = new Map<string, number[]>();
  const key = plain.map(() => -1);
  for (let row = 0; row < rows; row++) {
    for (const [c, { ids }] of plain.entries()) key[c] = ids[row] ?? -1;
    const name = key.join(' ');
    const same = records.get(name);
    if (same === undefined) records.set(name, [row]);
    else same.push(row);
  }
  const groups = [...records.values()];
  if (method !== 'near') return { clusters: severalOf(groups), isWhole: true };

  const near = plain.map(nearValues);
  const { pairs, isWhole } = nearRecords(
    plain,
    near.map((one) => one.values),
    groups,
    records,
    edits,
  );
  const clusters = joined(groups.length, pairs).map((list) =>
    list.flatMap((group) => groups[group] ?? []).sort((a, b) => a - b),
  );
  return { clusters: severalOf(clusters), isWhole: isWhole && near.every((one) => one.isWhole) };
}

const severalOf = (clusters: readonly number[][]): number[][] =>
  clusters.filter(({ length }) => length > 1).sort(([a = 0], [b = 0]) => a - b);

/** The column with the texts that differ by more than their form. */
function normalise(column: ComparedColumn): ComparedColumn {
  if (!column.isText) return column;
  const known = new Map<string, number>();
  const values: string[] = [];
  const idOf = column.values.map((value) => {
    const text = plainWordsOf(value) || value.trim();
    const id = known.get(text);
    if (id !== undefined) return id;
    known.set(text, values.length);
    return values.push(text) - 1;
  });
  return { ...column, values, ids: column.ids.map((id) => (id < 0 ? id : (idOf[id] ?? -1))) };
}

function nearValues({ values, isText }: ComparedColumn): {
  readonly values: Near;
  readonly isWhole: boolean;
} {
  const near: { id: number; edits: number }[][] = values.map(() => []);
  if (!isText) return { values: near, isWhole: true };
  const { pairs, isWhole } = nearPairs(values, editsOf);
  for (const [one, other] of pairs) {
    const edits = isWithin(values[one] ?? '', values[other] ?? '', 1) ? 1 : 2;
    near[one]?.push({ id: other, edits });
    near[other]?.push({ id: one, edits });
  }
  return { values: near, isWhole };
}

/** Pairs of different records, by their places among them. */
function nearRecords(
  columns: readonly ComparedColumn[],
  near: readonly Near[],
  groups: readonly (readonly number[])[],
  records: ReadonlyMap<string, readonly number[]>,
  edits: number,
): { readonly pairs: [number, number][]; readonly isWhole: boolean } {
  const placeOf = new Map(groups.map(([row = 0], place) => [row, place]));
  const pairs: [number, number][] = [];
  let lookedUp = 0;
  for (const [place, [row = 0]] of groups.entries()) {
    const key = columns.map(({ ids }) => ids[row] ?? -1);
    const varied = key.flatMap((id, c) => {
      const others = near[c]?.[id] ?? [];
      return others.length === 0 ? [] : [{ c, id, others }];
    });
    const vary = (from: number, left: number): void => {
      if (left === 0) return;
      for (let i = from; i < varied.length; i++) {
        const { c, id, others } = varied[i] ?? { c: 0, id: -1, others: [] };
        for (const other of others) {
          if (other.edits > left || lookedUp >= lookedUpAtMost) continue;
          key[c] = other.id;
          lookedUp += 1;
          const [found] = records.get(key.join(' ')) ?? [];
          const at = found === undefined ? undefined : placeOf.get(found);
          if (at !== undefined && at > place) pairs.push([place, at]);
          vary(i + 1, left - other.edits);
        }
        key[c] = id;
      }
    };
    vary(0, edits);
  }
  return { pairs, isWhole: lookedUp < lookedUpAtMost };
}
