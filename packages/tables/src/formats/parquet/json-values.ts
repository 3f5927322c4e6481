import {
  DuckDBArrayType,
  DuckDBDecimalType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  DuckDBTypeId,
  type DuckDBType,
} from '@duckdb/node-api';
import { literal } from '../../database/sql.ts';

const moments: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
]);

/**
 * SQL of a value for its JSON: moments within are the texts that a moment of a column has,
 * 2024-02-29T12:30:00 and, in UTC, 2024-02-29T10:30:00Z, where the database would write a space
 * between day and time, and +00; bytes are base 64, NaN is null and infinite numbers are texts, which
 * JSON cannot say otherwise, and so are decimals of 38 digits behind the point.
 */
export const forJson = (sql: string, type: DuckDBType): string => written(sql, type, 0) ?? sql;

/** Of a decimal of the database. */
const mostDigits = 38;

const doubles: ReadonlySet<DuckDBTypeId> = new Set([DuckDBTypeId.FLOAT, DuckDBTypeId.DOUBLE]);

/** Null where nothing within is written otherwise than the database does. */
function written(sql: string, type: DuckDBType, depth: number): string | null {
  if (type.typeId === DuckDBTypeId.BLOB) return `to_base64(${sql})`;
  if (doubles.has(type.typeId))
    return (
      `case when isnan(${sql}) then null when isinf(${sql}) then to_json(cast(${sql} as varchar)) ` +
      `else to_json(${sql}) end`
    );
  // Of as many decimals as digits the database writes no zero before the point: `.25`.
  if (type instanceof DuckDBDecimalType && type.width === type.scale)
    return type.scale < mostDigits
      ? `cast(${sql} as decimal(${type.scale + 1},${type.scale}))`
      : `regexp_replace(cast(${sql} as varchar), '^(-?)[.]', '\\10.')`;
  if (moments.has(type.typeId)) return `replace(cast(${sql} as varchar), ' ', 'T')`;
  if (type.typeId === DuckDBTypeId.TIMESTAMP_TZ)
    return (
      `case when isfinite(${sql}) then replace(cast(make_timestamp(epoch_us(${sql})) as varchar), ' ', 'T') ` +
      `|| 'Z' else cast(${sql} as varchar) end`
    );
  const entry = `e${depth}`;
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) {
    const of = written(entry, type.valueType, depth + 1);
    const list = type instanceof DuckDBArrayType ? `array_to_list(${sql})` : sql;
    return of === null ? null : `list_transform(${list}, lambda ${entry}: ${of})`;
  }
  if (type instanceof DuckDBStructType) {
    const entries = type.entryNames.map((name, i) => {
      const value = `struct_extract(${sql}, ${literal(name)})`;
      const of = type.entryTypes[i];
      return { name, value, iso: of === undefined ? null : written(value, of, depth) };
    });
    if (entries.every(({ iso }) => iso === null)) return null;
    const packed = entries.map(
      ({ name, value, iso }) => `"${name.replaceAll('"', '""')}" := ${iso ?? value}`,
    );
    return `case when ${sql} is not null then struct_pack(${packed.join(', ')}) end`;
  }
  if (type instanceof DuckDBMapType) {
    const [key, value] = [`${entry}.key`, `${entry}.value`];
    const [isoKey, isoValue] = [
      written(key, type.keyType, depth + 1),
      written(value, type.valueType, depth + 1),
    ];
    if (isoKey === null && isoValue === null) return null;
    return (
      `map_from_entries(list_transform(map_entries(${sql}), lambda ${entry}: ` +
      `struct_pack(key := ${isoKey ?? key}, value := ${isoValue ?? value})))`
    );
  }
  return null;
}
