import type { DuckDBConnection } from '@duckdb/node-api';
import { isDeepStrictEqual } from 'node:util';
import { literal } from '../database/sql.ts';
import { decimalOf } from '../table/table-column.ts';
import { parquetOptions } from './copy-plainly.ts';
import { decideTypes, type TypeDecision } from './decide-types.ts';
import { interpretColumns, type Interpreted, type TextColumns } from './interpret-columns.ts';
import type { ColumnGuess } from './plain-reading.ts';
import { namesToRepeat } from './repeats-names.ts';
import { rewriteColumns } from './rewrite-columns.ts';
import type { StatedReading } from './stated-reading.ts';

/** The guess at a column that is kept as text, as a person or its cells want it. */
export const keptText = (
  guess: ColumnGuess,
  { text_columns: stated }: StatedReading,
  { asText }: Interpreted,
): ColumnGuess =>
  stated?.includes(guess.name) === true
    ? { ...guess, candidate: 'text', missing: [] }
    : asText.has(guess.name)
      ? { ...guess, candidate: 'text' }
      : guess;

/**
 * Whether a row says the names of the columns again; those of columns that are not text cannot
 * be in one.
 */
export async function repeatsHeader(
  connection: DuckDBConnection,
  source: string,
  names: readonly string[] | null,
  columns: readonly { readonly storage: string }[],
): Promise<boolean> {
  const repeated = namesToRepeat(
    names?.map((name, i) => (columns[i]?.storage === 'VARCHAR' ? name : '')) ?? null,
  );
  if (repeated === null) return false;
  const conditions = [...repeated].map(([i, name]) => `trim(c${i + 1}) = ${literal(name)}`);
  return (
    Number(
      (
        await connection.runAndReadAll(
          `select count(*)::double from ${source} where ${conditions.join(' and ')}`,
        )
      ).value(0, 0),
    ) > 0
  );
}

/**
 * Writes the table after a look at every cell; the text is read from the file once and kept in
 * memory meanwhile.
 */
export async function copyClosely(
  connection: DuckDBConnection,
  text: TextColumns,
  interpreted: Interpreted,
  guesses: readonly ColumnGuess[],
  stated: StatedReading,
  header: readonly string[] | null,
  parquet: string,
  kept: ReadonlySet<string>,
): Promise<{ types: TypeDecision; interpreted: Interpreted } | null> {
  await connection.run(`create or replace temp table cells as select * from ${interpreted.table}`);
  if (
    await repeatsHeader(
      connection,
      'cells',
      header,
      guesses.map(() => ({ storage: 'VARCHAR' })),
    )
  )
    return null;
  let [source, decided, types] = [
    'cells',
    interpreted,
    await decideTypes(connection, 'cells', guesses),
  ];
  if (!interpreted.numbersAsked && surprises(guesses, types)) {
    // The first records did not show how numbers are written; what comes later may.
    const late = await interpretColumns(
      connection,
      { ...text, table: 'cells' },
      stated,
      true,
      kept,
    );
    // Dates are in order already.
    decided = {
      ...late,
      dateOrder: interpreted.dateOrder,
      // The second look has the first sample of columns that were rewritten by the first.
      notes: [
        ...late.notes.filter(
          (note) => !interpreted.notes.some((one) => isDeepStrictEqual(one, note)),
        ),
        ...interpreted.notes,
      ],
    };
    source = late.table;
    types = await decideTypes(
      connection,
      source,
      guesses.map((guess) => keptText(guess, stated, late)),
    );
  }
  const typed = rewriteColumns(
    source,
    types.columns.map(({ field }) => field),
    new Map(
      types.columns.flatMap(({ field, valueOf }) =>
        valueOf(field) === field
          ? []
          : [[field, (cell) => ({ text: valueOf(cell), values: [], level: 0 })] as const],
      ),
    ),
    text.rows,
  );
  await connection.run(`copy (select * from ${typed}) to ${literal(parquet)} ${parquetOptions}`);
  return { types, interpreted: decided };
}

/** A column of numbers by its first cells has others further on, or the first ones with a point. */
const surprises = (guesses: readonly ColumnGuess[], { columns }: TypeDecision): boolean =>
  guesses.some(({ candidate, style }, i) => {
    const storage = columns[i]?.storage ?? '';
    return (
      candidate === 'number' &&
      (storage === 'VARCHAR' || (style.scale === 0 && (decimalOf(storage)?.scale ?? 0) > 0))
    );
  });
