// One reader for each type of Arrow, and so one file.
import { DataType, DateUnit, Precision, Type, Vector, type Data } from 'apache-arrow';
import { damaged } from '../binary-file.ts';
import { clockText, dateText, momentText, numberText } from '../canonical-text.ts';
import type { TextReader } from '../text-decoding.ts';
import type { Cell } from '../typed-table.ts';
import { viewReader } from './view-reader.ts';

/** Values that were changed on the way. */
export interface Counts {
  finer: number;
  notNumbers: number;
  outside: number;
  /** Times that are not within one day. */
  noTimes: number;
  readonly text: TextReader;
}

export const noCounts = (text: TextReader): Counts => ({
  finer: 0,
  notNumbers: 0,
  outside: 0,
  noTimes: 0,
  text,
});

type Read = (row: number) => Cell;

/** Letters from which a text of a dictionary is kept. */
const longText = 1000;

const cutShort = () => damaged('Arrow', 'a column has fewer values than rows');

/** How many of a unit of time make a second. */
const perSecond = [1n, 1000n, 1_000_000n, 1_000_000_000n] as const;

/** Reads cells of a column by their row in the batch. */
export function cellReader(data: Data, type: DataType, counts: Counts): Read {
  const read = valueReader(data, type, counts);
  return (row) => (data.getValid(row) ? read(row) : null);
}

function valueReader(data: Data, type: DataType, counts: Counts): Read {
  if (DataType.isDictionary(type)) return dictionaryReader(data, type.dictionary, counts);
  if (DataType.isNull(type)) return () => null;
  if (DataType.isBool(type)) {
    const { values } = data;
    return (row) => {
      const byte: unknown = values[row >> 3];
      if (typeof byte !== 'number') throw cutShort();
      return ((byte >> (row & 7)) & 1) === 1 ? 'true' : 'false';
    };
  }
  if (DataType.isInt(type) || DataType.isDuration(type)) return (row) => String(at(data, row));
  if (DataType.isFloat(type)) {
    const number =
      type.precision === Precision.HALF
        ? throughVector(data)
        : (row: number): unknown => at(data, row);
    return (row) => {
      const value = number(row);
      if (typeof value !== 'number') throw cutShort();
      if (!Number.isNaN(value)) return numberText(value);
      counts.notNumbers += 1;
      return null;
    };
  }
  if (DataType.isDecimal(type)) return decimalReader(data, type.scale, type.bitWidth / 32);
  if (DataType.isDate(type))
    return (row) =>
      counted(
        dateText(
          type.unit === DateUnit.DAY ? Number(at(data, row)) * 86_400_000 : millisOf(data, row),
        ),
        counts,
      );
  if (DataType.isTime(type) || DataType.isTimestamp(type)) {
    const unit = perSecond[type.unit];
    if (unit === undefined) throw damaged('Arrow', 'a column has an unknown unit of time');
    const isTime = DataType.isTime(type);
    return (row) => {
      const value = BigInt(at(data, row));
      if (isTime && (value < 0n || value > 86_400n * unit)) {
        counts.noTimes += 1;
        return null;
      }
      const seconds = value / unit - (value % unit < 0n ? 1n : 0n);
      const rest = (value - seconds * unit) * (1_000_000_000n / unit);
      if (rest % 1000n !== 0n) counts.finer += 1;
      const micro = Number(rest / 1000n);
      return isTime
        ? clockText(Number(seconds), micro)
        : counted(momentText(Number(seconds), micro), counts);
    };
  }
  switch (type.typeId) {
    case Type.Utf8:
    case Type.LargeUtf8: {
      const bytes = bytesReader(data);
      return (row) => counts.text.read(bytes(row));
    }
    case Type.Binary:
    case Type.LargeBinary: {
      const bytes = bytesReader(data);
      return (row) => bytes(row).toString('base64');
    }
    case Type.Utf8View: {
      const bytes = viewReader(data);
      return (row) => counts.text.read(bytes(row));
    }
    case Type.BinaryView: {
      const bytes = viewReader(data);
      return (row) => bytes(row).toString('base64');
    }
    case Type.FixedSizeBinary: {
      const value = throughVector(data);
      return (row) => {
        const bytes = value(row);
        if (!(bytes instanceof Uint8Array)) throw cutShort();
        return Buffer.from(bytes).toString('base64');
      };
    }
    default: {
      const json = jsonReader(data, type, counts);
      return json;
    }
  }
}

const counted = (text: string | null, counts: Counts): Cell => {
  if (text === null) counts.outside += 1;
  return text;
};

function at(data: Data, row: number): number | bigint {
  const value: unknown = data.values[row];
  if (typeof value !== 'number' && typeof value !== 'bigint') throw cutShort();
  return value;
}

/** Dates of milliseconds are kept as 64 bits. */
const millisOf = (data: Data, row: number): number => Number(at(data, row));

/** By the library itself, for types that it changes on the way. */
function throughVector(data: Data): (row: number) => unknown {
  const vector = new Vector([data]);
  return (row) => vector.get(row) as unknown;
}

function bytesReader(data: Data): (row: number) => Buffer {
  const values: unknown = data.values;
  if (!(values instanceof Uint8Array)) throw cutShort();
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return (row) => {
    const [from, to] = rangeOf(data, row);
    if (from < 0 || to < from || to > bytes.length)
      throw damaged('Arrow', 'a text lies outside of its column');
    return bytes.subarray(from, to);
  };
}

function rangeOf({ valueOffsets }: Data, row: number): [from: number, to: number] {
  const [from, to] = [valueOffsets[row], valueOffsets[row + 1]];
  if (from === undefined || to === undefined) throw cutShort();
  return [Number(from), Number(to)];
}

function decimalReader(data: Data, scale: number, words: number): Read {
  const values: unknown = data.values;
  if (!(values instanceof Uint32Array) && !(values instanceof Int32Array)) throw cutShort();
  const bits = BigInt(32 * words);
  return (row) => {
    let value = 0n;
    for (let i = words - 1; i >= 0; i -= 1) {
      const word = values[row * words + i];
      if (word === undefined) throw cutShort();
      value = (value << 32n) | BigInt(word >>> 0);
    }
    return decimalText(BigInt.asIntN(Number(bits), value), scale);
  };
}

/** A whole number with so many digits after its point. */
function decimalText(value: bigint, scale: number): string {
  if (scale <= 0) return String(value * 10n ** BigInt(-scale));
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function dictionaryReader(data: Data, type: DataType, counts: Counts): Read {
  const { dictionary } = data;
  if (dictionary === undefined) throw damaged('Arrow', 'a dictionary is missing');
  // Of a dictionary are read only the entries that occur.
  const chunks = dictionary.data.map((chunk) => ({
    length: chunk.length,
    read: cellReader(chunk, type, counts),
  }));
  // Rows that name the same long text have it in memory once.
  const known = new Map<number, Cell>();
  return (row) => {
    const named = Number(at(data, row));
    const there = known.get(named);
    if (there !== undefined) return there;
    let place = named;
    for (const { length, read } of chunks) {
      if (place >= 0 && place < length) {
        const cell = read(place);
        if (cell !== null && cell.length > longText) known.set(named, cell);
        return cell;
      }
      place -= length;
    }
    throw damaged('Arrow', 'a value is not in its dictionary');
  };
}

/** As a moment that is no part of another value is written; one of a zone is in UTC. */
const isoMoment = (text: string, zone: string | null | undefined): string =>
  `${text.replace(' ', 'T')}${zone === null || zone === undefined || zone === '' ? '' : 'Z'}`;

/** The text of the JSON of lists, maps and structs; numbers as they are. */
function jsonReader(data: Data, type: DataType, counts: Counts): (row: number) => string {
  const entry = (child: Data | undefined, of: DataType): ((row: number) => string) => {
    if (child === undefined) throw damaged('Arrow', 'a nested column is missing');
    const isText =
      !DataType.isInt(of) &&
      !DataType.isFloat(of) &&
      !DataType.isBool(of) &&
      !DataType.isDecimal(of);
    const isNested =
      of.typeId === Type.List ||
      of.typeId === Type.LargeList ||
      of.typeId === Type.FixedSizeList ||
      of.typeId === Type.Struct ||
      of.typeId === Type.Map;
    const read = cellReader(child, of, counts);
    const written = (cell: string): string =>
      DataType.isTimestamp(of) ? isoMoment(cell, of.timezone) : cell;
    return (row) => {
      const cell = read(row);
      return cell === null ? 'null' : isText && !isNested ? JSON.stringify(written(cell)) : cell;
    };
  };
  if (DataType.isStruct(type)) {
    const fields = type.children.map(({ name, type: of }, i) => ({
      name: JSON.stringify(name),
      read: entry(data.children[i], of),
    }));
    return (row) => `{${fields.map(({ name, read }) => `${name}:${read(row)}`).join(',')}}`;
  }
  const [child] = data.children;
  const field = type.children?.[0];
  if (field === undefined) throw damaged('Arrow', 'a nested column has no type');
  const list = (read: (row: number) => string, from: number, to: number): string => {
    if (from < 0 || to < from || to > (child?.length ?? 0))
      throw damaged('Arrow', 'a list lies outside of its column');
    return Array.from({ length: to - from }, (_, i) => read(from + i)).join(',');
  };
  if (DataType.isMap(type)) {
    const [keys, values] = child?.children ?? [];
    const [key, value] = field.type.children ?? [];
    if (key === undefined || value === undefined) throw damaged('Arrow', 'a map has no types');
    const [readKey, readValue] = [entry(keys, key.type), entry(values, value.type)];
    const pair = (row: number): string => {
      const name = readKey(row);
      return `${name.startsWith('"') ? name : JSON.stringify(name)}:${readValue(row)}`;
    };
    return (row) => `{${list(pair, ...rangeOf(data, row))}}`;
  }
  const read = entry(child, field.type);
  if (DataType.isFixedSizeList(type))
    return (row) => `[${list(read, row * type.listSize, (row + 1) * type.listSize)}]`;
  return (row) => `[${list(read, ...rangeOf(data, row))}]`;
}
