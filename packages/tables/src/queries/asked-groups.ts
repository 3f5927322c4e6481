import {
  AppError,
  findColumn,
  looksOverRows,
  nearestNames,
  parseExpression,
  type Expression,
  type FunctionName,
} from '@columnist/contract';
import type { TableRef } from '../table/table-ref.ts';
import { readDerived } from '../views/read-expressions.ts';
import { viewColumns } from '../views/view-columns.ts';
import type { ReadableView } from '../views/view-statement.ts';
import {
  columnsIn,
  columnsOfText,
  findIdleBy,
  hasCall,
  withinGroups,
} from './asked-expressions.ts';
import { labelOf, refuseOptions, type AggregateOptions } from './aggregate-options.ts';
import type { GroupAggregate } from './group-aggregate.ts';
import type { AggregateInput } from './inputs.ts';

/** What is asked of groups, with a name and a column for everything. */
export interface Asked {
  readonly groups: readonly { readonly name: string; readonly column: string }[];
  readonly aggregates: readonly {
    readonly name: string;
    readonly column: string | null;
    readonly statistic: GroupAggregate['statistic'];
    readonly options: AggregateOptions;
    /** The other column of two. */
    readonly other: string | null;
    readonly weights: string | null;
  }[];
  /** The view with a column for every expression asked for. */
  readonly view: ReadableView | undefined;
  /** Aggregates whose expressions look over rows. */
  readonly overRows: boolean;
  /** Whether a statistic is asked of an expression. */
  readonly ofExpressions: boolean;
  /** A `by:` of functions in aggregates that names nothing but groups, and so changes nothing. */
  readonly idleBy: readonly string[] | null;
  /** Whether a group is, or is a derived column that is, made of the number of a weekday. */
  readonly byWeekday: boolean;
  /** The same of the number of a week, where no group says its year by ISO 8601. */
  readonly byWeek: boolean;
  /** Whether the expression of a group reads moments, but for those on the clock of a place. */
  readonly byMoments: boolean;
}

function invalid(message: string, field: string, fix: string): AppError {
  return new AppError('invalid_input', message, { errors: [{ field, message: fix }], fix });
}

/** Names for everything; expressions become derived columns of the view. */
export function readAsked(
  table: TableRef,
  { group_by, aggregates, view, across }: AggregateInput,
): Asked {
  const columns = viewColumns(table.columns, view);
  const known = new Set(columns.map(({ name }) => name));
  const derive: { name: string; expression: Expression }[] = [];
  let overRows = false;
  let idleBy: readonly string[] | null = null;
  /** Columns that an expression may name: an aggregate may also name the groups. */
  const readable = new Set(known);
  const columnFor = (text: string, name: string, keys: readonly string[]): string => {
    if (readable.has(text)) return text;
    // Words alone are a name: the error then knows the nearest ones.
    if (/^[\p{L}\p{N}_ .]+$/u.test(text) && !isCondition(text, readable))
      findColumn(
        [...readable].map((one) => ({ name: one })),
        text,
      );
    const written = parseExpression(text);
    overRows ||= hasCall(written, looksOverRows);
    if (keys.length > 0) idleBy ??= findIdleBy(written, keys);
    if (!derive.some((one) => one.name === name))
      derive.push({ name, expression: withinGroups(written, keys) });
    return name;
  };
  const freeColumn = (name: string): string => (known.has(name) ? `group: ${name}` : name);
  const groups = group_by.map((group) =>
    typeof group === 'string'
      ? { name: group, column: columnFor(group, group, []) }
      : { name: group.name, column: columnFor(group.expression, freeColumn(group.name), []) },
  );
  for (const { name, column } of groups) if (name === column) readable.add(name);
  const keys = groups.map(({ column }) => column);
  const results = new Set(aggregates.map((one) => one.name ?? labelOf(one)));
  const taken = new Set([...groups, ...aggregates].flatMap(({ name }) => name ?? []));
  const asked = aggregates.map((aggregate, i) => {
    const { statistic, of, with: other, weights, name, ...options } = aggregate;
    refuseOptions(aggregate, `aggregates.${i}`);
    for (const [field, text] of Object.entries({ of, with: other, weights }))
      if (text !== undefined) refuseResults(text, readable, results, `aggregates.${i}.${field}`);
    return {
      name: name ?? freeName(labelOf(aggregate), taken),
      statistic,
      options,
      column: of === undefined ? null : columnFor(of, `aggregate: ${of}`, keys),
      other: other === undefined ? null : columnFor(other, `aggregate: ${other}`, keys),
      weights: weights === undefined ? null : columnFor(weights, `aggregate: ${weights}`, keys),
    };
  });
  const names = [...groups, ...asked].map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    throw invalid(
      `Two result columns are named '${twice}'.`,
      'aggregates',
      "Give one of them another 'name'.",
    );
  if (across !== undefined)
    requireGroup(
      across,
      groups.map(({ name }) => name),
    );
  // What is asked beside the columns of the view drops no rows of it.
  const dropped = view?.drop_missing === true ? { drop_missing: [...known] } : {};
  const isMadeOf = (name: FunctionName): boolean =>
    [...(view?.derive ?? []), ...derive].some(
      (one) =>
        keys.includes(one.name) && hasCall(readDerived(one.expression), (call) => call === name),
    );
  return {
    groups,
    aggregates: asked,
    overRows,
    ofExpressions: asked.some(({ column, other, weights }) =>
      [column, other, weights].some((name) => name !== null && !known.has(name)),
    ),
    idleBy,
    byWeekday: isMadeOf('weekday'),
    byWeek: isMadeOf('week') && !isMadeOf('isoyear'),
    byMoments: derive
      .filter(({ name }) => keys.includes(name))
      .flatMap(({ expression }) => columnsIn(expression, 'local_time'))
      .some((read) =>
        columns.some(({ name, storage }) => name === read && storage === 'TIMESTAMPTZ'),
      ),
    view:
      derive.length === 0
        ? view
        : { ...view, ...dropped, derive: [...(view?.derive ?? []), ...derive] },
  };
}

/** Throws invalid_input where an aggregate is to be of the result of an aggregate. */
function refuseResults(
  text: string,
  readable: ReadonlySet<string>,
  results: ReadonlySet<string>,
  field: string,
): void {
  const named = results.has(text) ? [text] : columnsOfText(text);
  const result = named.find((name) => results.has(name) && !readable.has(name));
  if (result === undefined) return;
  throw invalid(
    `'${result.slice(0, 100)}' is a result of this call, and aggregates are of the rows of a group.`,
    field,
    'Compare results in having or sort; run_sql looks from group to group, as sum(x) - lag(sum(x)) OVER (ORDER BY month) with GROUP BY month.',
  );
}

/** A name that nobody chose gives way to one that somebody did, as `count` to a column of that name. */
function freeName(label: string, taken: ReadonlySet<string>): string {
  let name = label;
  for (let i = 2; taken.has(name); i += 1) name = `${label}_${i}`;
  return name;
}

/** Throws unknown_column where no group has this name: it may well be a column of the table. */
function requireGroup(across: string, groups: readonly string[]): void {
  if (groups.includes(across)) return;
  const said =
    groups.length === 0
      ? 'and group_by names none'
      : `which are ${groups.map((name) => `'${name}'`).join(', ')}`;
  const fix = `Add '${across.slice(0, 100)}' to group_by, or name one that is there.`;
  throw new AppError(
    'unknown_column',
    `'${across.slice(0, 100)}' is not in group_by: across names one of the groups, ${said}.`,
    {
      column: across.slice(0, 100),
      suggestions: nearestNames(across, groups),
      errors: [{ field: 'across', message: fix }],
      fix,
    },
  );
}

/** Whether words say something about columns that are there, as `cabin is missing` does. */
function isCondition(text: string, known: ReadonlySet<string>): boolean {
  try {
    const written = parseExpression(text);
    return written.kind === 'call' && columnsIn(written).every((name) => known.has(name));
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
