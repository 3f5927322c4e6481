import {
  AppError,
  checkExpression,
  parseExpression,
  valueTypeOf,
  type DatasetColumn,
  type Expression,
  type ValueType,
} from '@columnist/contract';

/** What is wrong with a typed expression, and where. */
export interface Wrong {
  readonly message: string;
  readonly from: number;
  readonly to: number;
}

/** The expression that was typed, or what is wrong with it and where. */
export function checkTyped(
  text: string,
  columns: readonly DatasetColumn[],
  wanted: 'boolean' | 'any',
): { expression: Expression } | Wrong {
  try {
    const expression = parseExpression(text);
    const { type } = checkExpression(
      expression,
      columns.map((column): { name: string; type: ValueType } => ({
        name: column.name,
        type: valueTypeOf(column),
      })),
    );
    if (wanted === 'boolean' && type !== 'boolean')
      return {
        message:
          'A filter is true or false for each row: compare with a value, for example body_mass > 3.',
        from: 0,
        to: text.length,
      };
    return { expression };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { from = 1, to = text.length, fix } = error.details;
    return {
      message: [error.message, fix].filter((part) => part !== undefined).join(' '),
      from: from - 1,
      to,
    };
  }
}
