import {
  AppError,
  parseExpression,
  toCondition,
  type Condition,
  type Expression,
  type Filter,
  type View,
} from '@columnist/contract';
import { tooFew } from './refusals.ts';

const conditionsAtMost = 20;

const refused = (): AppError =>
  new AppError(
    'forbidden',
    'A credential that may not read rows chooses rows by conditions that compare one ' +
      'column with values, joined by and, or and not.',
    {
      fix: "Leave out clean, impute, derive and sample, and write the filter like: department = 'Sales' and age >= 30.",
    },
  );

/** What is asked of the rows of a table before some of them are chosen. */
export interface Conditions {
  /** The whole condition; null for all rows. */
  readonly whole: Filter | null;
  /** The largest parts of it that are about a single column each. */
  readonly parts: readonly { readonly column: string; readonly filter: Filter }[];
  /** Whether a row must meet all of these parts. */
  readonly areAllMet: boolean;
}

/**
 * The filter of a view; null where it keeps all rows. Throws forbidden where a view does more than
 * that: a formula could single out a row.
 */
export function filterOf(view: View | undefined): Filter | null {
  if (view === undefined) return null;
  const { filter, drop_missing: dropped, sort: _sort, ...rest } = view;
  if (Object.values(rest).some((part) => part !== undefined) || dropped === true) throw refused();
  const whole: Filter[] = [
    ...(filter === undefined
      ? []
      : [typeof filter === 'string' ? asFilter(parseExpression(filter)) : filter]),
    ...(dropped ?? []).map((column): Filter => ({ column, op: 'is_present' })),
  ];
  const [first, ...more] = whole;
  if (first === undefined) return null;
  const found = more.length === 0 ? first : { and: whole };
  if (partsOf(found).length > 2 * conditionsAtMost)
    throw new AppError(
      'too_complex',
      `A credential that may not read rows joins at most ${conditionsAtMost} conditions.`,
    );
  return found;
}

/** The comparisons of a filter. */
export const comparisonsOf = (filter: Filter): Condition[] =>
  partsOf(filter).flatMap((part) => ('op' in part ? part : []));

/**
 * A filter without the conditions that hold for every row, those on one column put together. Throws
 * too_few_rows where it keeps no row whatever the rows are.
 */
export function conditionsOf(
  filter: Filter | null,
  holdsForAll: (condition: Condition) => boolean,
): Conditions {
  const whole = filter === null ? true : simplified(filter, holdsForAll);
  if (whole === false) throw tooFew();
  if (whole === true) return { whole: null, parts: [], areAllMet: true };
  const parts = ofOneColumn(whole);
  const areAllMet =
    parts.length === 1 || ('and' in whole && whole.and.every((part) => columnOf(part) !== null));
  return { whole, parts, areAllMet };
}

function simplified(
  filter: Filter,
  holdsForAll: (condition: Condition) => boolean,
): Filter | boolean {
  if ('op' in filter) return holdsForAll(filter) ? true : filter;
  if ('not' in filter) {
    const inner = simplified(filter.not, holdsForAll);
    return typeof inner === 'boolean' ? !inner : { not: inner };
  }
  const [parts, decides, join] =
    'and' in filter
      ? ([filter.and, false, (and: Filter[]): Filter => ({ and })] as const)
      : ([filter.or, true, (or: Filter[]): Filter => ({ or })] as const);
  const left: Filter[] = [];
  for (const part of parts.map((one) => simplified(one, holdsForAll))) {
    if (part === decides) return decides;
    if (typeof part !== 'boolean') left.push(part);
  }
  const joined = (some: readonly Filter[]): Filter[] =>
    some.length < 2 ? [...some] : [join([...some])];
  const grouped = [...Map.groupBy(left, columnOf)].flatMap(([column, some]) =>
    column === null ? some : joined(some),
  );
  return joined(grouped)[0] ?? !decides;
}

/** The one column that a filter is about; null where there are several. */
function columnOf(filter: Filter): string | null {
  const [first, ...rest] = new Set(comparisonsOf(filter).map(({ column }) => column));
  return first === undefined || rest.length > 0 ? null : first;
}

function ofOneColumn(filter: Filter): Conditions['parts'] {
  const column = columnOf(filter);
  if (column !== null) return [{ column, filter }];
  if ('and' in filter) return filter.and.flatMap(ofOneColumn);
  if ('or' in filter) return filter.or.flatMap(ofOneColumn);
  return 'not' in filter ? ofOneColumn(filter.not) : [];
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
