import { fewestRows } from '@columnist/contract';
import type { ColumnCells, RowMarks } from '@columnist/workers';
import { createHash } from 'node:crypto';
import type { Disclosure, Grouping, ShownGroups } from './disclosure.ts';
import { groupingOf } from './read-measure.ts';
import { gapsIn, unpackKinds, type AnsweredSet, type Asked } from './judge-rows.ts';
import type { Conditions } from './read-filter.ts';
import { tooFew, tooFewTogether } from './refusals.ts';

const groupColumnsOf = ({ by, grouped }: Disclosure): string[] =>
  grouped === true ? by.map((one) => (typeof one === 'string' ? one : one.name)) : [];

/** Columns in which rows are distinguished by whether they have a value. */
export const presentOf = (disclosure: Disclosure): string[] => [
  ...new Set([
    ...disclosure.columns,
    ...(disclosure.products ?? []).flat(),
    ...groupColumnsOf(disclosure),
  ]),
];

/**
 * Throws too_few_rows where two conditions on different columns part the rows into those that meet
 * both, one of them and none, and one of these parts has fewer than 5 rows. An empty one is no
 * better: it would confirm a guess.
 */
export function requireParts({ kindOfRow, kinds }: RowMarks, { parts }: Conditions): void {
  const rows = new Map<number, number>();
  for (const kind of unpackKinds(kindOfRow)) rows.set(kind, (rows.get(kind) ?? 0) + 1);
  for (const [i, one] of parts.entries())
    for (const [j, other] of parts.entries()) {
      if (j <= i || one.column === other.column) continue;
      const sizes = [0, 0, 0, 0];
      for (const [kind, n] of rows) {
        const [first, second] = [i, j].map((place) => kinds[kind]?.conditions[place] === true);
        const part = (first === true ? 2 : 0) + (second === true ? 1 : 0);
        sizes[part] = (sizes[part] ?? 0) + n;
      }
      if (sizes.some((n) => n < fewestRows)) throw tooFewTogether(one.column, other.column);
    }
}

/** The column that rows are grouped by. */
export const groupedBy = (by: Grouping): string =>
  typeof by === 'string' ? by : groupingOf(by.expression).column;

/** A column with its values that many rows have, and the rows of the most frequent one. */
export interface SortedColumn {
  readonly column: string;
  readonly values: readonly (string | number)[];
  readonly mostFrequent: number;
  /** Whether sums tell about the rows of rare values: see rareIn. */
  readonly rare: 'none' | 'few' | 'many';
}

/** Common values that a description lists, so that everybody knows which rows are left. */
const listedAtMost = 10;
/** Columns whose rows of rare values are marked in one question; each doubles the kinds. */
const rareAtMost = 8;

/**
 * Whether sums of a column tell about its rows with rare values, which fewer than 5 rows have: not
 * where rows are hardly alike; where 1 to 4 such rows are all there are beside values that can be
 * counted, each sum is theirs (`few`); else it is that of those in the set (`many`).
 */
export function rareIn(
  { values, mostFrequent, rare }: Pick<ColumnCells, 'values' | 'mostFrequent' | 'rare'>,
  rows: number,
): SortedColumn['rare'] {
  if (rare === 0) return 'none';
  if (rare < fewestRows) return values.length <= listedAtMost ? 'few' : 'none';
  return mostFrequent >= shareOfUniform * rows ? 'many' : 'none';
}

/** Columns of which sums would be those of few rows, and those whose rare rows are marked. */
export function withRareRows(
  sorted: readonly SortedColumn[],
  summed: readonly string[],
): { readonly withoutSums: ReadonlySet<string>; readonly rare: readonly string[] } {
  const of = (rare: SortedColumn['rare']): string[] =>
    sorted.flatMap((one) => (one.rare === rare && summed.includes(one.column) ? one.column : []));
  const many = of('many');
  return {
    withoutSums: new Set([...of('few'), ...many.slice(rareAtMost)]),
    rare: many.slice(0, rareAtMost),
  };
}

/** A column is uniform where one value has this share of the rows: whole sets may be alike. */
const shareOfUniform = 0.2;

/**
 * The sets of rows that an answer is about: of each condition, of all rows in use, of each group,
 * and of each set of columns whose products are summed.
 */
export function setsOf(
  { kindOfRow, kinds }: RowMarks,
  disclosure: Disclosure,
  {
    conditions: { whole, parts, areAllMet },
    sorted,
    rows: rowsOfAll,
    rare,
    withoutSums,
  }: {
    readonly conditions: Conditions;
    readonly sorted: readonly SortedColumn[];
    readonly rows: number;
    /** Columns in the order in which their rare rows are marked. */
    readonly rare: readonly string[];
    readonly withoutSums: ReadonlySet<string>;
  },
): { wanted: Asked; groups: ShownGroups } {
  const {
    columns,
    ordered = columns,
    products = [],
    together,
    by,
    grouped,
    small,
    fewest,
    among,
  } = disclosure;
  const ofRow = unpackKinds(kindOfRow);
  const sizes = kinds.map(() => 0);
  for (const kind of ofRow) sizes[kind] = (sizes[kind] ?? 0) + 1;
  const places = new Map(presentOf(disclosure).map((name, i) => [name, i]));
  const has = (kind: number, column: string): boolean =>
    kinds[kind]?.present[places.get(column) ?? -1] === true;
  const where = (holds: (kind: RowMarks['kinds'][number]) => boolean): number[] =>
    kinds.flatMap((kind, i) => (holds(kind) ? [i] : []));
  const weigh = (set: readonly number[]): number =>
    set.reduce((sum, kind) => sum + (sizes[kind] ?? 0), 0);
  const valuesOf = (set: readonly number[], column: string): number[] =>
    set.filter((kind) =>
      together === true ? columns.every((name) => has(kind, name)) : has(kind, column),
    );
  const holds = (kind: number, place: number): boolean => kinds[kind]?.conditions[place] === true;
  const all = kinds.map((_, kind) => kind);
  const chosen = whole === null ? all : all.filter((kind) => holds(kind, parts.length));
  const used =
    among === undefined
      ? chosen
      : chosen.filter((kind) => holds(kind, parts.length + (whole === null ? 0 : 1)));
  const sets: AnsweredSet[] = whole === null ? [] : [{ column: '', kinds: chosen }];
  if (grouped !== true || among !== undefined) sets.push({ column: '', kinds: used });
  const valued = new Map(
    [...places.keys()].map((name) => [
      name,
      where((kind) => kind.present[places.get(name) ?? -1] === true),
    ]),
  );
  const groupColumns = groupColumnsOf(disclosure);
  const inGroup = used.filter((kind) => groupColumns.every((name) => has(kind, name)));
  const groups =
    by.length === 0 ? [inGroup] : [...Map.groupBy(inGroup, (kind) => kinds[kind]?.group).values()];
  const measured = groups.map((set) => ({
    set,
    rows: weigh(set),
    values: columns.map((name) => weigh(valuesOf(set, name))),
  }));
  const isSmall = ({ rows, values }: { rows: number; values: readonly number[] }): boolean =>
    rows < fewest || values.some((n) => n < fewest && (n > 0 || small === 'refused'));
  if (small === 'refused' && (measured.length === 0 || measured.some(isSmall))) throw tooFew();
  const withheld = new Set(small === 'withheld' ? measured.filter(isSmall) : []);
  const isFew = (n: number): boolean => n > 0 && n < fewestRows;
  const isKnown = (): boolean =>
    [
      ({ rows }: (typeof measured)[number]) => rows,
      ...columns.map(
        (_, i) =>
          ({ values }: (typeof measured)[number]) =>
            values[i] ?? 0,
      ),
    ].some((count) => isFew([...withheld].reduce((sum, group) => sum + count(group), 0)));
  // Groups that are alike in size go together: the answer is known by the sizes alone.
  while (isKnown() && withheld.size < measured.length) {
    const least = Math.min(
      ...measured.flatMap((group) => (withheld.has(group) ? [] : [group.rows])),
    );
    for (const group of measured) if (group.rows === least) withheld.add(group);
  }
  for (const group of measured) {
    if (withheld.has(group)) continue;
    if (by.length > 0) sets.push({ column: '', kinds: group.set });
    for (const column of columns) {
      const rows = valuesOf(group.set, column);
      if (weigh(rows) >= fewestRows)
        sets.push({ column, kinds: rows, ordered: ordered.includes(column) });
      if (valued.get(column)?.length !== kinds.length) sets.push(aboutGaps(group.set, column));
    }
  }
  sets.push(...aboutGroups(), ...aboutConditions());
  for (const product of products) {
    const rows = inGroup.filter((kind) => product.every((name) => has(kind, name)));
    if (weigh(rows) < fewest) throw tooFew();
    for (const column of product)
      sets.push(
        { column, kinds: rows, ordered: false },
        { column, kinds: rows, with: product.filter((name) => name !== column).toSorted() },
      );
  }
  /** The number of missing values is answered too: whether all or none are missing is then known. */
  function aboutGaps(set: readonly number[], column: string): AnsweredSet {
    const isPresent = (kind: number): boolean => has(kind, column);
    return {
      column: gapsIn(column),
      kinds: set,
      ordered: false,
      values: [...(set.some(isPresent) ? ['value'] : []), ...(set.every(isPresent) ? [] : [''])],
    };
  }
  /** What rows are grouped by is answered of the rows that are alike in the other groups. */
  function aboutGroups(): AnsweredSet[] {
    const shown = new Set(measured.flatMap((group) => (withheld.has(group) ? [] : group.set)));
    const apart =
      (i: number) =>
      (kind: number): string =>
        (kinds[kind]?.keys ?? []).toSpliced(i, 1).join();
    return by.flatMap((one, i) =>
      [...Map.groupBy(inGroup, apart(i)).values()].flatMap((set) =>
        set.some((kind) => shown.has(kind))
          ? [{ column: groupedBy(one), kinds: set, ordered: false }]
          : [],
      ),
    );
  }
  /** And what a condition is about, of the rows that meet the others. */
  function aboutConditions(): AnsweredSet[] {
    if (!areAllMet || (parts.length < 2 && by.length === 0)) return [];
    const shown = new Set(
      measured.flatMap((group) =>
        withheld.has(group) ? [] : group.set.map((kind) => kinds[kind]?.group),
      ),
    );
    return parts.flatMap(({ column }, i) => {
      const others = all.filter((kind) => parts.every((_, j) => j === i || holds(kind, j)));
      const groups = Map.groupBy(others, (kind) => (by.length === 0 ? 0 : kinds[kind]?.group));
      return [...groups].flatMap(([group, set]) =>
        by.length === 0 || shown.has(group) ? [{ column, kinds: set, ordered: false }] : [],
      );
    });
  }
  function valuesIn({ column, kinds: set }: AnsweredSet): Pick<AnsweredSet, 'values'> {
    const place = sorted.findIndex((one) => one.column === column);
    if (place < 0) return {};
    const bits = set.reduce((some, kind) => some | (kinds[kind]?.values[place] ?? 0), 0);
    const names = [null, ...(sorted[place]?.values ?? [])];
    return {
      values: names.flatMap((name, i) => (((bits >> i) & 1) === 1 ? signOfValue(name) : [])),
    };
  }
  const signOf = (rows: number, values: readonly number[]): string => [rows, ...values].join();
  const shown = new Set(
    measured.flatMap((group) => (withheld.has(group) ? [] : [signOf(group.rows, group.values)])),
  );
  return {
    wanted: {
      kindOfRow: ofRow,
      sets: sets.map((set) => ({ ...set, ...valuesIn(set) })),
      valued,
      uniform: new Set(
        sorted.flatMap(({ column, mostFrequent }) =>
          mostFrequent >= shareOfUniform * rowsOfAll ? column : [],
        ),
      ),
      rare: new Map(rare.map((name, i) => [name, where((kind) => kind.rare[i] === true)])),
    },
    groups: {
      shows: (rows, values) => shown.has(signOf(rows, values)),
      hidden: withheld.size,
      isPart: whole !== null,
      withoutSums,
    },
  };
}

/** A value as it is remembered; one for all those that few rows have. */
const signOfValue = (value: string | number | null): string =>
  value === null ? '' : createHash('sha256').update(String(value)).digest('base64').slice(0, 8);
