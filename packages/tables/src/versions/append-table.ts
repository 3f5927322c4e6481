import { AppError, type CountedColumn, type WrittenTable } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Note } from '../admission/column-notes.ts';
import { requireSameNames } from '../admission/require-same-names.ts';
import { appendTables } from '../combinations/append-tables.ts';
import { writeCombined } from '../combinations/combine-tables.ts';
import { isEmpty } from '../combinations/combined.ts';
import { commonStorage } from '../combinations/common-storage.ts';
import { sayType } from '../combinations/compare-keys.ts';
import { formatNote } from '../formats/typed-table.ts';
import type { TableRef } from '../table/table-ref.ts';
import { joinSaid } from './join-said.ts';

/** A column of the dataset, and the one of this name in the file. */
interface Pair {
  readonly above: CountedColumn;
  readonly below: CountedColumn;
  /** Null where only text keeps the values of both. */
  readonly storage: string | null;
}

/**
 * Writes the rows of a file below those of a dataset, with the types of both, as text that is read
 * by what is answered: how each column is kept, and what the files say of it. Columns are matched by
 * name. The connection may write `${to}.rows`. Throws invalid_file where names differ, or where
 * types have nothing in common and nobody stated that the column is text.
 */
export async function appendTable(
  connection: DuckDBConnection,
  above: TableRef,
  below: TableRef,
  { filename, texts }: { readonly filename: string; readonly texts: readonly string[] },
  to: string,
): Promise<{ readonly columns: WrittenTable['columns']; readonly notes: Note[] }> {
  requireSameNames(
    above.columns.map(({ name }) => name),
    below.columns.map(({ name }) => name),
  );
  const pairs = above.columns.flatMap((column): Pair[] => {
    const found = below.columns.find(({ name }) => name === column.name);
    if (found === undefined) return [];
    return [{ above: column, below: found, storage: commonStorage([column, found]) }];
  });
  for (const pair of pairs) requireCommonType(pair, texts);
  const made = appendTables({ types: 'text' }, [
    { name: '', table: above },
    { name: filename, table: below },
  ]);
  await writeCombined(connection, made, to);
  const joined = pairs.map((pair) => joinSaid(pair.above, pair.below, filename));
  return {
    columns: made.columns.map(({ name, storage }, i) => ({
      name,
      storage,
      ...joined[i]?.said,
    })),
    notes: pairs.flatMap((pair, i) => [...typesNote(pair, filename), ...(joined[i]?.notes ?? [])]),
  };
}

/** The texts of a dataset take what the file has as text; of others that has to be stated. */
function requireCommonType({ above, below, storage }: Pair, texts: readonly string[]): void {
  if (storage !== null || above.storage === 'VARCHAR' || texts.includes(above.name)) return;
  const [kept, come] = [above, below].map((column) => sayType(column.storage));
  throw new AppError(
    'invalid_file',
    `The column '${above.name}' holds ${kept} in the dataset and ${come} in the file: ` +
      (kept === come
        ? 'no type of numbers keeps all of them exactly.'
        : 'no type keeps both as they are.'),
    {
      column: above.name,
      fix: 'Correct the column in the file; or state that it is text (text_columns), which makes all its values text; or replace the data.',
    },
  );
}

/** What becomes of values whose types differ. */
function typesNote({ above, below, storage }: Pair, filename: string): Note[] {
  const [kept = '', come = ''] = [above, below].map((column) => sayType(column.storage));
  const said =
    storage !== null
      ? saidOfDates(above, below, storage)
      : above.storage === 'VARCHAR'
        ? `The ${come} of “${filename}” are kept as text, which the column holds.`
        : `The column held ${kept}, and “${filename}” has ${come}: all its values are text now, as stated.`;
  return said === null ? [] : [formatNote('types_differ', said, above.name, 1)];
}

function saidOfDates(above: CountedColumn, below: CountedColumn, storage: string): string | null {
  const isMixed = storage === 'TIMESTAMP' && above.storage !== below.storage;
  return !isMixed || isEmpty(above) || isEmpty(below)
    ? null
    : 'The column has dates and moments now: a date alone is its midnight.';
}
