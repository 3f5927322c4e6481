import type { GroupStatistic } from '@columnist/contract';

/**
 * Views whose expressions are trees that each language writes for itself: what they mean is written
 * down once for pandas and once for dplyr, and by neither with our own code.
 */
export type Type = 'number' | 'text' | 'truth';
export type Node =
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[] }
  | { readonly kind: 'bin'; readonly x: Node; readonly bounds: readonly number[] }
  | {
      readonly kind: 'over';
      readonly name: string;
      readonly x: Node;
      readonly by: readonly string[];
      readonly scope: 'rows' | 'all';
      /** Of previous and next; the row beside it where nothing says so. */
      readonly distance?: number;
    };

export interface Derived {
  readonly name: string;
  readonly type: Type;
  readonly tree: Node;
}
export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}
export interface Aggregate {
  readonly name: string;
  readonly statistic: GroupStatistic;
  readonly of: Node | null;
  readonly p?: number;
}
/** A view, and the rows or the groups that are asked of it. */
export interface RandomView {
  readonly fill: { readonly column: string; readonly by: readonly string[] } | null;
  readonly derive: readonly Derived[];
  readonly filter: Node | null;
  readonly dropMissing: readonly string[] | true | null;
  readonly sort: readonly SortKey[];
  readonly limit: number;
  readonly groups: {
    readonly keys: readonly { readonly name: string; readonly tree: Node }[];
    readonly aggregates: readonly Aggregate[];
    readonly having: Node | null;
    readonly sort: readonly SortKey[];
  } | null;
}

/** Functions whose value depends on the order of rows. */
export const ordered: ReadonlySet<string> = new Set([
  'previous',
  'next',
  'cumulative_sum',
  'last_present',
  'row_number',
]);

/** Whether a tree has such a part. */
export function has(tree: Node, test: (node: Node) => boolean): boolean {
  if (test(tree)) return true;
  if (tree.kind === 'call') return tree.args.some((arg) => has(arg, test));
  return (tree.kind === 'over' || tree.kind === 'bin') && has(tree.x, test);
}

/** A tree in the language of Columnist. */
export function written(tree: Node): string {
  switch (tree.kind) {
    case 'column':
      return tree.name;
    case 'value':
      return typeof tree.value === 'string' ? `'${tree.value}'` : String(tree.value ?? 'missing');
    case 'bin':
      return `bin(${written(tree.x)}, [${tree.bounds.join(', ')}])`;
    case 'over':
      return `${tree.name}(${[
        ...(tree.name === 'row_number' ? [] : [written(tree.x)]),
        ...(tree.distance === undefined ? [] : [String(tree.distance)]),
        ...(tree.by.length === 0 ? [] : [`by: [${tree.by.join(', ')}]`]),
        ...(tree.scope === 'all' ? ['over: all'] : []),
      ].join(', ')})`;
    case 'call': {
      const args = tree.args.map(written);
      if (tree.name === 'not') return `(not ${args.join('')})`;
      if (tree.name === 'is missing') return `(${args.join('')} is missing)`;
      return /^\w{3,}|^if$/.test(tree.name) && tree.name !== 'and'
        ? `${tree.name}(${args.join(', ')})`
        : `(${args.join(` ${tree.name} `)})`;
    }
  }
}
