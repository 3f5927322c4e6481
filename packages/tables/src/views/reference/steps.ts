import { has, ordered, type Derived, type Node, type RandomView } from './view-tree.ts';

/** What happens to the rows, one after the other. */
export type Step =
  | { readonly kind: 'set'; readonly name: string; readonly tree: Node }
  | { readonly kind: 'keep'; readonly tree: Node }
  | { readonly kind: 'present'; readonly names: readonly string[] };

export interface Steps {
  readonly steps: readonly Step[];
  /** Trees in which what is `over: all` has become a column. */
  readonly keys: readonly { readonly name: string; readonly tree: Node }[];
  readonly aggregates: readonly (Node | null)[];
}

const reads = (tree: Node): string[] =>
  tree.kind === 'column'
    ? [tree.name]
    : tree.kind === 'call'
      ? tree.args.flatMap(reads)
      : tree.kind === 'value'
        ? []
        : [...reads(tree.x), ...(tree.kind === 'over' ? tree.by : [])];
const looksOver = (tree: Node): boolean => has(tree, ({ kind }) => kind === 'over');
const follows = (tree: Node): boolean =>
  has(tree, (node) => node.kind === 'over' && ordered.has(node.name));

/**
 * The page on the semantics of views as a list of steps: `over: all` first; a derived column that
 * looks over rows just before the first part that reads it; the others before the filter.
 */
export function stepsOf(
  { derive, filter, dropMissing, sort, groups }: RandomView,
  table: readonly string[],
): Steps {
  const steps: Step[] = [];
  let made = 0;
  const lift = (tree: Node): Node => {
    if (tree.kind === 'call') return { ...tree, args: tree.args.map(lift) };
    if (tree.kind === 'bin') return { ...tree, x: lift(tree.x) };
    if (tree.kind !== 'over' || tree.scope === 'rows') return tree;
    const name = `all${++made}`;
    steps.push({ kind: 'set', name, tree });
    return { kind: 'column', name };
  };
  const columns = derive.map((one): Derived => ({ ...one, tree: lift(one.tree) }));
  const condition = filter === null ? null : lift(filter);
  const keys = (groups?.keys ?? []).map(({ name, tree }) => ({ name, tree: lift(tree) }));
  const aggregates = (groups?.aggregates ?? []).map(({ of }) => (of === null ? null : lift(of)));

  const byName = new Map(columns.map((one) => [one.name, one]));
  const sorted = sort.map(({ column }) => column);
  const needs = (tree: Node): string[] => [...reads(tree), ...(follows(tree) ? sorted : [])];
  const isLate = (name: string): boolean => {
    const found = byName.get(name);
    return found !== undefined && (looksOver(found.tree) || needs(found.tree).some(isLate));
  };
  const done = new Set<string>();
  const make = (name: string): void => {
    const found = byName.get(name);
    if (found === undefined || done.has(name)) return;
    done.add(name);
    needs(found.tree).forEach(make);
    steps.push({ kind: 'set', name, tree: found.tree });
  };
  for (const { name } of columns) if (!isLate(name)) make(name);
  if (condition !== null) {
    needs(condition).forEach(make);
    steps.push({ kind: 'keep', tree: condition });
  }
  if (dropMissing !== null) {
    const dropped =
      dropMissing === true ? [...table, ...columns.map(({ name }) => name)] : dropMissing;
    const known = dropped.filter((name) => !byName.has(name) || done.has(name));
    const later = dropped.filter((name) => !known.includes(name));
    steps.push({ kind: 'present', names: known });
    later.forEach(make);
    steps.push({ kind: 'present', names: later });
  }
  for (const { name } of columns) make(name);
  return { steps, keys, aggregates };
}

/** How a language writes the parts of a tree. */
export interface Dialect {
  readonly column: (name: string) => string;
  readonly value: (value: string | number | boolean | null) => string;
  readonly call: (name: string, args: readonly string[]) => string;
  readonly bin: (x: string, bounds: readonly number[]) => string;
  readonly over: (
    name: string,
    x: string,
    by: readonly string[],
    isOrdered: boolean,
    distance: number | undefined,
  ) => string;
}

/** A tree in a language, functions over rows within the groups of `keys`. */
export function inDialect(tree: Node, dialect: Dialect, keys: readonly string[] = []): string {
  const write = (node: Node): string => {
    switch (node.kind) {
      case 'column':
        return dialect.column(node.name);
      case 'value':
        return dialect.value(node.value);
      case 'bin':
        return dialect.bin(write(node.x), node.bounds);
      case 'over':
        return dialect.over(
          node.name,
          write(node.x),
          [...keys, ...node.by],
          ordered.has(node.name) && node.scope === 'rows',
          node.distance,
        );
      case 'call':
        return dialect.call(node.name, node.args.map(write));
    }
  };
  return write(tree);
}
