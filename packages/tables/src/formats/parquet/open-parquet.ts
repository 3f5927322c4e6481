import { AppError } from '@columnist/contract';
import {
  DuckDBListType,
  DuckDBStructType,
  type DuckDBConnection,
  type DuckDBType,
} from '@duckdb/node-api';
import { DuckDBTypeId } from '@duckdb/node-api';
import { maxColumns } from '../../admission/scan-records.ts';
import { literal } from '../../database/sql.ts';
import {
  formatNote,
  plainColumn,
  type Cell,
  type TypedColumn,
  type TypedTable,
} from '../typed-table.ts';
import type { Note } from '../../admission/column-notes.ts';
import { DataType, type Field } from 'apache-arrow';
import { durationColumn } from '../arrow/open-arrow.ts';
import { arrowFields } from './arrow-schema.ts';
import { withIsoMoments } from './iso-moments.ts';
import { originalNames, readable, refuseLongDecimals } from './parquet-schema.ts';
import {
  datesOutside,
  finerThanMicroseconds,
  keptInUtc,
  notANumber,
  timesOutside,
} from '../value-notes.ts';

/** A column of the table as SQL over the file, and what to count about it. */
interface Leaf {
  readonly column: TypedColumn;
  readonly sql: string;
  readonly checks: readonly Check[];
  readonly notes: readonly Note[];
}

/** Values that are changed on the way: how many there are is asked of the file. */
interface Check {
  readonly counted: string;
  readonly note: (count: number) => Note;
}

/** Letters of rows that are handed on at a time. */
const mostLetters = 16 * 1024 * 1024;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Opens a Parquet file that the connection may read. Fields of a struct become columns named by
 * their path, lists and maps the text of their JSON. Throws invalid_file.
 */
export async function openParquet(connection: DuckDBConnection, path: string): Promise<TypedTable> {
  const file = `read_parquet(${literal(path)})`;
  const described = await readable(() => connection.prepare(`select * from ${file}`));
  const names = await readable(() => originalNames(connection, path));
  await refuseLongDecimals(connection, path);
  const top = Array.from({ length: described.columnCount }, (_, i) => ({
    name: described.columnName(i),
    type: described.columnType(i),
  }));
  described.destroySync();
  const own = names.length === top.length ? names : top.map(({ name }) => name);
  const fields = await arrowFields(connection, path, own);
  const found = top.flatMap(({ name, type }, i) =>
    leavesOf(own[i] ?? name, quoted(name), type, fields?.[i]),
  );
  if (found.length > maxColumns)
    throw new AppError(
      'invalid_file',
      `The file has ${found.length} columns; at most ${maxColumns} can be read.`,
      { fix: 'Keep fewer columns, then import the file again.' },
    );
  const leaves = await withTextOfBytes(connection, file, found);
  const notes = await readable(() => countChanges(connection, file, leaves));
  const selected = leaves.map(({ sql }, i) => `${sql} as c${i + 1}`).join(', ');
  return {
    columns: leaves.map(({ column }) => column),
    notes: [...leaves.flatMap((leaf) => leaf.notes), ...notes],
    rows: () => rowsOf(connection, `select ${selected} from ${file}`),
  };
}

/** Rows of a Parquet file, by its footer. Throws invalid_file. */
export async function countParquetRows(
  connection: DuckDBConnection,
  path: string,
): Promise<number> {
  const read = await readable(() =>
    connection.runAndReadAll(`select count(*)::double from read_parquet(${literal(path)})`),
  );
  return Number(read.getRows()[0]?.[0]);
}

async function* rowsOf(connection: DuckDBConnection, query: string): AsyncGenerator<Cell[][]> {
  const result = await readable(() => connection.stream(query));
  for (;;) {
    const chunk = await readable(() => result.fetchChunk());
    if (chunk === null || chunk.rowCount === 0) return;
    const { rowCount } = chunk;
    const columns = Array.from({ length: chunk.columnCount }, (_, i) => chunk.getColumnVector(i));
    let [batch, letters]: [Cell[][], number] = [[], 0];
    for (let row = 0; row < rowCount; row += 1) {
      const cells = columns.map((column): Cell => {
        const value = column.getItem(row);
        return value === null ? null : String(value);
      });
      batch.push(cells);
      for (const cell of cells) letters += cell?.length ?? 0;
      // Rows may all name one long text of a dictionary.
      if (letters < mostLetters) continue;
      yield batch;
      [batch, letters] = [[], 0];
    }
    if (batch.length > 0) yield batch;
  }
}

const exactly = (storage: string) => ({ kind: 'number' as const, storage });

/** The columns of one of the file; `field` is what Arrow said of it. */
function leavesOf(name: string, sql: string, type: DuckDBType, field?: Field): Leaf[] {
  const leaf = (column: TypedColumn, text: string, more: Partial<Leaf> = {}): Leaf[] => [
    { column, sql: text, checks: [], notes: [], ...more },
  ];
  const text = `cast(${sql} as varchar)`;
  const number = (storage: string | undefined): Leaf[] =>
    leaf(plainColumn(name, 'number', storage), text);
  const asText = (why: string, written = text): Leaf[] =>
    leaf(plainColumn(name, 'text'), written, {
      notes: [formatNote('kept_as_text', why, name, 1)],
    });
  if (type instanceof DuckDBStructType)
    return type.entryNames.flatMap((entry, i) => {
      const of = type.entryTypes[i];
      return of === undefined
        ? []
        : leavesOf(
            `${name}.${entry}`,
            `struct_extract(${sql}, ${literal(entry)})`,
            of,
            fieldOf(field, i, entry),
          );
    });
  const said: unknown = field?.type;
  if (DataType.isNull(said)) return leaf(plainColumn(name, 'text'), text);
  if (DataType.isDuration(said) && type.typeId === DuckDBTypeId.BIGINT)
    return leaf(durationColumn(name, said), text);
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return leaf(plainColumn(name, 'boolean'), text);
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
      return number('BIGINT');
    case DuckDBTypeId.UBIGINT:
      return number(exactly('DECIMAL(20,0)').storage);
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
      return asText('Whole numbers of 128 bits are kept as text.');
    case DuckDBTypeId.DECIMAL:
      return number(type.toString());
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
      return leaf(
        plainColumn(name, 'number', 'DOUBLE'),
        `cast(case when not isnan(${sql}) then ${sql} end as double)::varchar`,
        {
          checks: [
            {
              counted: `${sql} is not null and isnan(${sql})`,
              note: (count) => notANumber(name, count),
            },
          ],
        },
      );
    case DuckDBTypeId.DATE:
      return leaf(plainColumn(name, 'date'), within(sql, text), { checks: [outside(name, sql)] });
    case DuckDBTypeId.TIME:
      return leaf(plainColumn(name, 'time'), `case when ${isClock(sql)} then ${text} end`, {
        checks: [
          {
            counted: `${sql} is not null and not ${isClock(sql)}`,
            note: (count) => timesOutside(name, count),
          },
        ],
      });
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
      return leaf(plainColumn(name, 'datetime'), within(sql, text), {
        checks: [outside(name, sql)],
      });
    case DuckDBTypeId.TIMESTAMP_NS:
      return leaf(
        plainColumn(name, 'datetime'),
        within(sql, `cast(make_timestamp(${microsOf(sql)}) as varchar)`),
        { checks: [outside(name, sql), finer(name, `epoch_ns(${sql}) % 1000 <> 0`)] },
      );
    case DuckDBTypeId.TIMESTAMP_TZ:
      return leaf(
        plainColumn(name, 'datetimetz'),
        within(sql, `make_timestamp(epoch_us(${sql}))::varchar`),
        {
          checks: [outside(name, sql)],
          notes: keptInUtc(name, DataType.isTimestamp(said) ? (said.timezone ?? '') : ''),
        },
      );
    case DuckDBTypeId.VARCHAR:
    case DuckDBTypeId.ENUM:
    case DuckDBTypeId.UUID:
      return leaf(plainColumn(name, 'text'), text);
    case DuckDBTypeId.BLOB:
      return asText('Bytes are kept as text in base 64.', `to_base64(${sql})`);
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
    case DuckDBTypeId.MAP:
      return asText(
        type instanceof DuckDBListType || type.typeId === DuckDBTypeId.ARRAY
          ? 'Lists are kept as the text of their JSON.'
          : 'Maps are kept as the text of their JSON.',
        `cast(to_json(${withIsoMoments(sql, type)}) as varchar)`,
      );
    default:
      return asText(`Values of the type ${type.toString()} are kept as text.`);
  }
}

/** The whole microseconds before, also before 1970. */
const microsOf = (sql: string): string =>
  `epoch_ns(${sql}) // 1000 - case when epoch_ns(${sql}) % 1000 < 0 then 1 else 0 end`;

function fieldOf(struct: Field | undefined, place: number, name: string): Field | undefined {
  const type: unknown = struct?.type;
  const field = DataType.isStruct(type) ? type.children[place] : undefined;
  return field?.name === name ? field : undefined;
}

/**
 * A value itself. The database believes what the file states as the least and the largest value of
 * a column, and leaves out comparisons that are decided by it; of `least` it knows neither.
 */
const itself = (sql: string): string => `least(${sql}, ${sql})`;

const isClock = (sql: string): string =>
  `(${itself(sql)} between time '00:00:00' and time '24:00:00')`;

const isWithin = (sql: string): string =>
  `(isfinite(${itself(sql)}) and coalesce(try_cast(${itself(sql)} as date) between date '0001-01-01' and date '9999-12-31', false))`;

const within = (sql: string, text: string): string => `case when ${isWithin(sql)} then ${text} end`;

const outside = (name: string, sql: string): Check => ({
  counted: `${sql} is not null and not ${isWithin(sql)}`,
  note: (count) => datesOutside(name, count),
});

const finer = (name: string, counted: string): Check => ({
  counted,
  note: (count) => finerThanMicroseconds(name, count),
});

/** Old writers mark texts as mere bytes: those that are all UTF-8 are texts. */
async function withTextOfBytes(
  connection: DuckDBConnection,
  file: string,
  leaves: readonly Leaf[],
): Promise<Leaf[]> {
  const bytes = leaves.flatMap(({ sql }) => /^to_base64\((.+)\)$/s.exec(sql)?.slice(1) ?? []);
  if (bytes.length === 0) return [...leaves];
  const asked = bytes.map(
    (sql) =>
      `count_if(${sql} is not null and try(decode(${sql})) is null)::double, count(${sql})::double`,
  );
  const [row = []] = (
    await readable(() => connection.runAndReadAll(`select ${asked.join(', ')} from ${file}`))
  ).getRows();
  return leaves.map((leaf) => {
    const place = bytes.findIndex((sql) => leaf.sql === `to_base64(${sql})`);
    const [sql] = bytes.slice(place, place + 1);
    if (
      place === -1 ||
      sql === undefined ||
      Number(row[2 * place]) > 0 ||
      Number(row[2 * place + 1]) === 0
    )
      return leaf;
    return {
      ...leaf,
      sql: `decode(${sql})`,
      notes: [
        formatNote(
          'read_as_text',
          'Its bytes are not marked as text and are UTF-8 throughout: they are read as text.',
          leaf.column.name,
          1,
        ),
      ],
    };
  });
}

async function countChanges(
  connection: DuckDBConnection,
  file: string,
  leaves: readonly Leaf[],
): Promise<Note[]> {
  const checks = leaves.flatMap((leaf) => leaf.checks);
  if (checks.length === 0) return [];
  const [row = []] = (
    await connection.runAndReadAll(
      `select ${checks.map(({ counted }) => `count_if(${counted})::double`).join(', ')} from ${file}`,
    )
  ).getRows();
  return checks.flatMap(({ note }, i) => {
    const count = Number(row[i]);
    return count > 0 ? [note(count)] : [];
  });
}
