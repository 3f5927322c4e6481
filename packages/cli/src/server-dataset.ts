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
  type FilePart,
} from '@columnist/contract';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { didYouMean } from './read-command.ts';
import { refusalIn } from './refusal-in.ts';
import { datasetOf, sendResumably } from './send-resumably.ts';
import { noFile } from './whole-file.ts';

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
 * Uploads a file as a new dataset, or imports one table of it where it is no CSV file. Throws what
 * the server answers.
 */
export async function uploadFile(
  { url, apiKey }: Server,
  path: string,
  part: FilePart = {},
): Promise<unknown> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw noFile(path, 'Name a file on this machine.');
  if (found.size > wholeUpTo)
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
