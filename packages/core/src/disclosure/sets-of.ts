import { fewestRows } from '@columnist/contract';
import type { RowMarks } from '@columnist/workers';
import type { Disclosure, ShownGroups } from './disclosure.ts';
import { unpackKinds, type AnsweredSet, type Asked } from './judge-rows.ts';
import { tooFew } from './refusals.ts';

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
  conditions: number,
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
  const sets: AnsweredSet[] = Array.from({ length: conditions }, (_, i) => ({
    column: '',
    kinds: where((kind) => kind.conditions[i] === true),
  }));
  const chosen = where((kind) => conditions === 0 || kind.conditions[conditions - 1] === true);
  const used =
    among === undefined
      ? chosen
      : chosen.filter((kind) => kinds[kind]?.conditions[conditions] === true);
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
    }
  }
  for (const product of products) {
    const rows = inGroup.filter((kind) => product.every((name) => has(kind, name)));
    if (weigh(rows) < fewest) throw tooFew();
    for (const column of product)
      sets.push(
        { column, kinds: rows, ordered: false },
        { column, kinds: rows, with: product.filter((name) => name !== column).toSorted() },
      );
  }
  const signOf = (rows: number, values: readonly number[]): string => [rows, ...values].join();
  const shown = new Set(
    measured.flatMap((group) => (withheld.has(group) ? [] : [signOf(group.rows, group.values)])),
  );
  return {
    wanted: { kindOfRow: ofRow, sets, valued },
    groups: { shows: (rows, values) => shown.has(signOf(rows, values)), hidden: withheld.size },
  };
}
