import type { Alert } from '@columnist/contract';
import { short } from '../words.ts';
import { runningNumber } from './running-number.ts';
import { sayAlert } from './say-alert.ts';
import { quantileOf, type LevelFacts, type NumberFacts, type TableFacts } from './read-facts.ts';

const fewest = 40;
const shortestPart = 10;
/** In parts this long a step is known from a trend by less, as its neighbourhood shows it too. */
const longPart = 80;
const longestLine = 60;

/** A run of present values in row order, and which row each is. */
interface InOrder {
  readonly values: Float64Array;
  readonly rows: Int32Array;
}

function inOrder({ values, sorted }: NumberFacts): InOrder {
  const [low, high] = [quantileOf(sorted, 0.01), quantileOf(sorted, 0.99)];
  const kept = new Float64Array(sorted.length);
  const rows = new Int32Array(sorted.length);
  let n = 0;
  values.forEach((value, row) => {
    if (Number.isNaN(value)) return;
    kept[n] = Math.min(high, Math.max(low, value));
    rows[n] = row;
    n++;
  });
  return { values: kept, rows };
}

interface Change {
  /** The first row after it, from 0, among those that are looked at. */
  readonly row: number;
  readonly before: number;
  readonly after: number;
  /** In standard deviations within the two parts. */
  readonly size: number;
}

/** A level that changes from one row on and stays, where no category changes with it. */
export function suddenChange(table: TableFacts, facts: NumberFacts): Alert | null {
  if (facts.sorted.length < fewest || facts.figures.distinct < 5) return null;
  const ordered = inOrder(facts);
  const change = stepOf(ordered) ?? jumpOf(ordered);
  if (change === null || isBoundary(change.row, table.categories)) return null;
  if (runningNumber(facts) !== null) return null;
  const { name } = facts;
  const { row, before, after, size } = change;
  const first = row * table.every + 1;
  const place =
    table.every === 1
      ? `row ${first.toLocaleString('en')}`
      : `about row ${first.toLocaleString('en')}`;
  return sayAlert([name], {
    kind: 'sudden_change',
    severity: size >= 3 ? 'high' : 'medium',
    measure: size,
    rows: table.isWhole
      ? `cumulative_sum(1) >= ${Math.max(1, first - 10)} and cumulative_sum(1) < ${first + 10}`
      : null,
    said: `${name} ${after > before ? 'rises' : 'falls'} at ${place} and stays: ${short(before)} on average before, ${short(after)} after.`,
    fix: 'Find out what changed there, and compare the two parts before one mean is taken of both.',
    remedy: table.isWhole
      ? {
          said: 'Derive a column for before and after',
          view: {
            derive: [
              {
                name: `${name} part`,
                expression: `if(cumulative_sum(1) < ${first}, 'before', 'after')`,
              },
            ],
          },
        }
      : null,
  });
}

/** One step in a level around which values scatter, found by the largest t of all splits. */
function stepOf({ values, rows }: InOrder): Change | null {
  const n = values.length;
  const sums = new Float64Array(n + 1);
  let squares = 0;
  values.forEach((value, i) => {
    sums[i + 1] = (sums[i] ?? 0) + value;
  });
  const mean = (sums[n] ?? 0) / n;
  let [slope, places] = [0, 0];
  values.forEach((value, i) => {
    squares += (value - mean) ** 2;
    slope += (i - (n - 1) / 2) * (value - mean);
    places += (i - (n - 1) / 2) ** 2;
  });
  let [at, between] = [0, 0];
  for (let k = shortestPart; k <= n - shortestPart; k++) {
    const gained = ((sums[k] ?? 0) - k * mean) ** 2 * (1 / k + 1 / (n - k));
    if (gained > between) [at, between] = [k, gained];
  }
  if (at === 0) return null;
  const within = squares - between;
  const sd = Math.sqrt(within / (n - 2));
  const before = (sums[at] ?? 0) / at;
  const after = ((sums[n] ?? 0) - (sums[at] ?? 0)) / (n - at);
  const size = Math.abs(after - before) / sd;
  const t = size * Math.sqrt((at * (n - at)) / n);
  if (!(size >= 1.2 && t >= 7)) return null;
  // A trend rises everywhere, a series that depends on the row before wanders: neither is a step.
  const isLong = at >= longPart && n - at >= longPart;
  if (within > (isLong ? 0.93 : 0.8) * (squares - slope ** 2 / places)) return null;
  let [follows, all] = [0, 0];
  values.forEach((value, i) => {
    const rest = value - (i < at ? before : after);
    all += rest * rest;
    if (i > 0) follows += rest * ((values[i - 1] ?? 0) - (i - 1 < at ? before : after));
  });
  if (follows > 0.4 * all) return null;
  const near = Math.min(20, at, n - at);
  const close = ((sums[at + near] ?? 0) - 2 * (sums[at] ?? 0) + (sums[at - near] ?? 0)) / near;
  if (close / (after - before) < 0.5) return null;
  if (breakAt(values, at) / (after - before) < 0.5) return null;
  return { row: rows[at] ?? at, before, after, size };
}

/**
 * The distance at a row between the lines of least squares through the values before it and from it
 * on: where a level wanders or has a season, both lines lead to nearly the same value.
 */
function breakAt(values: Float64Array, at: number): number {
  const reach = Math.min(longestLine, at, values.length - at);
  const before = values.slice(at - reach, at).reverse();
  return edgeOf(values.subarray(at, at + reach)) - edgeOf(before);
}

/** Where a line through values begins, half a step before the first. */
function edgeOf(values: Float64Array): number {
  const n = values.length;
  const middle = n / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  let [slope, places] = [0, 0];
  values.forEach((value, i) => {
    slope += (i + 0.5 - middle) * (value - mean);
    places += (i + 0.5 - middle) ** 2;
  });
  return mean - middle * (slope / places);
}

/** One jump in a series that wanders: far larger than any other difference, and it stays. */
function jumpOf({ values, rows }: InOrder): Change | null {
  const n = values.length;
  const isBeside = (i: number): boolean => (rows[i + 1] ?? 0) - (rows[i] ?? 0) === 1;
  // Over rows without a value a level may have wandered.
  const steps = values
    .subarray(1)
    .map((value, i) => (isBeside(i) ? Math.abs(value - (values[i] ?? 0)) : 0));
  const usual = quantileOf(steps.filter((_, i) => isBeside(i)).sort(), 0.5) / 0.6745;
  let at = 0;
  steps.forEach((step, i) => {
    if (step > (steps[at] ?? 0)) at = i;
  });
  const jump = steps[at] ?? 0;
  const second = steps.reduce((most, step, i) => (i === at ? most : Math.max(most, step)), 0);
  if (!(usual > 0) || jump < 6 * usual || jump < 1.7 * second) return null;
  const near = 8;
  if (at + 1 < near || at + 1 + near > n) return null;
  const before = quantileOf(values.slice(at + 1 - near, at + 1).sort(), 0.5);
  const after = quantileOf(values.slice(at + 1, at + 1 + near).sort(), 0.5);
  if (Math.abs(after - before) < 0.6 * jump) return null;
  return { row: rows[at + 1] ?? at, before, after, size: jump / usual };
}

/** Whether the rows are sorted by a category whose value changes at this row. */
export function isBoundary(row: number, categories: readonly LevelFacts[]): boolean {
  return categories.some(({ codes, levels }) => {
    const near = Math.max(3, Math.round(0.01 * codes.length));
    let [changes, isNear] = [0, false];
    for (let i = 1; i < codes.length; i++) {
      if (codes[i] === codes[i - 1]) continue;
      changes++;
      isNear ||= Math.abs(i - row) <= near;
    }
    if (!isNear || changes > Math.max(2 * levels.length, 0.05 * codes.length)) return false;
    // One rare value among many others is no part of the rows.
    const reach = Math.max(20, 3 * near);
    return (
      mostFrequent(codes.subarray(Math.max(0, row - reach), row), levels.length) !==
      mostFrequent(codes.subarray(row, row + reach), levels.length)
    );
  });
}

function mostFrequent(codes: Float64Array, levels: number): number {
  const counts = new Uint32Array(levels);
  for (const code of codes) if (!Number.isNaN(code)) counts[code] = (counts[code] ?? 0) + 1;
  return counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0));
}
