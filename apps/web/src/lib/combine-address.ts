import type { Dataset } from '@columnist/contract';

type Shaped = Pick<Dataset, 'id' | 'columns'>;

const formOf = ({ columns }: Shaped): string =>
  JSON.stringify(columns.map(({ name }) => name).sort());

/** Datasets by their form: those whose columns have the same names, in any order. */
export const byForm = <One extends Shaped>(datasets: readonly One[]): One[][] => [
  ...Map.groupBy(datasets, formOf).values(),
];

/** The page that combines datasets: those of one form are appended, others joined. */
export function combineAddress(datasets: readonly Shaped[]): string {
  if (datasets.length === 0) return '/combine';
  const kind =
    datasets.length < 3 ? '' : byForm(datasets).length === 1 ? 'kind=append&' : 'kind=join&';
  return `/combine?${kind}of=${datasets.map(({ id }) => id).join(',')}`;
}

/** The page where datasets of one form are put below one another. */
export const appendAddress = (datasets: readonly Pick<Dataset, 'id'>[]): string =>
  `/combine?kind=append&of=${datasets.map(({ id }) => id).join(',')}`;
