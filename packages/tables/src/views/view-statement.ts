import type {
  CleaningStep,
  CorrectedCell,
  DeletedRow,
  Expression,
  ExpressionJson,
  Filter,
  Typed,
  ValueType,
  View,
} from '@columnist/contract';

export interface NamedExpression {
  readonly name: string;
  readonly expression: Typed;
}

/** What the values of each column are when a part of a view has its turn. */
export type ColumnTypes = ReadonlyMap<string, ValueType>;

export interface OrderKey {
  readonly column: string;
  readonly descending: boolean;
  /** The values in their order, where that is not the order of the texts. */
  readonly labels?: readonly string[];
}

/** A view whose derived columns may also be expressions that were read already. */
export type ReadableView = Omit<View, 'derive'> & {
  readonly derive?:
    | readonly {
        readonly name: string;
        readonly expression: string | ExpressionJson | Expression;
      }[]
    | undefined;
};

/**
 * One part of a view, checked against the columns that there are when its turn comes. `order` is
 * that in which functions look
 * at the rows before a row; none is the order of the file.
 */
export type ViewStatement =
  | {
      readonly kind: 'set';
      readonly said: string;
      readonly part: 'clean' | 'fill' | 'split' | 'derive' | 'hidden';
      readonly columns: readonly NamedExpression[];
      readonly order: readonly OrderKey[];
      /** Of a step that exchanges single values. */
      readonly recode?: Extract<CleaningStep, { step: 'recode' }>;
    }
  | {
      readonly kind: 'keep';
      readonly said: string;
      readonly part: 'clean' | 'filter';
      readonly condition: Typed;
      readonly order: readonly OrderKey[];
    }
  | {
      readonly kind: 'keep where';
      readonly said: string;
      readonly filter: Filter;
      readonly condition: () => Typed;
    }
  | { readonly kind: 'unique'; readonly said: string; readonly columns: readonly string[] }
  | {
      readonly kind: 'correct';
      readonly said: string;
      readonly cells: readonly CorrectedCell[];
      readonly types: ColumnTypes;
    }
  | {
      readonly kind: 'delete';
      readonly said: string;
      readonly rows: readonly DeletedRow[];
      readonly types: ColumnTypes;
    }
  | {
      readonly kind: 'rename';
      readonly said: string;
      readonly columns: readonly { readonly from: string; readonly to: string }[];
    }
  | { readonly kind: 'present'; readonly said: string; readonly columns: readonly string[] }
  | { readonly kind: 'sample'; readonly said: string; readonly n: number; readonly seed: number }
  | { readonly kind: 'sort'; readonly said: string; readonly keys: readonly OrderKey[] }
  | { readonly kind: 'columns'; readonly names: readonly string[] };
