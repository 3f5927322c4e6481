import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../query/sql.ts';
import { columnTypeOf } from './column-type.ts';
import { plainReading, type ColumnGuess } from './plain-reading.ts';
import type { TableColumn } from '../columns/table-column.ts';

const oddCell = 'odd cell';

/**
 * Writes the table in one pass, on the bet that every cell is plain for its column's guessed type. Returns the columns, or
 * null where some cell needs a closer look: then what was written means nothing.
 */
export async function copyPlainly(connection: DuckDBConnection, source: string, guesses: readonly ColumnGuess[], parquet: string): Promise<TableColumn[] | null> {
  const readings = guesses.map((guess) => ({ guess, plain: plainReading(guess) }));
  const inner: string[] = [];
  const outer: string[] = [];
  for (const { guess, plain } of readings) {
    if (plain === null) return null;
    const { field } = guess;
    inner.push(field, `${plain.value} as v_${field}`);
    outer.push(`case when ${field} is null then null when ${plain.isPlain(`v_${field}`)} then v_${field} else error('${oddCell}') end as ${field}`);
  }
  try {
    await connection.run(`copy (select ${outer.join(', ')} from (select ${inner.join(', ')} from ${source})) to ${literal(parquet)} ${parquetOptions}`);
  } catch (error) {
    if (error instanceof Error && error.message.includes(oddCell)) return null;
    throw error;
  }
  const decimals = guesses.filter((_, i) => readings[i]?.plain?.storage === 'DECIMAL');
  const digits = new Map(await wholeDigits(connection, parquet, decimals));
  return readings.map(({ guess: { name, field, style }, plain }) => {
    const kind = plain?.storage ?? 'VARCHAR';
    const storage = kind === 'DECIMAL' ? `DECIMAL(${(digits.get(field) ?? 0) + style.scale},${style.scale})` : kind;
    return { name, storage, type: columnTypeOf(storage) };
  });
}

export const parquetOptions = '(format parquet, compression zstd, row_group_size 122880, use_tmp_file false)';

/** Most digits before the point of each decimal column. */
async function wholeDigits(connection: DuckDBConnection, parquet: string, columns: readonly ColumnGuess[]): Promise<[string, number][]> {
  if (columns.length === 0) return [];
  const asked = columns.map(({ field }) => `strlen(split_part(greatest(max(${field}), -min(${field}))::varchar, '.', 1))::double`);
  const [answers = []] = (await connection.runAndReadAll(`select ${asked.join(', ')} from read_parquet(${literal(parquet)})`)).getRows();
  return columns.map(({ field }, i) => [field, Number(answers[i] ?? 0)]);
}
