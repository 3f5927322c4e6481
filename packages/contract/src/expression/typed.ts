import type { FunctionName, ValueType } from './functions.ts';
import type { Scope, Span } from './syntax.ts';

/** A column as expressions see it. */
export interface ExpressionColumn {
  readonly name: string;
  readonly type: ValueType;
}

export type OperatorName =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '^'
  | 'negative'
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'and'
  | 'or'
  | 'not'
  | 'in'
  | 'not in'
  | 'between'
  | 'is missing'
  | 'is present';

/**
 * An expression whose columns exist and whose types fit; what is compiled, evaluated and printed.
 */
export type Typed =
  | {
      readonly kind: 'literal';
      readonly type: ValueType;
      readonly value: string | boolean | null;
      readonly span: Span;
    }
  | {
      readonly kind: 'column';
      readonly type: ValueType;
      readonly name: string;
      readonly span: Span;
    }
  | {
      readonly kind: 'call';
      readonly type: ValueType;
      readonly name: OperatorName | FunctionName;
      readonly args: readonly Typed[];
      readonly by: readonly Typed[];
      readonly over?: Scope | undefined;
      readonly span: Span;
    };
