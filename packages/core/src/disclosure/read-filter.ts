import {
  AppError,
  parseExpression,
  toCondition,
  type Expression,
  type Filter,
  type View,
} from '@columnist/contract';

const conditionsAtMost = 20;

const refused = (): AppError =>
  new AppError(
    'forbidden',
    'A credential that may not read rows chooses rows by conditions that compare one ' +
      'column with values, joined by and, or and not.',
    {
      fix: "Leave out clean, impute, derive and sample, and write the filter like: department = 'Sales' and age > 30.",
    },
  );

/**
 * Every condition of a view, parts before what joins them: the last one chooses its rows; empty
 * where it keeps all. Throws forbidden
 * where a view does more than that: a formula could single out a row.
 */
export function conditionsOf(view: View | undefined): Filter[] {
  if (view === undefined) return [];
  const { filter, drop_missing: dropped, sort: _sort, ...rest } = view;
  if (Object.values(rest).some((part) => part !== undefined) || dropped === true) throw refused();
  const whole: Filter[] = [
    ...(filter === undefined
      ? []
      : [typeof filter === 'string' ? asFilter(parseExpression(filter)) : filter]),
    ...(dropped ?? []).map((column): Filter => ({ column, op: 'is_present' })),
  ];
  const [first, ...more] = whole;
  if (first === undefined) return [];
  const parts = partsOf(more.length === 0 ? first : { and: whole });
  if (parts.length > 2 * conditionsAtMost)
    throw new AppError(
      'too_complex',
      `A credential that may not read rows joins at most ${conditionsAtMost} conditions.`,
    );
  return parts;
}

/** An expression as a filter of conditions on one column each. */
function asFilter(expression: Expression): Filter {
  if (expression.kind !== 'call') throw refused();
  if (expression.name === 'and' || expression.name === 'or') {
    const parts = expression.args.map(asFilter);
    return expression.name === 'and' ? { and: parts } : { or: parts };
  }
  const [inner] = expression.args;
  if (expression.name === 'not' && inner !== undefined) return { not: asFilter(inner) };
  const condition = toCondition(expression);
  if (condition === null) throw refused();
  return condition;
}

function partsOf(filter: Filter): Filter[] {
  if ('and' in filter) return [...filter.and.flatMap(partsOf), filter];
  if ('or' in filter) return [...filter.or.flatMap(partsOf), filter];
  if ('not' in filter) return [...partsOf(filter.not), filter];
  return [filter];
}
