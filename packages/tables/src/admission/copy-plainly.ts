import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableColumn } from '../table/table-column.ts';
import { literal } from '../database/sql.ts';
import { isTextForm, textForms } from './classify-values.ts';
import { keptAsForm, type Note } from './column-notes.ts';
import { columnTypeOf } from './column-type.ts';
import { plainReading, type ColumnGuess } from './plain-reading.ts';

/** Version 2 encodes differences: a smaller file, written in less time. */
export const parquetOptions =
  '(format parquet, parquet_version v2, compression zstd, row_group_size 122880, use_tmp_file false)';

const oddCell = 'odd cell';

/**
 * Writes the table in one pass, on the bet that every cell is plain for its column's guessed type.
 * Returns the columns and
 * what is to be said of them, or null where some cell needs a closer look: then what was written
 * means nothing.
 */
export async function copyPlainly(
  connection: DuckDBConnection,
  source: string,
  guesses: readonly ColumnGuess[],
  parquet: string,
): Promise<{ columns: TableColumn[]; notes: Note[] } | null> {
  const readings = guesses.map((guess) => ({ guess, plain: plainReading(guess) }));
  const cells = readings.map(
    ({ guess: { field }, plain }) => `${field}, ${plain.value} as v_${field}`,
  );
  const values = guesses.map(({ field }) => `v_${field} as ${field}`);
  // One condition over all: as a filter of its own, each value would be worked out twice.
  const plain = readings
    .map(({ guess: { field }, plain: { isPlain } }) => isPlain(`v_${field}`))
    .join(' and ');
  try {
    await connection.run(
      `copy (select ${values.join(', ')} from (select ${cells.join(', ')} from ${source}) ` +
        `where case when ${plain} then true else error('${oddCell}') end) to ` +
        `${literal(parquet)} ${parquetOptions}`,
    );
  } catch (error) {
    if (error instanceof Error && error.message.includes(oddCell)) return null;
    throw error;
  }
  const facts = await factsOf(connection, parquet, guesses);
  const columns = readings.map(({ guess: { name, style }, plain }, i) => {
    const storage =
      plain.storage === 'DECIMAL'
        ? `DECIMAL(${(facts[i] ?? 0) + style.scale},${style.scale})`
        : plain.storage;
    return { name, storage, type: columnTypeOf(storage) };
  });
  const notes = guesses.flatMap(({ name, candidate }, i) =>
    isTextForm(candidate) ? [keptAsForm(name, facts[i] ?? 0, candidate)] : [],
  );
  return { columns, notes };
}

/**
 * Of a decimal column the most digits before the point; of text that looks like more the number of
 * cells that do; else 0.
 */
async function factsOf(
  connection: DuckDBConnection,
  parquet: string,
  guesses: readonly ColumnGuess[],
): Promise<number[]> {
  const digits = await wholeDigits(connection, parquet);
  const asked = guesses.flatMap(({ field, candidate }) => {
    if (!isTextForm(candidate)) return [];
    const matches = `regexp_full_match(trim(${field}), ${literal(textForms[candidate].form)})`;
    // Most cells of a column of codes begin with a digit beyond zero: the pattern is tried on the
    // others.
    return [
      {
        field,
        counted: `count_if(${candidate === 'code' ? `case when ${field} < '1' then ${matches} else false end` : matches})::double`,
      },
    ];
  });
  const [answers = []] =
    asked.length === 0
      ? []
      : (
          await connection.runAndReadAll(
            `select ${asked.map(({ counted }) => counted).join(', ')} from read_parquet(${literal(parquet)})`,
          )
        ).getRows();
  const counts = new Map(asked.map(({ field }, i) => [field, Number(answers[i])]));
  return guesses.map((guess) =>
    plainReading(guess).storage === 'DECIMAL'
      ? (digits.get(guess.field) ?? 0)
      : (counts.get(guess.field) ?? 0),
  );
}

/**
 * The most digits before the point of every number field, by the extremes that the file keeps of
 * each row group.
 */
async function wholeDigits(
  connection: DuckDBConnection,
  parquet: string,
): Promise<Map<string, number>> {
  const extremes = (
    await connection.runAndReadAll(
      `select path_in_schema, stats_min_value, stats_max_value from parquet_metadata(${literal(parquet)})`,
    )
  ).getRows();
  const digits = new Map<string, number>();
  for (const [field, ...ends] of extremes) {
    const most = Math.max(
      ...ends.map((end) => (end === null ? 0 : (/^-?(\d+)/.exec(String(end))?.[1]?.length ?? 0))),
    );
    digits.set(String(field), Math.max(digits.get(String(field)) ?? 0, most));
  }
  return digits;
}
