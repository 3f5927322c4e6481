import type { EntityManager } from '@mikro-orm/sql';
import { createReadStream } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isSafeKey } from '../ports/objects.ts';
import type { ServiceContext } from '../context.ts';
import { secretChecks } from './check-secret.ts';
import { listMigrations, listTables, objectFile, tableFile, type Manifest } from './manifest.ts';
import { verifyBackup } from './verify-backup.ts';

/** Rows and characters of one statement. */
const [rowsAtOnce, charactersAtOnce] = [200, 4_000_000];
const count = z.tuple([z.object({ n: z.coerce.number() })]);

type RestoreContext = Pick<ServiceContext, 'em' | 'ports' | 'secrets' | 'settings'>;

/**
 * Brings a backup into an installation that has no user yet, of the same version and with the same
 * APP_SECRET, or that among its fallbacks. Everything is
 * checked before anything is written; the tables are written in one transaction, after the files.
 */
export async function restore(
  { em, ports, secrets, settings }: RestoreContext,
  folder: string,
): Promise<Manifest> {
  const backup = await verifyBackup(folder);
  if (!secretChecks(secrets).includes(backup.secret_check))
    throw new Error(
      'APP_SECRET is another one than that of the backup: API keys could not be read. Set ' +
        'the same, or name it in APP_SECRET_FALLBACKS.',
    );
  const schema = await listMigrations(em);
  if (schema.join() !== backup.schema.join())
    throw new Error(
      `The backup is of another version: its tables end with '${backup.schema.at(-1)}', ` +
        `these with '${schema.at(-1)}'. Restore it with that version, then upgrade.`,
    );
  if ((await countRows(em, 'user_account')) > 0)
    throw new Error('There are users here already. Restore into an empty database.');
  const known = await listTables(em);
  const unknown = Object.keys(backup.tables).find((table) => !known.includes(table));
  if (unknown !== undefined) throw new Error(`There is no table '${unknown}'.`);

  const temporary = await mkdtemp(join(settings.tempDir, 'restore-'));
  try {
    for (const key of Object.keys(backup.objects)) {
      if (!isSafeKey(key)) throw new Error(`'${key}' is no key of a file.`);
      const copy = join(temporary, 'object');
      await copyFile(objectFile(folder, key), copy);
      await ports.objects.put(key, copy);
    }
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  await em.transactional(async (within) => {
    const tables = known.filter((table) => backup.tables[table] !== undefined);
    // Rows that the migrations made come from the backup too.
    for (const table of tables.toReversed()) await within.execute(`delete from "${table}"`);
    for (const table of tables) {
      await insertRows(within, table, tableFile(folder, table));
      const [expected, written] = [backup.tables[table]?.rows, await countRows(within, table)];
      if (written !== expected)
        throw new Error(`${table}: ${written} rows were written of ${expected}.`);
    }
    if (backup.gone.length > 0)
      await within.execute('delete from dataset where id in (?)', [backup.gone]);
  });
  return backup;
}

async function insertRows(em: EntityManager, table: string, path: string): Promise<void> {
  let rows: string[] = [];
  let characters = 0;
  const insert = async (): Promise<void> => {
    if (rows.length > 0)
      await em.execute(
        `insert into "${table}" select * from json_populate_recordset(null::"${table}", ?::json)`,
        [`[${rows.join(',')}]`],
      );
    rows = [];
    characters = 0;
  };
  for await (const row of readLines(path)) {
    rows.push(row);
    characters += row.length;
    if (rows.length === rowsAtOnce || characters > charactersAtOnce) await insert();
  }
  await insert();
}

/**
 * Lines end in LF alone: the platform's reader of lines also ends one at U+2028, which JSON may
 * hold.
 */
async function* readLines(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const parts = (rest + String(chunk)).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

const countRows = async (em: EntityManager, table: string): Promise<number> =>
  count.parse(await em.execute(`select count(*) as n from "${table}"`))[0].n;
