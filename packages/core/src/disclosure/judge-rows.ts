import { fewestRows } from '@columnist/contract';
import { alikeIn, coarsened } from './alike-kinds.ts';
import type { Answered, AnsweredSet, Asked } from './answered-sets.ts';
import { certainRows } from './certain-rows.ts';
import { refine, translated } from './refine-kinds.ts';
import { full, tooFew, tooNear } from './refusals.ts';
import { isFew, spansFew, Turns, weigh } from './spans-few.ts';

/** Sets of rows that are kept of a version and a column. */
const setsAtMost = 200;
/** Sets of all columns together. */
const allSetsAtMost = 4000;
/** Kinds of rows that these sets may tell apart. */
const kindsAtMost = 1500;

/**
 * How rows of several tables are compared: each has the share of a person that it is; then no set
 * of all rows counts as answered.
 */
export interface Compared {
  readonly weights: Float64Array;
}

/**
 * What has been answered when the asked sets are answered too. Throws too_few_rows where a set has
 * fewer than 5 rows, or differs from
 * an earlier one, or from the rows in just one of two earlier ones, by 1 to 4 rows, or where sums
 * over 1 to 4 rows that no set can
 * tell apart would follow from all sets together (the span of their indicators over the rationals,
 * audited as in Chin and Ozsoyoglu,
 * Auditing and inference control in statistical databases, 1982); or where 1 to 4 rows are in the
 * same ones of the sets whose
 * quantiles were answered, since a value that all these have is theirs; or where no more sets can
 * be kept.
 */
export async function judgeRows(
  before: Answered,
  asked: Asked,
  compared?: Compared,
): Promise<Answered> {
  const { kindOfRow, sizes, fromBefore, fromAsked } = refine(
    before.kindOfRow,
    asked.kindOfRow,
    compared?.weights,
  );
  const known = before.sets.map((set) => translated(set, fromBefore));
  const valuedIn = (column: string): number[] =>
    (compared === undefined
      ? asked.valued
          .get(column)
          ?.flatMap((kind) => fromAsked.get(kind) ?? [])
          .sort((a, b) => a - b)
      : undefined) ?? [...sizes.keys()];
  const seen = new Set(known.map(keyOf));
  const fresh: AnsweredSet[] = [];
  for (const set of asked.sets.map((one) => translated(one, fromAsked))) {
    if (seen.has(keyOf(set))) continue;
    seen.add(keyOf(set));
    fresh.push(set);
  }
  if (compared === undefined)
    for (const { kinds } of fresh) if (weigh(kinds, sizes) < fewestRows) throw tooFew();
  if (known.length + fresh.length > allSetsAtMost) throw full();
  const turns = new Turns();
  const judged = new Set<string>();
  for (const column of new Set(fresh.map((set) => set.column))) {
    const of = (sets: readonly AnsweredSet[]): (readonly number[])[] =>
      sets.flatMap((set) => (set.column === column && set.with === undefined ? [set.kinds] : []));
    const valued = valuedIn(column);
    // All rows of a version together count as answered.
    const family = [
      compared === undefined ? [valued, ...of(known)] : of(known),
      of(fresh),
    ] as const;
    // Columns without gaps have the same sets, which are judged once.
    const name = JSON.stringify([valued, family]);
    if (!judged.has(name)) await judgeColumn(...family, { valued, sizes }, turns);
    judged.add(name);
    const sorted = (sets: readonly AnsweredSet[]): AnsweredSet[] =>
      sets.filter((set) => set.column === column && set.with === undefined);
    for (const certain of certainRows(
      [...sorted(known), ...sorted(fresh)],
      asked.uniform.has(column) ? sorted(fresh) : [],
    )) {
      const left = valued.filter((kind) => !certain.has(kind));
      await judgeColumn([[]], [valued, ...of(known), ...of(fresh)], { valued: left, sizes }, turns);
    }
    const summed = of([...known, ...fresh].filter((set) => set.summed !== false));
    for (const kinds of asked.rare.get(column) ?? []) {
      const rare = kinds.flatMap((kind) => fromAsked.get(kind) ?? []).sort((a, b) => a - b);
      await judgeColumn([[]], [valued, ...summed], { valued: rare, sizes }, turns);
    }
    const ordered = (sets: readonly AnsweredSet[]): (readonly number[])[] =>
      sets.flatMap((set) => (set.column === column && isOrdered(set) ? [set.kinds] : []));
    if (ordered(fresh).length > 0) judgeOrdered([...ordered(known), ...ordered(fresh)], sizes);
  }
  return fresh.length === 0 ? before : coarsened({ kindOfRow, sets: [...known, ...fresh] });
}

const keyOf = ({ column, kinds, with: others, ordered, summed }: AnsweredSet): string =>
  JSON.stringify([kinds, column, others, ordered !== false, summed !== false]);
const isOrdered = ({ column, ordered, with: others }: AnsweredSet): boolean =>
  column !== '' && others === undefined && ordered !== false;

/**
 * Rows in the same ones of these sets cannot be distinguished by values that several sets share: each
 * such part has 5 rows.
 */
function judgeOrdered(sets: readonly (readonly number[])[], sizes: readonly number[]): void {
  const membership = new Map<number, string>();
  for (const [i, kinds] of sets.entries())
    for (const kind of kinds) membership.set(kind, `${membership.get(kind) ?? ''} ${i}`);
  for (const kinds of Map.groupBy(membership.keys(), (kind) => membership.get(kind)).values())
    if (isFew(weigh(kinds, sizes))) throw tooNear();
}

async function judgeColumn(
  knownSets: readonly (readonly number[])[],
  freshSets: readonly (readonly number[])[],
  rows: { readonly valued: readonly number[]; readonly sizes: readonly number[] },
  turns: Turns,
): Promise<void> {
  // Kinds that none of these sets tells apart count as one.
  const { of, rest } = alikeIn([rows.valued, ...knownSets, ...freshSets]);
  const merged = (kinds: readonly number[]): number[] => [
    ...new Set(kinds.map((kind) => of.get(kind) ?? rest)),
  ];
  const [known, fresh, valued] = [
    knownSets.map(merged),
    freshSets.map(merged),
    merged(rows.valued),
  ];
  const sizes = Array.from({ length: rest + 1 }, () => 0);
  for (const [kind, n] of rows.sizes.entries()) {
    const place = of.get(kind) ?? rest;
    sizes[place] = (sizes[place] ?? 0) + n;
  }
  if (known.length + fresh.length > setsAtMost || sizes.length > kindsAtMost) throw full();
  const sets = [...known, ...fresh];
  const all = sets.map((kinds) => {
    const members = new Uint8Array(sizes.length);
    for (const kind of kinds) members[kind] = 1;
    return members;
  });
  const nothing = new Uint8Array(sizes.length);
  const apart = (one: Uint8Array, two: Uint8Array, three = nothing): number => {
    let rows = 0;
    for (const kind of valued)
      if (((one[kind] ?? 0) ^ (two[kind] ?? 0) ^ (three[kind] ?? 0)) === 1)
        rows += sizes[kind] ?? 0;
    return rows;
  };
  // Kinds of 5 rows and more must cancel out in a difference of few rows: sets are looked up by a
  // sum of random numbers of these.
  const heavy = new Map(
    valued.filter((kind) => !isFew(sizes[kind] ?? 0)).map((kind, i) => [kind, mixed(i + 1)]),
  );
  const signs = sets.map((set) => set.reduce((sum, kind) => sum ^ (heavy.get(kind) ?? 0), 0));
  const bySign = Map.groupBy(all, (_, i) => signs[i]);
  for (const [f, kinds] of fresh.entries()) {
    const set = all[known.length + f] ?? nothing;
    await turns.after(all.length * valued.length);
    const sign = kinds.reduce((sum, kind) => sum ^ (heavy.get(kind) ?? 0), 0);
    for (const [i, one] of all.entries()) {
      if (isFew(apart(set, one))) throw tooNear();
      for (const other of bySign.get(sign ^ (signs[i] ?? 0)) ?? [])
        if (isFew(apart(set, one, other))) throw tooNear();
    }
  }
  if (await spansFew(all, valued, sizes, turns)) throw tooNear();
}

/**
 * A number without pattern in 30 bits; sets that share one by chance are compared in vain, nothing
 * more.
 */
function mixed(i: number): number {
  const x = Math.imul(i ^ (i >>> 15), 0x2c1b3c6d);
  return Math.imul(x ^ (x >>> 12), 0x297a2d39) >>> 2;
}
