import type { Alert } from '@columnist/contract';
import { firstPlaces } from './first-places.ts';
import { quantileOf, type NumberFacts, type TableFacts } from './read-facts.ts';
import { col, counted, sayAlert } from './say-alert.ts';

const fewest = 20;
const brokenAtMost = 0.05;
const columnsAtMost = 60;
const columnsOfThree = 24;
const longestBlock = 16;
/** Rows in which a part is not 0, so that it is seen to be one, and the share that has to add up. */
const fewestWithPart = 10;
const addsUpWithPart = 0.8;
const sumsNamed = 10;
const foundAtMost = 30;
const mostAlike = 0.8;
/** Rows by which a sum is known; those in which it is broken are counted in all. */
const rowsAtMost = 10_000;
/** What the parts of a whole add up to. */
const wholes = [100, 1];
const places = [0, 1, 2, 3, 4];

interface Sum {
  /** The column that has the sum; a number where it is always the same. */
  readonly of: NumberFacts | number;
  readonly parts: readonly NumberFacts[];
  readonly tolerance: number;
}

/**
 * Rows in which a column is not the sum of others, as it is in 95 % of all; or in which the parts of
 * a whole do not add up to 100 or 1. Two or three parts may be anywhere, more are beside each other.
 */
export async function brokenSums(table: TableFacts): Promise<Alert[]> {
  const alerts: Alert[] = [];
  const named = new Set<string>();
  for (const sum of sumsOf(table)) {
    const columns = [
      ...sum.parts.map(({ name }) => name),
      ...(typeof sum.of === 'number' ? [] : [sum.of.name]),
    ];
    if (columns.every((name) => named.has(name))) continue;
    const found = await sayBroken(table, sum, columns);
    if (found === null) continue;
    columns.forEach((name) => named.add(name));
    alerts.push(found);
    if (alerts.length === sumsNamed) break;
  }
  return alerts;
}

async function sayBroken(
  { reader, rows }: TableFacts,
  { of, parts, tolerance }: Sum,
  columns: readonly string[],
): Promise<Alert | null> {
  const off = (named: (one: NumberFacts) => string): string =>
    `abs(${parts.map(named).join(' + ')} - ${typeof of === 'number' ? of : named(of)}) > ${tolerance}`;
  const broken = off(({ field }) => `${field}::double`);
  const [row] = await reader.rows(`select count(*)::double from ${reader.source} where ${broken}`);
  const count = Number(row?.[0]);
  if (count === 0 || count > brokenAtMost * rows) return null;
  const where = await firstPlaces(reader, broken, count);
  const names = parts.map(({ name }) => name);
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
  return sayAlert(columns, {
    kind: 'broken_sum',
    severity: 'high',
    count,
    measure: count / rows,
    rows: off(({ name }) => col(name)),
    said:
      typeof of === 'number'
        ? `${list} do not add up to ${of} in ${where}, as they do in all others.`
        : `${of.name} is not the sum of ${list} in ${where}, as it is in all others.`,
    fix: `Compare ${counted(count, 'row')} with the source: the sum or one of its parts is wrong.`,
  });
}

function sumsOf({ numbers }: TableFacts): Sum[] {
  const used = numbers
    .filter(({ sorted, figures }) => sorted.length >= fewest && figures.distinct > 2)
    .slice(0, columnsAtMost);
  const [first] = used;
  if (first === undefined) return [];
  const order = inNoOrder(first.values.length);
  const units = new Map(used.map((one) => [one, roundingOf(one)]));
  // Where most values are alike, such as 0, sums of others that are alike add up whatever they are.
  const sums = used.filter(
    ({ figures: { top_values: top, n } }) => (top[0]?.n ?? 0) <= mostAlike * n,
  );
  const found: Sum[] = [];
  for (const parts of partsOf(used))
    for (const of of [...sums, ...wholesOf(parts)]) {
      if (found.length === foundAtMost) return found;
      if (typeof of !== 'number' && (parts.includes(of) || found.some((one) => one.of === of)))
        continue;
      const rounded = typeof of === 'number' ? parts : [...parts, of];
      const half = rounded.reduce((sum, one) => sum + (units.get(one) ?? 0) / 2, 0);
      // A little more, as sums of decimals are not exact.
      const sum = { of, parts, tolerance: Number((1.001 * half).toPrecision(5)) };
      if (addsUp(sum, order)) found.push(sum);
    }
  return found;
}

/** Sets of columns that may be parts, the small ones first. */
function* partsOf(used: readonly NumberFacts[]): Generator<readonly NumberFacts[]> {
  for (const [i, a] of used.entries()) for (const b of used.slice(i + 1)) yield [a, b];
  if (used.length <= columnsOfThree)
    for (const [i, a] of used.entries())
      for (const [j, b] of used.entries())
        if (j > i) for (const c of used.slice(j + 1)) yield [a, b, c];
  for (let length = 3; length <= Math.min(longestBlock, used.length); length++)
    for (let start = 0; start + length <= used.length; start++)
      yield used.slice(start, start + length);
}

/** The wholes of which the columns may be parts. */
const wholesOf = (parts: readonly NumberFacts[]): readonly number[] =>
  wholes.filter((whole) =>
    parts.every(({ sorted }) => quantileOf(sorted, 0.95) <= whole && quantileOf(sorted, 0.05) >= 0),
  );

/** The step of rounding; 0 of whole numbers, whose sums are exact. */
function roundingOf({ sorted, whole }: NumberFacts): number {
  if (whole) return 0;
  const step = Math.max(1, Math.floor(sorted.length / 200));
  const some = sorted.filter((_, i) => i % step === 0);
  const digits = places.find((place) =>
    some.every((value) => Number(value.toFixed(place)) === value),
  );
  return digits === 0 ? 0 : 10 ** -(digits ?? 5);
}

/** Whether nearly all rows add up, also those in which any one part is not 0. */
function addsUp({ of, parts, tolerance }: Sum, order: Int32Array): boolean {
  let [n, off] = [0, 0];
  const withPart = parts.map(() => ({ n: 0, off: 0 }));
  for (const row of order) {
    let sum = typeof of === 'number' ? -of : -(of.values[row] ?? NaN);
    for (const { values } of parts) sum += values[row] ?? NaN;
    if (Number.isNaN(sum)) continue;
    n++;
    const isOff = !(Math.abs(sum) <= tolerance + 1e-9 * Math.abs(sum));
    if (isOff && ++off > 4 + brokenAtMost * n) return false;
    for (const [i, { values }] of parts.entries()) {
      const one = withPart[i];
      if (one === undefined || values[row] === 0) continue;
      one.n++;
      if (isOff && ++one.off > 4 + (1 - addsUpWithPart) * one.n) return false;
    }
  }
  const values = typeof of === 'number' ? parts[0]?.sorted : of.sorted;
  const range = values === undefined ? 0 : quantileOf(values, 0.75) - quantileOf(values, 0.25);
  return (
    n >= fewest &&
    off <= brokenAtMost * n &&
    tolerance <= 0.05 * range &&
    withPart.every((one) => one.n >= fewestWithPart && one.off <= (1 - addsUpWithPart) * one.n)
  );
}

/** Rows in an order that has nothing to do with theirs, so that wrong ones do not come first. */
function inNoOrder(n: number): Int32Array {
  let step = Math.max(1, Math.round(n * 0.618));
  while (step > 1 && gcd(step, n) > 1) step--;
  return Int32Array.from({ length: Math.min(n, rowsAtMost) }, (_, i) => (i * step) % n);
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
