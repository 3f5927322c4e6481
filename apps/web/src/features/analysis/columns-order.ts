import type { ColumnDescription, Dataset, DatasetColumn } from '@columnist/contract';

/** A figure that columns can be put in order by. */
export type SortFigure =
  | 'name'
  | 'missing'
  | 'distinct'
  | 'mean'
  | 'sd'
  | 'median'
  | 'min'
  | 'max'
  | 'iqr'
  | 'skewness'
  | 'kurtosis'
  | 'zeros';
export interface ColumnsOrder {
  readonly by: SortFigure;
  readonly descending: boolean;
}

export const sortFigures: readonly { readonly value: SortFigure; readonly label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'missing', label: 'Missing' },
  { value: 'distinct', label: 'Distinct' },
  { value: 'mean', label: 'Mean' },
  { value: 'sd', label: 'Standard deviation' },
  { value: 'median', label: 'Median' },
  { value: 'min', label: 'Smallest' },
  { value: 'max', label: 'Largest' },
  { value: 'iqr', label: 'Interquartile range' },
  { value: 'skewness', label: 'Skewness' },
  { value: 'kurtosis', label: 'Excess kurtosis' },
  { value: 'zeros', label: 'Zeros' },
];

/** As in the URL: 'mean', or '-mean' for the largest first; null is the order of the file. */
export function readOrder(text: string | null): ColumnsOrder | null {
  const by = sortFigures.find(({ value }) => value === text?.replace(/^-/, ''))?.value;
  return by === undefined ? null : { by, descending: text?.startsWith('-') === true };
}
export const writeOrder = (order: ColumnsOrder | null): string | null =>
  order === null ? null : `${order.descending ? '-' : ''}${order.by}`;

/**
 * What a click on a head asks for next: names from A and figures from the largest, then the other
 * way, then file order.
 */
export function nextOrder(current: ColumnsOrder | null, by: SortFigure): ColumnsOrder | null {
  const descending = by !== 'name';
  if (current?.by !== by) return { by, descending };
  return current.descending === descending ? { by, descending: !descending } : null;
}

/**
 * The columns in order; those that have no such figure come last, ties keep the order of the file.
 */
export function sortColumns(
  columns: Dataset['columns'],
  order: ColumnsOrder | null,
  described: ReadonlyMap<string, ColumnDescription>,
): Dataset['columns'] {
  if (order === null) return columns;
  const { by, descending } = order;
  const sign = descending ? -1 : 1;
  if (by === 'name') return columns.toSorted((a, b) => sign * a.name.localeCompare(b.name));
  const figures = new Map(
    columns.map((column) => [column, figureOf(column, by, described.get(column.name))]),
  );
  return columns.toSorted((a, b) => {
    const [x, y] = [figures.get(a) ?? null, figures.get(b) ?? null];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (x - y);
  });
}

function figureOf(
  column: DatasetColumn,
  by: Exclude<SortFigure, 'name'>,
  description: ColumnDescription | undefined,
): number | null {
  if (by === 'missing' || by === 'distinct') return column[by];
  if (description?.type !== 'number') return null;
  const figure = description[by];
  return figure === null ? null : Number(figure);
}
