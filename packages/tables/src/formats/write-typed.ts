import type { DuckDBConnection } from '@duckdb/node-api';
import { columnTypeOf } from '../admission/column-type.ts';
import type { Note } from '../admission/column-notes.ts';
import { parquetOptions } from '../admission/copy-plainly.ts';
import { decideTypes } from '../admission/decide-types.ts';
import { guessTypes, sampleColumns, sampleRecords } from '../admission/guess-types.ts';
import { findHints } from '../admission/find-hints.ts';
import { interpretColumns } from '../admission/interpret-columns.ts';
import type { StatedReading } from '../admission/stated-reading.ts';
import { findOtherReadings } from '../admission/other-readings.ts';
import { oneOf } from '../admission/plain-reading.ts';
import { readExpression } from '../admission/read-expression.ts';
import { firstRecords, type AdmittedColumn } from '../admission/write-table.ts';
import { literal } from '../database/sql.ts';
import type { WrittenColumn, WrittenSource } from './source.ts';

/**
 * Writes fields whose columns have their types into Parquet. A person may state how single columns
 * are read; what text columns could be read as besides is offered. Nothing else is guessed.
 */
export async function writeTyped(
  connection: DuckDBConnection,
  written: Pick<WrittenSource, 'rows' | 'width' | 'columns' | 'notes'>,
  { path, hasNames }: { readonly path: string; readonly hasNames: boolean },
  stated: StatedReading,
  parquet: string,
): Promise<{ columns: AdmittedColumn[]; notes: Note[] }> {
  const { width, columns } = written;
  const read = readExpression({ path, delimiter: ',', columns: width, even: true }, hasNames);
  const places = columns.map(({ field }) => Number(field.slice(1)) - 1);
  const samples = await sampleColumns(
    connection,
    read,
    width,
    await firstRecords(connection, read),
    written.rows,
  );
  const names = Array.from(
    { length: width },
    (_, i) => columns[places.indexOf(i)]?.name ?? `column_${i + 1}`,
  );
  const isStated = (name: string): boolean =>
    stated.text_columns?.includes(name) === true ||
    stated.read_columns?.some(({ column }) => column === name) === true;
  const interpreted = await interpretColumns(
    connection,
    { table: read, names, samples, delimiter: ',', rows: written.rows },
    {
      ...stated,
      text_columns: names.filter(
        (name) => stated.read_columns?.some(({ column }) => column === name) !== true,
      ),
    },
  );
  const byPerson = columns.filter(({ name }) => isStated(name));
  const guesses = guessTypes(
    names,
    await sampleColumns(
      connection,
      interpreted.table,
      width,
      (await firstRecords(connection, interpreted.table)).slice(0, sampleRecords),
      written.rows,
    ),
  ).flatMap((guess) =>
    byPerson.some(({ name }) => name === guess.name)
      ? [
          stated.text_columns?.includes(guess.name) === true
            ? { ...guess, candidate: 'text' as const, missing: [] }
            : guess,
        ]
      : [],
  );
  const types =
    guesses.length === 0
      ? { columns: [], notes: [] }
      : await decideTypes(connection, interpreted.table, guesses);
  const typed = columns.map((column) => {
    const decided = types.columns.find(({ name }) => name === column.name);
    return decided === undefined
      ? { ...column, type: columnTypeOf(column.storage), expression: valueOf(column) }
      : { ...decided, expression: decided.valueOf(decided.field) };
  });
  const selected = typed.map(({ expression }, i) => `${expression} as c${i + 1}`).join(', ');
  await connection.run(
    `copy (select ${selected} from ${interpreted.table}) to ${literal(parquet)} ${parquetOptions}`,
  );
  const table = `read_parquet(${literal(parquet)})`;
  const kept = places.map((place) => samples[place] ?? []);
  const notes = [...interpreted.notes, ...types.notes];
  const others = await findOtherReadings(
    connection,
    table,
    typed,
    kept,
    { decimalMark: '.', dateOrder: stated.date_order ?? null },
    (name) => stated.text_columns?.includes(name) === true,
    [...written.notes, ...notes],
  );
  const hints = await findHints(connection, table, typed, kept);
  return {
    columns: typed.map(({ name, storage, type }, i): AdmittedColumn => {
      const readings = others.readings.get(i);
      const { label, unit, value_labels: labels } = columns[i] ?? {};
      return {
        name,
        storage,
        type,
        ...(readings === undefined ? {} : { other_readings: readings }),
        ...(label === undefined ? {} : { label }),
        ...(unit === undefined ? {} : { unit }),
        ...(labels === undefined ? {} : { value_labels: labels }),
      };
    }),
    notes: [...notes, ...others.notes, ...hints],
  };
}

/** SQL of a value, by its field. */
function valueOf({ field, storage, missing, inSeconds }: WrittenColumn): string {
  const text =
    missing.length === 0 ? field : `case when not ${oneOf(field, missing)} then ${field} end`;
  if (storage === 'VARCHAR') return text;
  if (inSeconds === true) return `cast(${secondsOf(text)} as ${storage})`;
  return `cast(${text} as ${storage === 'TIMESTAMPTZ' ? 'timestamp' : storage})`;
}

/** SQL of the seconds of a time such as 26:30:00.5 or -00:30:00. */
function secondsOf(text: string): string {
  const [hours, minutes, seconds] = [1, 2, 3].map(
    (part) => `cast(split_part(ltrim(${text}, '-'), ':', ${part}) as double)`,
  );
  return `case when starts_with(${text}, '-') then -1 else 1 end * (${hours} * 3600 + ${minutes} * 60 + ${seconds})`;
}
