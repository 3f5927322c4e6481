import type { Dataset } from '@columnist/contract';

/** A name as a statement writes it: in double quotes where it is no plain word. */
export const plainName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** A dataset by its name without .csv, which the server knows it by too. */
export const tableName = (name: string): string => plainName(name.replace(/\.csv$/i, ''));

type Named = Pick<Dataset, 'id' | 'name'>;

/** What the server takes for one name: without .csv, in any case. */
const keyOf = ({ name }: Named): string => name.replace(/\.csv$/i, '').toLowerCase();

/** Datasets whose name another one has too, so that a statement must name them by their id. */
export function namesakesIn(datasets: readonly Named[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const one of datasets) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return new Set(datasets.filter((one) => (counts.get(keyOf(one)) ?? 0) > 1).map(({ id }) => id));
}

/** A dataset as a statement names it among the others. */
export const namedIn = ({ id, name }: Named, namesakes: ReadonlySet<string>): string =>
  namesakes.has(id) ? plainName(id) : tableName(name);
