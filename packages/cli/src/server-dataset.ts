import {
  AppError,
  callOverHttp,
  dataset,
  isImported,
  nearestNames,
  pageOf,
  plainName,
  wholeUpTo,
  type Call,
  type Reading,
} from '@columnist/contract';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { didYouMean } from './read-command.ts';
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
  const address = stated ?? env['COLUMNIST_URL'] ?? '';
  const isWrong = found.error.issues.some(({ path }) => path[0] === 'url') && address !== '';
  if (isWrong)
    throw new AppError('invalid_input', `'${address}' is no address of a server.`, {
      fix: z.url().safeParse(`http://${address}`).success
        ? `Begin it with http:// or https://, as in http://${address}.`
        : 'Write it as in https://columnist.example.',
    });
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
  const listed = async (q?: string): Promise<{ id: string; name: string }[]> =>
    pageOf(dataset.pick({ id: true, name: true })).parse(
      await call('datasets.list', { ...(q === undefined ? {} : { q }), limit: 100 }),
    ).items;
  // A part of a name may be one of another dataset tomorrow.
  const holding = await listed(named);
  const exact = holding.filter(({ name }) => name === named);
  const same =
    exact.length > 0 ? exact : holding.filter(({ name }) => plainName(name) === plainName(named));
  const [only] = same;
  if (only !== undefined && same.length === 1) return only.id;
  const list = 'columnist list shows the datasets with their ids; write @id.';
  if (only !== undefined)
    throw new AppError('not_found', `${same.length} datasets have the name '${named}'.`, {
      suggestions: same.map(({ id }) => `@${id}`),
      fix: list,
    });
  const near =
    holding.length > 0
      ? holding.slice(0, 3).map(({ name }) => name)
      : nearestNames(
          named,
          (await listed()).map(({ name }) => name),
        );
  const suggestions = near.map((name) => `@${name}`);
  throw new AppError('not_found', `There is no dataset '${named}'.`, {
    suggestions,
    fix: `${didYouMean(suggestions)}${list}`,
  });
}

export const callServer = (server: Server): Call => callOverHttp(server);

/**
 * Uploads a file under a name as a new dataset, or imports one table of it where it is no CSV file;
 * what is stated of how it is written goes along. Throws what the server answers.
 */
export async function uploadFile(
  { url, apiKey }: Server,
  { source, filename }: { readonly source: string; readonly filename: string },
  { part: { format: _format, ...part } = {}, ...written }: Reading = {},
): Promise<unknown> {
  const stated = { ...written, ...part };
  const { size } = await stat(source);
  if (size > wholeUpTo) {
    const upload = await sendResumably({ url, apiKey }, source, filename);
    return datasetOf({ url, apiKey }, upload, stated);
  }
  const form = new FormData();
  form.set('file', await openAsBlob(source), filename);
  const isOther = isImported(filename) || Object.keys(part).length > 0;
  const to = new URL(isOther ? '/api/v1/imports' : '/api/v1/datasets', url);
  for (const [name, value] of Object.entries(stated))
    if (value !== undefined)
      to.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const response = await fetch(to, {
    method: 'POST',
    headers: { 'API-Key': apiKey, Accept: 'application/json' },
    body: form,
    redirect: 'manual',
  });
  if (!response.ok) throw await refusalIn(response);
  return response.json();
}
