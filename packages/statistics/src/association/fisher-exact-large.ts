import { logGamma } from '../numerics/gamma.ts';
import { columnSums, rowSums, type Table } from './contingency.ts';
import { WaysBySum } from './ways-by-sum.ts';

/** Probabilities that differ by this in their logarithm are the same. */
const tolerance = 1e-7;
/** Logarithms that differ by less differ by rounding alone. */
const rounding = 1e-11;
/** Steps between remainders, remainders, and sums that are carried along: a few seconds of work. */
const mostEdges = 12_000_000;
const mostNodes = 300_000;
const mostSums = 50_000_000;

const logFactorials: number[] = [];
const logFactorial = (n: number): number => (logFactorials[n] ??= logGamma(n + 1));
const logFactorialsOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + logFactorial(value), 0);
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** What the rows have left when some columns are filled; their order does not matter. */
interface Node {
  readonly rows: readonly number[];
  /** The log of Σ Π 1/cell! over all ways to fill the columns left. */
  readonly total: number;
  /** The log of the largest and smallest Π 1/cell! of them. */
  most: number;
  least: number;
  edges: Edges;
}

/** The ways to fill the next column: where each leads, and the log of its Π 1/cell!. */
interface Edges {
  readonly to: readonly Node[];
  readonly logs: Float64Array;
  /** How many ways are alike. */
  readonly ways: Float64Array;
}

/**
 * Fisher's exact test of a larger table: the network of Mehta & Patel (1983), A network algorithm
 * for performing Fisher's exact test in r × c contingency tables. Tables are filled column by
 * column; what is left of the rows is a node. Where every way on from a node is less probable than
 * the observed table, or none is, the ways are taken together. null where even so there are too
 * many. R: fisher.test(table).
 */
export function fisherExactLarge(table: Table): number | null {
  const sums = [rowSums(table), columnSums(table)];
  // The fewer sums are what is left over from column to column; the largest columns come first.
  const [rows = [], columns = []] =
    table.length <= (table[0]?.length ?? 0) ? sums : sums.toReversed();
  const constant = logFactorialsOf(rows) + logFactorialsOf(columns) - logFactorial(sumOf(rows));
  const observed = tolerance - logFactorialsOf(table.flat());
  const layers = networkOf(
    rows,
    columns.toSorted((a, b) => b - a),
  );
  if (layers === null) return null;
  let sumsAt = new Map<Node, WaysBySum>((layers[0] ?? []).map((node) => [node, WaysBySum.of(0)]));
  let [p, carried] = [0, 0];
  for (const layer of layers) {
    const next = new Map<Node, WaysBySum>();
    for (const node of layer) {
      const { logs: before, ways } = sumsAt.get(node)?.sorted() ?? WaysBySum.none;
      if (before.length === 0) continue;
      const below = new Float64Array(before.length + 1);
      const largest = before.at(-1) ?? 0;
      for (let i = 0; i < before.length; i++)
        below[i + 1] = (below[i] ?? 0) + (ways[i] ?? 0) * Math.exp((before[i] ?? 0) - largest);
      for (const [e, to] of node.edges.to.entries()) {
        const log = node.edges.logs[e] ?? 0;
        const counted = placesBelow(before, observed - log - to.most);
        const times = node.edges.ways[e] ?? 0;
        if (counted > 0)
          p +=
            times * Math.exp(Math.log(below[counted] ?? 0) + largest + log + to.total + constant);
        const open = placesBelow(before, observed - log - to.least);
        if (open === counted) continue;
        if ((carried += open - counted) > mostSums) return null;
        const onward = next.get(to) ?? new WaysBySum();
        next.set(to, onward);
        for (let i = counted; i < open; i++)
          onward.add((before[i] ?? 0) + log, times * (ways[i] ?? 0));
      }
    }
    sumsAt = next;
  }
  return Math.min(1, p);
}

/** How many of the ascending values are at most this. */
function placesBelow(ascending: Float64Array, most: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? Infinity) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The nodes by the number of columns that are filled; null where there are too many ways. */
function networkOf(rows: readonly number[], columns: readonly number[]): Node[][] | null {
  const none: Edges = { to: [], logs: new Float64Array(), ways: new Float64Array() };
  const nodeOf = (sorted: readonly number[], filled: number): Node => {
    // Of the last column there is one way.
    const own = -logFactorialsOf(sorted);
    return {
      rows: sorted,
      total: logFactorial(sumOf(sorted)) + own - logFactorialsOf(columns.slice(filled)),
      most: own,
      least: own,
      edges: none,
    };
  };
  const layers: Node[][] = [[nodeOf(ascending(rows), 0)]];
  // What is left of the rows as one number, where it fits.
  const base = sumOf(rows) + 1;
  const isShort = base ** rows.length < Number.MAX_SAFE_INTEGER;
  let edges = 0;
  for (const [i, column] of columns.slice(0, -1).entries()) {
    const next = new Map<number | string, Node>();
    for (const node of layers[i] ?? []) {
      const [to, logs, ways]: [Node[], number[], number[]] = [[], [], []];
      const known = new Map<Node, number[]>();
      const isDone = fill(node.rows, column, (rest, log) => {
        const sorted = ascending(rest);
        const key = isShort ? sorted.reduce((all, value) => all * base + value, 0) : sorted.join();
        let target = next.get(key);
        if (target === undefined) next.set(key, (target = nodeOf(sorted, i + 1)));
        const before = known.get(target) ?? [];
        const same = before.find((e) => Math.abs((logs[e] ?? NaN) - log) < rounding);
        if (same !== undefined) ways[same] = (ways[same] ?? 0) + 1;
        else {
          known.set(target, [...before, to.length]);
          to.push(target);
          logs.push(log);
          ways.push(1);
        }
        return ++edges <= mostEdges && next.size <= mostNodes;
      });
      if (!isDone) return null;
      node.edges = { to, logs: Float64Array.from(logs), ways: Float64Array.from(ways) };
    }
    layers.push([...next.values()]);
  }
  for (const node of layers.at(-1) ?? []) {
    const end: Node = { rows: [], total: 0, most: 0, least: 0, edges: none };
    node.edges = { to: [end], logs: Float64Array.of(node.most), ways: Float64Array.of(1) };
  }
  for (const layer of layers.slice(0, -1).toReversed())
    for (const node of layer) {
      [node.most, node.least] = [-Infinity, Infinity];
      for (const [e, to] of node.edges.to.entries()) {
        const log = node.edges.logs[e] ?? 0;
        node.most = Math.max(node.most, log + to.most);
        node.least = Math.min(node.least, log + to.least);
      }
    }
  return layers;
}

/** Few numbers in order. */
function ascending(values: readonly number[]): number[] {
  const sorted = [...values];
  for (let i = 1; i < sorted.length; i++)
    for (let j = i; j > 0 && (sorted[j - 1] ?? 0) > (sorted[j] ?? 0); j--)
      [sorted[j - 1], sorted[j]] = [sorted[j] ?? 0, sorted[j - 1] ?? 0];
  return sorted;
}

/**
 * Each way to take a column's total from the rows: what is left of them, and the log of Π 1/cell!.
 * Ends where `each` says no, and is false then.
 */
function fill(
  rows: readonly number[],
  total: number,
  each: (rest: readonly number[], log: number) => boolean,
): boolean {
  const behind = rows.map((_, i) => sumOf(rows.slice(i + 1)));
  const rest = [...rows];
  const from = (i: number, open: number, log: number): boolean => {
    const row = rows[i];
    if (row === undefined) return each(rest, log);
    for (let value = Math.max(0, open - (behind[i] ?? 0)); value <= Math.min(row, open); value++) {
      rest[i] = row - value;
      if (!from(i + 1, open - value, log - logFactorial(value))) return false;
    }
    return true;
  };
  return from(0, total, 0);
}
