import { view as viewSchema, type Condition, type Dataset, type DatasetColumn, type View } from '@columnist/contract';

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
  const parts = filter === undefined ? [] : 'and' in filter ? filter.and : [filter];
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
  const said = (value: unknown) => (typeof value === 'string' ? `“${value}”` : String(value));
  switch (condition.op) {
    case 'is_missing':
      return `${condition.column} is missing`;
    case 'is_present':
      return `${condition.column} is present`;
    case 'between':
      return `${condition.column} from ${said(condition.low)} to ${said(condition.high)}`;
    case 'in':
    case 'not_in':
      return `${condition.column} ${condition.op === 'in' ? 'is one of' : 'is none of'} ${condition.values.map(said).join(', ')}`;
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return `${condition.column} ${condition.op.replace('_', ' ')} ${said(condition.value)}`;
    default:
      return `${condition.column} ${signs[condition.op]} ${said(condition.value)}`;
  }
}

/** The condition that a bar of a column's picture stands for; null where it stands for none. */
export function conditionOfBar({ name, type, picture }: DatasetColumn, bar: number): Condition | null {
  if (picture === null) return null;
  const label = picture.labels?.[bar];
  if (label !== undefined) {
    if (type === 'boolean') return { column: name, op: 'eq', value: label === 'true' };
    return { column: name, op: 'eq', value: type === 'number' ? Number(label) : label };
  }
  if (picture.kind === 'text') return null;
  const low = picture.edges?.[bar];
  const high = picture.edges?.[bar + 1];
  if (low === undefined || high === undefined || low === null || high === null) return null;
  return { column: name, op: 'between', low, high };
}
