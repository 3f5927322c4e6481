import {
  functionOf,
  isFunction,
  looksOverRows,
  placedError,
  type Typed,
} from '@columnist/contract';
import type { NamedExpression, OrderKey } from './view-statement.ts';

export interface DerivedColumn extends NamedExpression {
  readonly said: string;
}

/** A derived column in its place. */
export interface Placed extends DerivedColumn {
  /** The rows before a row are those before it in this order; none is the order of the file. */
  readonly order: readonly OrderKey[];
  /** Made for `over: all`, no column of the view. */
  readonly hidden: boolean;
  readonly looksOver: boolean;
  readonly follows: boolean;
}

interface Asked {
  readonly derived: readonly DerivedColumn[];
  /** Of all columns of the view. */
  readonly names: readonly string[];
  readonly filter: Typed | null;
  /** Columns that a filter made of conditions reads. */
  readonly filterColumns: readonly string[];
  readonly dropped: readonly string[] | null;
  readonly keys: readonly OrderKey[];
}

/** Derived columns by the part of the view before which they are computed. */
export interface Placement {
  readonly first: readonly Placed[];
  /** The filter, in which what is `over: all` has become columns. */
  readonly filter: Typed | null;
  readonly filterOrder: readonly OrderKey[];
  readonly filterFollows: boolean;
  readonly droppedFirst: readonly string[];
  readonly beforeDrop: readonly Placed[];
  readonly droppedThen: readonly string[];
  readonly last: readonly Placed[];
}

type Call = Typed & { readonly kind: 'call' };

function some(node: Typed, test: (call: Call) => boolean): boolean {
  return (
    node.kind === 'call' &&
    (test(node) || [...node.args, ...node.by].some((arg) => some(arg, test)))
  );
}
const looksOver = (node: Typed): boolean =>
  some(node, ({ name, over }) => looksOverRows(name) && over !== 'all');
const follows = (node: Typed): boolean =>
  some(node, ({ name }) => isFunction(name) && functionOf(name).ordered === true);
const reads = (node: Typed): string[] =>
  node.kind === 'column'
    ? [node.name]
    : node.kind === 'call'
      ? [...new Set([...node.args, ...node.by].flatMap(reads))]
      : [];

/** A question about a name whose answer may ask about others, each answered once. */
function once(answer: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const found = known.get(name) ?? answer(name);
    known.set(name, found);
    return found;
  };
}

/**
 * Where each derived column is computed, so that a function over rows looks at the rows that reach
 * the first part of the view that reads its
 * column, and at the rows in use where none does. Throws invalid_expression where `over: all` reads
 * what is known of the rows in use only.
 */
export function placeDerived({
  derived,
  names,
  filter: written,
  filterColumns,
  dropped,
  keys,
}: Asked): Placement {
  const hidden: DerivedColumn[] = [];
  const lift = (node: Typed): Typed => {
    if (node.kind !== 'call') return node;
    const inner = { ...node, args: node.args.map(lift), by: node.by.map(lift) };
    if (node.over !== 'all') return inner;
    let name = `all rows ${hidden.length + 1}`;
    while (names.includes(name)) name += '_';
    const { over: _, ...plain } = inner;
    hidden.push({ name, said: `${name}: ${node.name} over all rows`, expression: plain });
    return { kind: 'column', type: node.type, name, span: node.span };
  };
  const lifted = derived.map((column) => ({ ...column, expression: lift(column.expression) }));
  const filter = written === null ? null : lift(written);
  const all = new Map([...hidden, ...lifted].map((column) => [column.name, column]));
  const isHidden = new Set(hidden.map(({ name }) => name));

  // Sorting by a column that follows the order itself cannot order it: the keys before that one do.
  const leads = once((name): boolean => {
    const column = all.get(name);
    return (
      column === undefined ||
      isHidden.has(name) ||
      (!follows(column.expression) && reads(column.expression).every(leads))
    );
  });
  const end = keys.findIndex(({ column }) => !leads(column));
  const order = end === -1 ? keys : keys.slice(0, end);
  const needs = (name: string): string[] => {
    const column = all.get(name);
    if (column === undefined) return [];
    return [
      ...reads(column.expression),
      ...(!isHidden.has(name) && follows(column.expression) ? order.map((key) => key.column) : []),
    ];
  };
  const isLate = once((name): boolean => {
    const column = all.get(name);
    return (
      column !== undefined &&
      !isHidden.has(name) &&
      (looksOver(column.expression) || needs(name).some(isLate))
    );
  });
  for (const { expression } of hidden) {
    const late = reads(expression).find(isLate);
    if (late !== undefined) {
      throw placedError(
        'invalid_expression',
        `'${late}' is known of the rows in use only, and 'over: all' looks at all rows.`,
        {
          from: expression.span.from + 1,
          to: Math.max(expression.span.to, expression.span.from + 1),
          fix: `Write 'over: all' in '${late}' too.`,
        },
      );
    }
  }

  const done = new Set<string>();
  const take = (wanted: readonly string[]): Placed[] => {
    const list: Placed[] = [];
    const visit = (name: string): void => {
      const column = all.get(name);
      if (column === undefined || done.has(name)) return;
      done.add(name);
      needs(name).forEach(visit);
      const hides = isHidden.has(name);
      const inOrder = !hides && follows(column.expression);
      list.push({
        ...column,
        // What does not follow an order may be computed before the columns that make it.
        order: inOrder ? order : [],
        hidden: hides,
        looksOver: !hides && looksOver(column.expression),
        follows: inOrder,
      });
    };
    wanted.forEach(visit);
    return list;
  };
  const made = [...all.keys()];
  const filterFollows = filter !== null && follows(filter);
  const filterReads = new Set([
    ...(filter === null ? filterColumns : reads(filter)),
    ...(filterFollows ? order.map(({ column }) => column) : []),
  ]);
  const first = take(made.filter((name) => !isLate(name) || filterReads.has(name)));
  const droppedFirst = (dropped ?? []).filter((name) => !made.includes(name) || done.has(name));
  const droppedThen = (dropped ?? []).filter((name) => !droppedFirst.includes(name));
  const beforeDrop = take(droppedThen);
  return {
    first,
    filter,
    filterOrder: filterFollows ? order : [],
    filterFollows,
    droppedFirst,
    beforeDrop,
    droppedThen,
    last: take(made),
  };
}
