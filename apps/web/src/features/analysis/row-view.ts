import { view as viewSchema, type Cell, type Condition, type Dataset, type DatasetColumn, type View } from '@columnist/contract';

/** What the Rows tab asks for: conditions that all hold, and one order. Kept in the URL. */
export interface RowView {
  readonly conditions: readonly Condition[];
  readonly sort: { readonly column: string; readonly direction: 'ascending' | 'descending' } | null;
}

export function readRowView(query: URLSearchParams, dataset: Dataset): RowView {
  const known = (name: string) => dataset.columns.some((column) => column.name === name);
  const parsed = viewSchema.safeParse(json(query.get('view')));
  const view = parsed.success ? parsed.data : {};
  const { filter } = view;
  const parts = filter === undefined || typeof filter === 'string' ? [] : 'and' in filter ? filter.and : [filter];
  const conditions = parts.filter((part): part is Condition => 'op' in part && known(part.column));
  const [first] = view.sort ?? [];
  return { conditions, sort: first !== undefined && known(first.column) ? first : null };
}

function json(text: string | null): unknown {
  try {
    return text === null ? {} : JSON.parse(text);
  } catch {
    return {};
  }
}

/** As the server takes it; undefined where all rows in file order are meant. */
export function viewOf({ conditions, sort }: RowView): View | undefined {
  if (conditions.length === 0 && sort === null) return undefined;
  return {
    ...(conditions.length === 0 ? {} : { filter: { and: [...conditions] } }),
    ...(sort === null ? {} : { sort: [sort] }),
  };
}

const signs = { eq: '=', ne: '≠', lt: '<', le: '≤', gt: '>', ge: '≥' } as const;

/** A condition as people write it. */
export function sayCondition(condition: Condition): string {
  const { column } = condition;
  const said = (value: Cell) => (typeof value === 'string' ? `“${value}”` : String(value).replace('-', '\u2212'));
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
 * The conditions that a run of bars of a column's picture stands for, exactly the rows it counts: a bar starts at its
 * lower edge and ends before its upper one; the outermost are open, as they count clipped tails too. Empty where the
 * picture shows no values (lengths of texts).
 */
export function conditionsOfBars({ name: column, type, picture }: DatasetColumn, first: number, last: number): Condition[] {
  if (picture === null || picture.kind === 'text') return [];
  const { labels, edges, counts, rest } = picture;
  if (labels !== null) {
    const read = (label: string) => (type === 'boolean' ? label === 'true' : type === 'number' ? Number(label) : label);
    const chosen = labels.slice(first, last + 1);
    if (rest && last === labels.length) return [without(column, labels.filter((label) => !chosen.includes(label)))];
    const [only] = chosen;
    if (only === undefined) return [];
    return chosen.length === 1 ? [{ column, op: 'eq', value: read(only) }] : [{ column, op: 'in', values: chosen.map(read) }];
  }
  const low = edges?.[first] ?? null;
  const high = edges?.[last + 1] ?? null;
  if (low === null || high === null) return [];
  const from: Condition[] = first === 0 ? [] : [{ column, op: 'ge', value: low }];
  const to: Condition[] = last === counts.length - 1 ? [] : [{ column, op: 'lt', value: high }];
  return from.length + to.length === 0 ? [{ column, op: 'is_present' }] : [...from, ...to];
}

const without = (column: string, values: string[]): Condition => (values.length === 0 ? { column, op: 'is_present' } : { column, op: 'not_in', values });

/** Bars chosen in a picture: they take the place of the column's other conditions; chosen again, they go. */
export function toggleBars(conditions: readonly Condition[], column: DatasetColumn, first: number, last: number): readonly Condition[] {
  const chosen = conditionsOfBars(column, first, last);
  if (chosen.length === 0) return conditions;
  const others = conditions.filter((condition) => condition.column !== column.name);
  const before = conditions.filter((condition) => condition.column === column.name);
  return JSON.stringify(before) === JSON.stringify(chosen) ? others : [...others, ...chosen];
}
