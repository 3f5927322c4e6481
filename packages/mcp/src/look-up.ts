import { datasetNamed, type Call } from '@columnist/contract';
import { z } from 'zod';
import { readAnswer } from './fit-answer.ts';

const datasets = z.object({
  items: z.array(
    z.object({ id: z.string(), name: z.string(), row_count: z.number(), column_count: z.number() }),
  ),
});
const columns = z.object({ columns: z.array(z.object({ name: z.string(), type: z.string() })) });
const mostOffered = 50;

/** Datasets whose name has these letters, or whose id begins so. */
export async function findDatasets(
  call: Call,
  text: string,
): Promise<z.output<typeof datasets>['items']> {
  const { items } = datasets.parse(
    await call('datasets.list', {
      limit: mostOffered,
      ...(text === '' || /^[0-9a-f]{4,}-?/i.test(text) ? {} : { q: text }),
    }),
  );
  return items.filter(
    ({ id, name }) =>
      text === '' ||
      id.startsWith(text.toLowerCase()) ||
      name.toLowerCase().includes(text.toLowerCase()),
  );
}

/** Most that one call lists. */
const mostListed = 200;

/**
 * The id of a dataset by its id or its exact name, with or without .csv. Throws not_found with the
 * nearest names, conflict where several have the name.
 */
export async function findDatasetId(
  call: Call,
  named: string,
  signal: AbortSignal,
): Promise<string> {
  if (z.uuid().safeParse(named).success) return named;
  const list = async (input: object): Promise<z.output<typeof datasets>['items']> =>
    datasets.parse(await call('datasets.list', { ...input, limit: mostListed }, signal)).items;
  const like = await list({ q: named.replace(/\.csv$/i, '').slice(0, 100) });
  return datasetNamed(named, like.length > 0 ? like : await list({})).id;
}

/** Columns of a dataset, by its id or name, whose name begins so; none where it is not there. */
export async function findColumns(
  call: Call,
  named: string | undefined,
  text: string,
): Promise<string[]> {
  if (named === undefined) return [];
  const get = async () =>
    call('datasets.get', { id: await findDatasetId(call, named, new AbortController().signal) });
  const found = columns.safeParse(readAnswer(await get().catch(() => null)));
  return found.success
    ? found.data.columns
        .map(({ name }) => name)
        .filter((name) => name.toLowerCase().startsWith(text.toLowerCase()))
        .slice(0, mostOffered)
    : [];
}
