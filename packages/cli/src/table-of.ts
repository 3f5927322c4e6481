import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withLocalTable, type LocalTable } from './local-table.ts';
import { refuseUnused, type Command } from './read-command.ts';
import { readingOf } from './reading-options.ts';
import { refusalIn } from './refusal-in.ts';
import { callServer, datasetIdOf, serverOf, type Server } from './server-dataset.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Lets `work` ask the table of a file or, for @name, that of a dataset on a server, whose rows are
 * fetched with their types. Throws invalid_file, not_found and what the server answers.
 */
export async function withTableOf<Result>(
  named: string,
  options: Command['options'],
  { env, signal }: Pick<Surroundings, 'env' | 'signal'>,
  work: (local: LocalTable) => Promise<Result>,
): Promise<Result> {
  const isServer = named.startsWith('@');
  refuseUnused(isServer ? 'dataset' : 'file', named, options);
  if (!isServer) return withLocalTable(named, readingOf(options, named), signal, work);
  const server = serverOf(options['server']?.at(-1), env);
  const id = await datasetIdOf(callServer(server), named.slice(1));
  const folder = await mkdtemp(join(tmpdir(), 'columnist-'));
  try {
    const file = join(folder, 'rows.parquet');
    await fetchRows(server, id, file, signal);
    return await withLocalTable(file, readingOf({}, file), signal, work);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fetchRows(
  { url, apiKey }: Server,
  id: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(new URL(`/api/v1/datasets/${id}/export?format=parquet`, url), {
    headers: { 'API-Key': apiKey },
    redirect: 'manual',
    signal,
  });
  if (!response.ok || response.body === null) throw await refusalIn(response);
  await pipeline(Readable.fromWeb(response.body), createWriteStream(to), { signal });
}
