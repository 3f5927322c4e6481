import {
  fromFilter,
  parseExpression,
  readFirstRows,
  sayExpression,
  toCondition,
  view as viewSchema,
  type Cell,
  type Condition,
  type DatasetColumn,
  type Expression,
  type View,
} from '@columnist/contract';

/** One thing that must hold of every row: a condition on a column, or any other expression. */
export type FilterPart = Condition | { readonly expression: string };

/** The view in the URL; what is no view means all rows. */
export function readView(written: string | null): View {
  const parsed = viewSchema.safeParse(json(written));
  return parsed.success ? withoutEmpty(parsed.data) : {};
}

function json(text: string | null): unknown {
  try {
    return text === null ? {} : JSON.parse(text);
  } catch {
    return {};
  }
}

/** null where all rows in the order of the file are meant. */
export const writeView = (view: View): string | null =>
  Object.keys(withoutEmpty(view)).length === 0 ? null : JSON.stringify(withoutEmpty(view));

export const withoutEmpty = (view: View): View =>
  Object.fromEntries(
    Object.entries(view).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );

/** What the filter asks for, all of which must hold. */
export function partsOf(filter: View['filter']): FilterPart[] {
  if (filter === undefined) return [];
  if (typeof filter !== 'string')
    return ('and' in filter ? filter.and : [filter]).map((part) =>
      'op' in part ? part : { expression: sayExpression(fromFilter(part)) },
    );
  try {
    return partsOfExpression(parseExpression(filter));
  } catch {
    return [{ expression: filter }];
  }
}

export function partsOfExpression(expression: Expression): FilterPart[] {
  if (expression.kind === 'call' && expression.name === 'and')
    return expression.args.flatMap(partsOfExpression);
  return [toCondition(expression) ?? { expression: sayExpression(expression) }];
}

/** The filter that asks for all of the parts: conditions where they say it, else an expression. */
export function filterOf(
  parts: readonly FilterPart[],
  columns: readonly DatasetColumn[],
): View['filter'] {
  const conditions = parts.filter((part): part is Condition => 'op' in part);
  if (conditions.length === parts.length)
    return parts.length === 0 ? undefined : { and: conditions };
  return parts.map((part) => `(${textOf(part, columns)})`).join(' and ');
}

/** A view with the steps of another after its own; both filters must hold. */
export function withStep(
  before: View,
  step: View,
  { columns }: { readonly columns: readonly DatasetColumn[] },
): View {
  const parts = [...partsOf(before.filter), ...partsOf(step.filter)];
  return withoutEmpty({
    ...before,
    clean: [...(before.clean ?? []), ...(step.clean ?? [])],
    derive: [...(before.derive ?? []), ...(step.derive ?? [])],
    filter: filterOf(parts, columns),
  });
}

/** A part as people type it. */
export function textOf(part: FilterPart, columns: readonly DatasetColumn[]): string {
  return 'op' in part
    ? sayExpression(
        fromFilter(
          part,
          new Set(columns.flatMap(({ name, type }) => (type === 'number' ? [name] : []))),
        ),
      )
    : part.expression;
}

/** A part as people read it. */
export function sayPart(part: FilterPart): string {
  if ('op' in part) return sayCondition(part);
  try {
    const columns = readFirstRows(parseExpression(part.expression));
    return columns === null ? part.expression : `the first row of each ${columns.join(' and ')}`;
  } catch {
    return part.expression;
  }
}

const signs = { eq: '=', ne: '≠', lt: '<', le: '≤', gt: '>', ge: '≥' } as const;

/** A condition as people write it. */
function sayCondition(condition: Condition): string {
  const { column } = condition;
  const said = (value: Cell) =>
    typeof value === 'string' && !/^-?\d+\.\d{10,}$/.test(value)
      ? `“${value}”`
      : String(value).replace('-', '\u2212');
  switch (condition.op) {
    case 'is_missing':
      return `${column} is missing`;
    case 'is_present':
      return `${column} is present`;
    case 'between':
      return `${column} from ${said(condition.low)} to ${said(condition.high)}`;
    case 'in':
    case 'not_in':
      return `${column} ${condition.op === 'in' ? 'is one of' : 'is none of'} ${condition.values.map(said).join(', ')}`;
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return `${column} ${condition.op.replace('_', ' ')} ${said(condition.value)}`;
    default:
      return `${column} ${signs[condition.op]} ${said(condition.value)}`;
  }
}

/**
 * The conditions that a run of bars of a column's picture represents, exactly the rows it counts: a
 * bar starts at its
 * lower edge and ends before its upper one; the outermost are open, as they count clipped tails
 * too. Empty where the
 * picture shows no values (lengths of texts).
 */
export function conditionsOfBars(
  { name: column, type, picture }: DatasetColumn,
  first: number,
  last: number,
): Condition[] {
  if (picture === null || picture.kind === 'text') return [];
  const { labels, edges, counts, rest } = picture;
  if (labels !== null) {
    const read = (label: string) =>
      type === 'boolean' ? label === 'true' : type === 'number' ? Number(label) : label;
    const chosen = labels.slice(first, last + 1);
    if (rest && last === labels.length)
      return [
        without(
          column,
          labels.filter((label) => !chosen.includes(label)),
        ),
      ];
    const [only] = chosen;
    if (only === undefined) return [];
    return chosen.length === 1
      ? [{ column, op: 'eq', value: read(only) }]
      : [{ column, op: 'in', values: chosen.map(read) }];
  }
  const low = edges?.[first] ?? null;
  const high = edges?.[last + 1] ?? null;
  if (low === null || high === null) return [];
  const from: Condition[] = first === 0 ? [] : [{ column, op: 'ge', value: low }];
  const to: Condition[] = last === counts.length - 1 ? [] : [{ column, op: 'lt', value: high }];
  return from.length + to.length === 0 ? [{ column, op: 'is_present' }] : [...from, ...to];
}

const without = (column: string, values: string[]): Condition =>
  values.length === 0 ? { column, op: 'is_present' } : { column, op: 'not_in', values };

/**
 * Bars chosen in a picture: they take the place of the column's other conditions; chosen again,
 * they go.
 */
export function toggleBars(
  parts: readonly FilterPart[],
  column: DatasetColumn,
  first: number,
  last: number,
): readonly FilterPart[] {
  const chosen = conditionsOfBars(column, first, last);
  if (chosen.length === 0) return parts;
  const others = parts.filter((part) => !('op' in part) || part.column !== column.name);
  const before = parts.filter((part) => 'op' in part && part.column === column.name);
  return JSON.stringify(before) === JSON.stringify(chosen) ? others : [...others, ...chosen];
}
