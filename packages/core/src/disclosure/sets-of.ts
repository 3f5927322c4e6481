// All sets of an answer follow from one table of its kinds of rows, and so one file.
import { fewestRows } from '@columnist/contract';
import type { RowMarks } from '@columnist/workers';
import { createHash } from 'node:crypto';
import type { Disclosure, ShownGroups } from './disclosure.ts';
import { gapsIn, unpackKinds, type AnsweredSet, type Asked } from './answered-sets.ts';
import type { Conditions } from './read-filter.ts';
import { shareOfUniform, type RareColumns, type SortedColumn } from './rare-rows.ts';
import { tooAlike, tooFew } from './refusals.ts';
import { groupedBy, requireCommonGroups, requireWholeGroups } from './require-groups.ts';

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
 * The sets of rows that an answer is about: of each condition, of all rows in use, of each group,
 * and of each set of columns whose products are summed.
 */
export function setsOf(
  { kindOfRow, kinds }: RowMarks,
  disclosure: Disclosure,
  {
    conditions,
    sorted,
    rows: rowsOfAll,
    marked,
  }: {
    readonly conditions: Conditions;
    readonly sorted: readonly SortedColumn[];
    readonly rows: number;
    /** Columns in the order in which their rows are marked. */
    readonly marked: RareColumns;
  },
): {
  readonly wanted: Asked;
  readonly groups: ShownGroups;
  /** Throws too_few_rows by what the rows are that the filter keeps. */
  readonly requireEnough: () => void;
} {
  const { whole, parts, areAllMet } = conditions;
  const {
    columns,
    ordered = columns,
    summed = columns,
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
  const isFew = (n: number): boolean => n > 0 && n < fewestRows;
  const valuesOf = (set: readonly number[], column: string): number[] =>
    set.filter((kind) =>
      together === true ? columns.every((name) => has(kind, name)) : has(kind, column),
    );
  const holds = (kind: number, place: number): boolean => kinds[kind]?.conditions[place] === true;
  const all = kinds.map((_, kind) => kind);
  const chosen = whole === null ? all : all.filter((kind) => holds(kind, parts.length));
  const amongPlace = parts.length + (whole === null ? 0 : 1);
  const used = among === undefined ? chosen : chosen.filter((kind) => holds(kind, amongPlace));
  const sets: AnsweredSet[] = whole === null ? [] : [{ column: '', kinds: chosen }];
  if (grouped !== true || among !== undefined) sets.push({ column: '', kinds: used });
  const valued = new Map(
    [...places.keys()].map((name) => [
      name,
      where((kind) => kind.present[places.get(name) ?? -1] === true),
    ]),
  );
  // Kinds of rows that a sum of a column counts.
  const rare = new Map<string, readonly number[][]>();
  for (const [name, some] of [
    ...marked.rare.map((one, i) => [one, where((kind) => kind.rare[i] === true)] as const),
    ...marked.others.map((one, i) => [one, where((kind) => kind.others[i] === true)] as const),
  ])
    rare.set(name, [...(rare.get(name) ?? []), some]);
  const isCounted = (name: string): boolean =>
    sorted.some(({ column, others }) => column === name && others === 'counted');
  /** Whether sums of a column over a set would count 1 to 4 of its rows. */
  const countsFew = (column: string, set: readonly number[]): boolean =>
    (rare.get(column) ?? []).some((some) => {
      const others = weigh(set.filter((kind) => some.includes(kind)));
      return isFew(others) || (isCounted(column) && isFew(weigh(set) - others));
    });
  const withoutSums = new Set(marked.withoutSums);
  const groupColumns = groupColumnsOf(disclosure);
  const isInGroup = (kind: number): boolean => groupColumns.every((name) => has(kind, name));
  const inGroup = used.filter(isInGroup);
  const groups =
    by.length === 0 ? [inGroup] : [...Map.groupBy(inGroup, (kind) => kinds[kind]?.group).values()];
  const measure = (set: readonly number[]) => ({
    set,
    rows: weigh(set),
    values: columns.map((name) => weigh(valuesOf(set, name))),
  });
  const measured = groups.map(measure);
  const isSmall = ({ rows, values }: { rows: number; values: readonly number[] }): boolean =>
    rows < fewest || values.some((n) => n < fewest && (n > 0 || small === 'refused'));
  const grouping = {
    kinds,
    disclosure,
    conditions,
    possible: (among === undefined ? all : all.filter((kind) => holds(kind, amongPlace))).filter(
      isInGroup,
    ),
    isSmall: (set: readonly number[]) => isSmall(measure(set)),
  };
  const requireGroups = (): void => {
    if (small === 'refused') requireWholeGroups(grouping, groups);
    for (const product of products)
      if (weigh(inGroup.filter((kind) => product.every((name) => has(kind, name)))) < fewest)
        throw tooFew();
  };
  // What all rows say is refused by itself, and not counted: it is the same each time.
  if (small === 'refused') requireCommonGroups(grouping);
  if (whole === null) requireGroups();
  const withheld = new Set(small === 'withheld' ? measured.filter(isSmall) : []);
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
      if (small === 'hidden' && countsFew(column, rows)) withoutSums.add(column);
      if (weigh(rows) >= fewestRows)
        sets.push({
          column,
          kinds: rows,
          ordered: ordered.includes(column),
          ...(summed.includes(column) && !withoutSums.has(column) ? {} : { summed: false }),
        });
      if (valued.get(column)?.length !== kinds.length) sets.push(aboutGaps(group.set, column));
    }
  }
  for (const product of products) {
    const rows = inGroup.filter((kind) => product.every((name) => has(kind, name)));
    for (const column of product)
      sets.push(
        { column, kinds: rows, ordered: false },
        { column, kinds: rows, with: product.filter((name) => name !== column).toSorted() },
      );
  }
  const givenSums = sets.filter(({ column, summed: is }) => rare.has(column) && is !== false);
  sets.push(...aboutGroups(), ...aboutConditions(), ...aboutCounts(), ...aboutValues());
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
  /** A sum of two values is the number of rows with either. */
  function aboutCounts(): AnsweredSet[] {
    return [...rare].flatMap(([column, [others = []]]) => {
      if (!isCounted(column)) return [];
      const among = (set: readonly number[], isOther: boolean): AnsweredSet[] => {
        const some = set.filter((kind) => others.includes(kind) === isOther);
        return some.length === 0 ? [] : [{ column: '', kinds: some }];
      };
      // Where some rows have no value, the others are not those that are left.
      const hasGaps = valued.get(column)?.length !== kinds.length;
      return [
        valued.get(column) ?? [],
        ...givenSums.flatMap((set) => (set.column === column ? [set.kinds] : [])),
      ].flatMap((set) => [...among(set, true), ...(hasGaps ? among(set, false) : [])]);
    });
  }
  /** How many of all rows have a value that groups are made of is known from the description. */
  function aboutValues(): AnsweredSet[] {
    if (whole === null && by.length < 2) return [];
    const shown = measured.flatMap((group) => (withheld.has(group) ? [] : group.set));
    return by.flatMap((one, i) => {
      if (typeof one !== 'string') return [];
      const keyOf = (kind: number): number | undefined => kinds[kind]?.keys[i];
      const keys = new Set(shown.map(keyOf));
      return [...Map.groupBy(all, keyOf)].flatMap(([key, set]) =>
        keys.has(key) && weigh(set) >= fewestRows ? [{ column: '', kinds: set }] : [],
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
      rare,
    },
    requireEnough: () => {
      requireGroups();
      for (const { column, kinds: set } of givenSums)
        if (countsFew(column, set)) throw tooAlike(column);
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
