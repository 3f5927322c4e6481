import fc from 'fast-check';
import {
  has,
  ordered,
  type Aggregate,
  type Derived,
  type Node,
  type RandomView,
  type SortKey,
  type Type,
} from './view-tree.ts';

/** The columns of the table that is asked. */
export const tableColumns: Readonly<Record<string, Type>> = {
  a: 'number',
  b: 'number',
  k: 'number',
  g: 'text',
  note: 'text',
  done: 'truth',
  day: 'text',
};

const aggregates = ['mean', 'median', 'min', 'max', 'sum', 'sd', 'count', 'rank', 'zscore'];
const column = (name: string): Node => ({ kind: 'column', name });
const value = (one: string | number | boolean | null): Node => ({ kind: 'value', value: one });
const call = (name: string, ...args: fc.Arbitrary<Node>[]): fc.Arbitrary<Node> =>
  fc.tuple(...args).map((list): Node => ({ kind: 'call', name, args: list }));
const oneOf = (...names: string[]): fc.Arbitrary<string> => fc.constantFrom(...names);

interface Scope {
  /** Names of columns by their type. */
  readonly columns: Readonly<Record<string, Type>>;
  /** What a function over rows may be grouped by; null where none may stand. */
  readonly by: readonly string[] | null;
  readonly ordered: boolean;
}

/** Trees of one type over the columns of a scope. */
function trees({
  columns,
  by,
  ordered: follows,
}: Scope): Readonly<Record<Type, fc.Arbitrary<Node>>> {
  const named = (type: Type, ...rest: Node[]): fc.Arbitrary<Node> =>
    fc.constantFrom(
      ...Object.entries(columns).flatMap(([name, one]) =>
        one === type && name !== 'day' ? [column(name)] : [],
      ),
      ...rest,
    );
  const groups =
    by === null || by.length === 0
      ? fc.constant<string[]>([])
      : fc.oneof(fc.constant<string[]>([]), fc.subarray([...by], { minLength: 1, maxLength: 2 }));
  const base = named('number', value(1));
  const over = fc
    .tuple(
      oneOf(
        ...aggregates,
        ...(follows ? ['previous', 'next', 'cumulative_sum', 'row_number'] : []),
      ),
      base,
      groups,
      fc.constantFrom<('rows' | 'all')[]>('rows', 'rows', 'rows', 'all'),
      fc.constantFrom(undefined, 1, 2, 5),
    )
    .map(([name, x, list, scope, distance]): Node => ({
      kind: 'over',
      name,
      // It reads no column.
      x: name === 'row_number' ? value(1) : x,
      by: list,
      // What the rows in use alone know has no `over: all`.
      scope:
        name !== 'row_number' && x.kind === 'column' && x.name in tableColumns ? scope : 'rows',
      ...((name === 'previous' || name === 'next') && distance !== undefined ? { distance } : {}),
    }));
  const { number, text, truth } = fc.letrec<Record<Type, Node>>((tie) => ({
    number: fc.oneof(
      { depthSize: 'small' },
      named('number', value(2.5), value(3)),
      ...(by === null ? [] : [over]),
      ...['+', '-', '*', '/'].map((sign) => call(sign, tie('number'), tie('number'))),
      call('abs', tie('number')),
      call('coalesce', tie('number'), named('number', value(0))),
      call('if', tie('truth'), tie('number'), tie('number')),
    ),
    text: fc.oneof(
      { depthSize: 'small' },
      named('text', value('u')),
      call('lower', tie('text')),
      call('if', tie('truth'), tie('text'), tie('text')),
      fc
        .tuple(tie('number'), fc.constantFrom([0, 1, 10], [-3, 0.5, 5, 12, 40], [0, 9, 20, 100]))
        .map(([x, bounds]): Node => ({ kind: 'bin', x, bounds })),
    ),
    truth: fc.oneof(
      { depthSize: 'small' },
      named('truth', value(true)),
      ...['<', '<=', '>', '='].map((sign) => call(sign, tie('number'), tie('number'))),
      call('=', named('text', value('v')), fc.constantFrom(value('u'), value('v'), value('w'))),
      ...['and', 'or'].map((word) => call(word, tie('truth'), tie('truth'))),
      call('not', tie('truth')),
      call('is missing', fc.oneof(named('number', value(1)), named('text', value('w')))),
    ),
  }));
  return { number, text, truth };
}

const types: readonly Type[] = ['number', 'number', 'number', 'text', 'truth'];
const groupable = ['g', 'done'];

/** Derived columns, each from those before it. */
const derived: fc.Arbitrary<readonly Derived[]> = fc
  .integer({ min: 0, max: 3 })
  .chain((n) =>
    Array.from({ length: n }).reduce<fc.Arbitrary<readonly Derived[]>>(
      (before) =>
        before.chain((list) =>
          fc
            .constantFrom(...types)
            .chain((type) =>
              trees({ columns: columnsOf(list), by: groupable, ordered: true })[type].map(
                (tree) => [...list, { name: `d${list.length + 1}`, type, tree }],
              ),
            ),
        ),
      fc.constant([]),
    ),
  );

const columnsOf = (list: readonly Derived[]): Record<string, Type> => ({
  ...tableColumns,
  ...Object.fromEntries(list.map(({ name, type }) => [name, type])),
});

const orNot = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(arbitrary, { freq: 2 });
const sortBy = (names: readonly string[]): fc.Arbitrary<SortKey[]> =>
  fc
    .shuffledSubarray([...names], { maxLength: Math.min(2, names.length) })
    .chain((list) =>
      fc.tuple(
        ...list.map((name) => fc.boolean().map((descending) => ({ column: name, descending }))),
      ),
    );

const figures = ['mean', 'sum', 'sd', 'min', 'max', 'median', 'n', 'missing', 'distinct'] as const;
const aggregate = (
  columns: Readonly<Record<string, Type>>,
): fc.Arbitrary<Omit<Aggregate, 'name'>> => {
  const found = trees({ columns, by: groupable, ordered: true });
  // A value alone would be taken for the name of a column.
  const isAsked = ({ kind }: Node): boolean => kind !== 'value';
  const [number, truth] = [found.number.filter(isAsked), found.truth.filter(isAsked)];
  return fc.oneof(
    fc.constant({ statistic: 'count' as const, of: null }),
    fc.tuple(fc.constantFrom(...figures), number).map(([statistic, of]) => ({ statistic, of })),
    number.map((of) => ({ statistic: 'quantile' as const, of, p: 0.8 })),
    fc
      .tuple(fc.constantFrom('true_count' as const, 'true_share' as const), truth)
      .map(([statistic, of]) => ({ statistic, of })),
  );
};

const groupsOf = (
  columns: Readonly<Record<string, Type>>,
): fc.Arbitrary<NonNullable<RandomView['groups']>> => {
  const { truth, text } = trees({ columns, by: groupable, ordered: false });
  const key = fc.oneof(fc.constantFrom(column('g'), column('done'), column('note')), text, truth);
  return fc
    .tuple(
      fc.array(
        key.filter(({ kind }) => kind !== 'value'),
        { maxLength: 2 },
      ),
      fc.array(aggregate(columns), { minLength: 1, maxLength: 3 }),
    )
    .chain(([keys, wanted]) => {
      const results = Object.fromEntries(wanted.map((_, i) => [`s${i + 1}`, 'number' as const]));
      return fc.record({
        keys: fc.constant(keys.map((tree, i) => ({ name: `q${i + 1}`, tree }))),
        aggregates: fc.constant(wanted.map((one, i) => ({ ...one, name: `s${i + 1}` }))),
        having: orNot(trees({ columns: { ...results }, by: [], ordered: false }).number).map(
          (tree): Node | null =>
            tree === null ? null : { kind: 'call', name: '>=', args: [tree, value(1)] },
        ),
        sort: sortBy([...Object.keys(results), ...keys.map((_, i) => `q${i + 1}`)]),
      });
    });
};

/** A random view and what is asked of it. */
export const randomView: fc.Arbitrary<RandomView> = derived.chain((derive) => {
  const columns = columnsOf(derive);
  const follows = (name: string): boolean => {
    const found = derive.find((one) => one.name === name);
    return (
      found !== undefined &&
      has(
        found.tree,
        (node) =>
          (node.kind === 'over' && ordered.has(node.name)) ||
          (node.kind === 'column' && follows(node.name)),
      )
    );
  };
  return fc.record({
    fill: fc.option(
      fc.record({
        column: fc.constantFrom('a', 'b'),
        by: fc.constantFrom<string[][]>([], ['g']),
      }),
      { freq: 1 },
    ),
    derive: fc.constant(derive),
    filter: orNot(trees({ columns, by: groupable, ordered: true }).truth),
    dropMissing: fc.oneof(
      fc.constant(null),
      fc.constant(true as const),
      fc.subarray(Object.keys(columns), { minLength: 1, maxLength: 2 }),
    ),
    sort: sortBy(Object.keys(columns).filter((name) => !follows(name))),
    limit: fc.constantFrom(1, 7, 1000),
    groups: orNot(groupsOf(columns)),
  });
});
