import type { AlertThresholds, ColumnDescription } from '@columnist/contract';
import type { TableReader } from '@columnist/tables/views/table-reader';
import { percent } from '../words.ts';
import type { TextFindings } from './scan-texts.ts';

/** Groups of a category in which most of the missing values of a column are. */
export interface MissingGroups {
  readonly category: string;
  readonly groups: readonly string[];
  /** Of the missing values, those in these groups; of the rows of these groups, those without one. */
  readonly ofMissing: number;
  readonly ofGroups: number;
}

const fewest = 6;
const columnsAtMost = 20;
const categoriesAtMost = 20;
const groupsAtMost = 3;
const ofMissingAtLeast = 0.8;
/** Of the rows of the groups, and of all others. */
const [inGroups, elsewhere] = [0.4, 0.1];

/**
 * Where most missing values of a column are in a few groups of a category, and few in the others:
 * the groups in which nearly half of the rows or more have none. One pass for a category.
 */
export async function missingByGroup(
  reader: TableReader,
  rows: number,
  columns: readonly ColumnDescription[],
  texts: ReadonlyMap<string, TextFindings>,
  thresholds: AlertThresholds,
): Promise<Map<string, MissingGroups>> {
  const found = new Map<string, MissingGroups>();
  const gapped = columns
    .filter(({ missing, n }) => n > 0 && missing >= fewest && missing >= thresholds.missing * rows)
    .slice(0, columnsAtMost);
  if (gapped.length === 0) return found;
  const categories = columns
    .filter(
      ({ name, type, n, distinct }) =>
        distinct > 1 &&
        (type === 'boolean' || (texts.get(name)?.counts?.length ?? Infinity) <= n / 5),
    )
    .slice(0, categoriesAtMost);
  for (const { name: category } of categories) {
    const counts = gapped.map(({ name }) => `count(*) filter (${fieldOf(name)} is null)::double`);
    const groups = await reader.rows(
      `select ${fieldOf(category)}::varchar, count(*)::double, ${counts.join(', ')} from ${reader.source} group by 1`,
    );
    gapped.forEach(({ name, missing }, i) => {
      if (name === category) return;
      const one = groupsOf(
        groups.map((row) => ({
          group: row[0] === null ? null : String(row[0]),
          n: Number(row[1]),
          missing: Number(row[i + 2]),
        })),
        rows,
        missing,
      );
      if (one !== null && saysMore(one, found.get(name))) found.set(name, { category, ...one });
    });
  }
  return found;

  function fieldOf(name: string): string {
    return reader.columns.find((column) => column.name === name)?.field ?? 'null';
  }
}

/** More of the missing values, else as many in fewer groups. */
const saysMore = (
  one: Omit<MissingGroups, 'category'>,
  other: MissingGroups | undefined,
): boolean =>
  other === undefined ||
  one.ofMissing > other.ofMissing ||
  (one.ofMissing === other.ofMissing && one.groups.length < other.groups.length);

interface Counts {
  readonly group: string | null;
  readonly n: number;
  readonly missing: number;
}

function groupsOf(
  all: readonly Counts[],
  rows: number,
  missing: number,
): Omit<MissingGroups, 'category'> | null {
  const gapped = all.filter((one) => one.missing >= inGroups * one.n && one.missing > 1);
  const of = (pick: (one: Counts) => number): number =>
    gapped.reduce((sum, one) => sum + pick(one), 0);
  const [n, inThem] = [of((one) => one.n), of((one) => one.missing)];
  const groups = gapped.flatMap(({ group }) => (group === null ? [] : [group]));
  const isFew =
    groups.length > 0 && groups.length === gapped.length && groups.length <= groupsAtMost;
  if (!isFew || n >= rows || groups.length > all.length / 2) return null;
  if (inThem < fewest || inThem < ofMissingAtLeast * missing) return null;
  if (missing - inThem > elsewhere * (rows - n)) return null;
  return { groups, ofMissing: inThem / missing, ofGroups: inThem / n };
}

/** Behind ‘in 168 rows (12%)’. */
export const sayGroups = (found: MissingGroups | undefined): string =>
  found === undefined
    ? ''
    : `, ${found.ofMissing === 1 ? 'all' : percent(found.ofMissing)} of them where ${found.category} is ${found.groups.map((group) => group.slice(0, 40)).join(' or ')} (${percent(found.ofGroups)} of these rows)`;
