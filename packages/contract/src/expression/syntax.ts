/** Where a part of an expression is: offsets of its characters, the second one excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** An expression as it was written. Operators are calls too: `a + b` is `+` of two arguments. */
export type Expression =
  | { readonly kind: 'number'; readonly text: string; readonly span: Span }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Whether it was in double quotes, in which SQL writes the names of columns. */
      readonly inDoubleQuotes?: true;
      readonly span: Span;
    }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly span: Span }
  | { readonly kind: 'missing'; readonly span: Span }
  | { readonly kind: 'column'; readonly name: string; readonly span: Span }
  | { readonly kind: 'list'; readonly items: readonly Expression[]; readonly span: Span }
  | CallExpression;

export interface CallExpression {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Expression[];
  /** What is after `by:`. */
  readonly by: readonly Expression[];
  /** What is after `over:`; nothing means the rows in use, of the current group. */
  readonly over?: Scope | undefined;
  readonly span: Span;
}

/**
 * Which rows a function over rows looks at where it is written: `view`, the rows in use, of all
 * groups; `all`, every row after
 * cleaning and filling, before anything is filtered, in the order of the file.
 */
export const scopes = ['all', 'view'] as const;
export type Scope = (typeof scopes)[number];

export const limits = { characters: 5000, depth: 32, nodes: 500 };
