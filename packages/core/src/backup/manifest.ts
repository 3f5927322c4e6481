import type { EntityManager } from '@mikro-orm/sql';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * What a backup folder holds: a file of JSON lines a table, the files of the datasets, and the
 * checksum of each. Written last: a folder without it is no backup.
 */
export const manifest = z.object({
  product: z.literal('columnist'),
  created_at: z.iso.datetime(),
  /** Migrations that the tables had been through. */
  schema: z.array(z.string()),
  /** Tells whether API keys can be read with a given APP_SECRET, and nothing about it. */
  secret_check: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.int(), sha256 })),
  objects: z.record(z.string(), z.object({ bytes: z.int(), sha256 })),
  /**
   * Datasets that were deleted for good while the backup ran: their rows are in it, their files are
   * not.
   */
  gone: z.array(z.uuid()),
});
export type Manifest = z.output<typeof manifest>;

export const manifestFile = (folder: string): string => join(folder, 'manifest.json');
export const tableFile = (folder: string, table: string): string =>
  join(folder, 'tables', `${table}.jsonl`);
export const objectFile = (folder: string, key: string): string => join(folder, 'objects', key);

/** Counts of a minute outlive nobody's patience; the migrations are compared, not copied. */
const leftOut: ReadonlySet<string> = new Set(['rate_window', 'schema_migration']);

/** The tables of a backup, those that others refer to first. */
export async function listTables(em: EntityManager): Promise<string[]> {
  const names = z
    .array(z.object({ name: z.string() }))
    .parse(
      await em.execute(
        'select table_name as name from information_schema.tables where table_schema = ' +
          "current_schema() and table_type = 'BASE TABLE' order by 1",
      ),
    );
  const references = z
    .array(z.object({ child: z.string(), parent: z.string() }))
    .parse(
      await em.execute(
        'select c.relname as child, p.relname as parent from pg_constraint k join pg_class c ' +
          "on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid where k.contype = 'f' " +
          'and c.oid <> p.oid',
      ),
    );
  const ordered: string[] = [];
  const left = new Set(names.map(({ name }) => name).filter((name) => !leftOut.has(name)));
  while (left.size > 0) {
    const next = [...left].filter(
      (name) => !references.some(({ child, parent }) => child === name && left.has(parent)),
    );
    if (next.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...left].join(', ')}.`);
    for (const name of next) {
      ordered.push(name);
      left.delete(name);
    }
  }
  return ordered;
}

export async function listMigrations(em: EntityManager): Promise<string[]> {
  return z
    .array(z.object({ name: z.string() }))
    .parse(await em.execute('select name from schema_migration order by id'))
    .map(({ name }) => name);
}

/** Throws where the folder holds no whole backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => null);
  if (text === null)
    throw new Error(`${folder} holds no backup, or one that did not end: it has no manifest.json.`);
  return manifest.parse(JSON.parse(text));
}

/** Bytes and SHA-256 of a file. */
export async function measureFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    const part: unknown = chunk;
    if (!Buffer.isBuffer(part)) throw new Error('A file is read as bytes.');
    hash.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
