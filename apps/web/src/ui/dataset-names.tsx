import { plural } from '../lib/formats.ts';
import { trpc } from '../lib/trpc.ts';

const named = 3;

/** The datasets that a key or an agent may use, the first by their names. */
export function DatasetNames({ ids }: { readonly ids: readonly string[] }) {
  const datasets = trpc.datasets.list.useQuery({ limit: 200 });
  if (datasets.data === undefined) return plural(ids.length, 'dataset');
  const names = datasets.data.items.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const shown = names.slice(0, named);
  // Of a deleted dataset, or beyond the list, only the number is known.
  const others = ids.length - shown.length;
  if (shown.length === 0) return plural(ids.length, 'dataset');
  return `${shown.join(', ')}${others === 0 ? '' : ` and ${plural(others, 'other')}`}`;
}
