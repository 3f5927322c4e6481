import { AppError } from '@columnist/contract';
import { constants, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** The longest text or bytes of one cell. */
const longestValue = 16 * 1024 * 1024;

/** What a query may do: read tables, and ask for what the file holds. */
const allowed: ReadonlySet<number> = new Set([constants.SQLITE_SELECT, constants.SQLITE_READ]);
/** Built-in functions that queries of ours use. */
const functions: ReadonlySet<string> = new Set([
  'count',
  'typeof',
  'sum',
  'max',
  'coalesce',
  'hex',
]);

/**
 * Opens an SQLite database to read its tables: read-only, without its journal, and with nothing of
 * its schema run. Views, triggers and virtual tables are never touched: queries may read tables
 * alone. Throws invalid_file.
 */
export function withDatabase<Result>(
  path: string,
  work: (database: DatabaseSync) => Result,
): Result {
  const database = openDatabase(path);
  try {
    return work(database);
  } catch (error) {
    throw asDamaged(error);
  } finally {
    database.close();
  }
}

export function openDatabase(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.search = '?mode=ro&immutable=1';
  try {
    const database = new DatabaseSync(url, {
      readOnly: true,
      allowExtension: false,
      enableDoubleQuotedStringLiterals: false,
      enableForeignKeyConstraints: false,
      defensive: true,
      limits: { length: longestValue, attach: 0, column: 2000, sqlLength: 1024 * 1024 },
    });
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0');
    database.setAuthorizer((action, first, second) =>
      allowed.has(action) ||
      (action === constants.SQLITE_FUNCTION && functions.has(second ?? '')) ||
      (action === constants.SQLITE_PRAGMA && (first === 'table_list' || first === 'table_xinfo'))
        ? constants.SQLITE_OK
        : constants.SQLITE_DENY,
    );
    return database;
  } catch (error) {
    throw asDamaged(error);
  }
}

/** What SQLite says of a file, as an error that names what to do. */
export function asDamaged(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const said = error instanceof Error ? error.message : String(error);
  if (/out of memory/i.test(said)) return error;
  return new AppError(
    'invalid_file',
    /too big|string or blob/i.test(said)
      ? `The database has a value of more than ${longestValue} bytes.`
      : `This SQLite database is damaged, or not one: ${said.slice(0, 100)}.`,
    { fix: 'Try .recover of the command sqlite3, or export the table as CSV, then import it.' },
    { cause: error },
  );
}
