import {
  AppError,
  fromJson,
  parseExpression,
  sayExpression,
  type Expression,
  type ExpressionJson,
  type Typed,
} from '@columnist/contract';

/** The expression of a derived column, in whichever of its forms it was sent. */
export const readDerived = (expression: string | ExpressionJson | Expression): Expression => {
  if (typeof expression === 'string') return parseExpression(expression);
  return expression !== null && typeof expression === 'object' && 'kind' in expression
    ? expression
    : fromJson(expression);
};

/** A filter that was typed. Throws invalid_expression where it is neither true nor false. */
export function readCondition(
  text: string,
  check: (expression: Expression) => Typed,
): { said: string; condition: Typed } {
  const written = parseExpression(text);
  const condition = check(written);
  if (condition.type !== 'boolean')
    throw new AppError(
      'invalid_expression',
      'A filter is true or false for each row; this is not.',
      { fix: 'Compare with a value, for example: fare > 30.', from: 1, to: 1 },
    );
  return { said: sayExpression(written), condition };
}
