import { DuckDBListType, DuckDBStructType, DuckDBTypeId, type DuckDBType } from '@duckdb/node-api';
import { DataType, type Field } from 'apache-arrow';
import { marksLeftOut } from '../../admission/byte-order-marks.ts';
import type { Note } from '../../admission/column-notes.ts';
import { literal } from '../../database/sql.ts';
import { durationColumn } from '../arrow/open-arrow.ts';
import { formatNote, plainColumn, type TypedColumn } from '../typed-table.ts';
import {
  datesOutside,
  finerThanMicroseconds,
  keptInUtc,
  notANumber,
  timesOutside,
} from '../value-notes.ts';
import { forJson } from './json-values.ts';

/** A column of the table as SQL over the file, and what to count about it. */
export interface Leaf {
  readonly column: TypedColumn;
  readonly sql: string;
  readonly checks: readonly Check[];
  readonly notes: readonly Note[];
}

/** Values that are changed on the way: how many there are is asked of the file. */
export interface Check {
  readonly counted: string;
  readonly note: (count: number) => Note;
}

/**
 * The columns of the table that one column of the file becomes, by its type in the database; `sql` is
 * the column there, `field` what Arrow said of it.
 */
export function leavesOf(name: string, sql: string, type: DuckDBType, field?: Field): Leaf[] {
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
      return number('DECIMAL(20,0)');
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
      // What takes texts out of the database leaves such marks out.
      return leaf(plainColumn(name, 'text'), text, {
        checks: [
          {
            counted: `starts_with(${sql}, chr(65279))`,
            note: (count) => formatNote('byte_order_marks', marksLeftOut(count), name, count),
          },
        ],
      });
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
        `cast(to_json(${forJson(sql, type)}) as varchar)`,
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
