import {
  AppError,
  callOverHttp,
  dataset,
  isImported,
  pageOf,
  wholeUpTo,
  type Call,
  type FilePart,
} from '@columnist/contract';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { refusalIn } from './refusal-in.ts';
import { datasetOf, sendResumably } from './send-resumably.ts';

export interface Server {
  readonly url: string;
  readonly apiKey: string;
}

const environment = z.object({
  url: z.url({ protocol: /^https?$/ }),
  apiKey: z.string().startsWith('col_'),
});

/** The server that is meant, from the option and the environment. Throws invalid_input. */
export function serverOf(
  stated: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Server {
  const found = environment.safeParse({
    url: stated ?? env['COLUMNIST_URL'],
    apiKey: env['COLUMNIST_API_KEY'],
  });
  if (found.success) return found.data;
  const missing = found.error.issues.some(({ path }) => path[0] === 'url')
    ? 'COLUMNIST_URL to the address of the server (or --server)'
    : 'COLUMNIST_API_KEY to your API key; it begins with col_';
  throw new AppError('invalid_input', 'A dataset on a server needs its address and a key.', {
    fix: `Set ${missing}.`,
  });
}

/** The id of a dataset by its name or id. Throws not_found with those that are near. */
export async function datasetIdOf(call: Call, named: string): Promise<string> {
  if (z.uuid().safeParse(named).success) return named;
  const { items } = pageOf(dataset).parse(await call('datasets.list', { q: named, limit: 100 }));
  const same = items.filter(({ name }) => name === named);
  const [only] = same.length > 0 ? same : items;
  if (only !== undefined && (same.length === 1 || items.length === 1)) return only.id;
  throw new AppError(
    'not_found',
    only === undefined
      ? `There is no dataset '${named}'.`
      : `${items.length} datasets match '${named}'.`,
    {
      suggestions: items.map(({ name }) => `@${name}`),
      fix: 'columnist list shows the datasets with their ids; write @id.',
    },
  );
}

export const callServer = (server: Server): Call => callOverHttp(server);

/**
 * Uploads a file as a new dataset, or imports one table of it where it is no CSV file. Throws what
 * the server answers.
 */
export async function uploadFile(
  { url, apiKey }: Server,
  path: string,
  part: FilePart = {},
): Promise<unknown> {
  if ((await stat(path)).size > wholeUpTo)
    return datasetOf({ url, apiKey }, await sendResumably({ url, apiKey }, path), part);
  const form = new FormData();
  form.set('file', await openAsBlob(path), basename(path));
  const isOther = isImported(path) || part.table !== undefined || part.range !== undefined;
  const to = new URL(isOther ? '/api/v1/imports' : '/api/v1/datasets', url);
  if (part.table !== undefined) to.searchParams.set('table', part.table);
  if (part.range !== undefined) to.searchParams.set('range', part.range);
  const response = await fetch(to, {
    method: 'POST',
    headers: { 'API-Key': apiKey, Accept: 'application/json' },
    body: form,
    redirect: 'manual',
  });
  if (!response.ok) throw await refusalIn(response);
  return response.json();
}
