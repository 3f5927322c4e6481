import { AppError } from '@columnist/contract';
import {
  DataType,
  RecordBatchReader,
  Struct,
  Type,
  type Data,
  type Duration,
  type Field,
  type RecordBatch,
} from 'apache-arrow';
import { open } from 'node:fs/promises';
import { maxColumns } from '../../admission/scan-records.ts';
import type { Note } from '../../admission/column-notes.ts';
import { BinaryFile, damaged } from '../binary-file.ts';
import { TextReader } from '../text-decoding.ts';
import {
  batchRows,
  formatNote,
  plainColumn,
  type Cell,
  type TypedColumn,
  type TypedTable,
} from '../typed-table.ts';
import {
  datesOutside,
  finerThanMicroseconds,
  keptInUtc,
  notANumber,
  timesOutside,
} from '../value-notes.ts';
import { cellReader, noCounts, type Counts } from './cell-reader.ts';
import { registerCodecs } from './codecs.ts';
import { saidIn } from './field-metadata.ts';

const format = 'Arrow';
/** Rows of a batch without any bytes. */
const mostEmptyRows = 1_000_000;

/** A column of the table: a field, or one within a struct. */
interface Leaf {
  readonly path: readonly number[];
  readonly column: TypedColumn;
  readonly type: DataType;
  readonly notes: readonly Note[];
}

/**
 * Opens an Arrow file, also known as Feather of version 2, or an Arrow stream. Fields of a struct
 * become columns named by their path, lists the text of their JSON. Throws invalid_file.
 */
export async function openArrow(path: string): Promise<TypedTable> {
  registerCodecs();
  checkEnds(path);
  const leaves = await withReader(path, (reader) =>
    Promise.resolve(leavesOf(reader.schema.fields)),
  );
  if (leaves.length > maxColumns)
    throw new AppError(
      'invalid_file',
      `The file has ${leaves.length} columns; at most ${maxColumns} can be read.`,
      { fix: 'Keep fewer columns, then import the file again.' },
    );
  let text = new TextReader('utf-8');
  let counts: Counts[] = [];
  return {
    columns: leaves.map(({ column }) => column),
    notes: leaves.flatMap(({ notes }) => notes),
    rows: () => {
      text = new TextReader('utf-8');
      counts = leaves.map(() => noCounts(text));
      return rowsOf(path, leaves, counts);
    },
    notesOfRows: () => [
      ...text.notes(),
      ...leaves.flatMap(({ column: { name } }, i) => {
        const { finer, notNumbers, outside, noTimes } = counts[i] ?? noCounts(text);
        return [
          ...(finer > 0 ? [finerThanMicroseconds(name, finer)] : []),
          ...(notNumbers > 0 ? [notANumber(name, notNumbers)] : []),
          ...(outside > 0 ? [datesOutside(name, outside)] : []),
          ...(noTimes > 0 ? [timesOutside(name, noTimes)] : []),
        ];
      }),
    ],
  };
}

/** A file begins and ends with ARROW1; a stream begins with the mark of a message. */
function checkEnds(path: string): void {
  const file = new BinaryFile(path, format);
  try {
    const begin = file.bytes(0, Math.min(8, file.size)).toString('latin1');
    if (begin.startsWith('FEA1'))
      throw new AppError(
        'invalid_file',
        'This is a Feather file of version 1, which was given up in 2020.',
        {
          fix: 'Write it as Feather version 2 or Parquet (write_feather does so by default), then import it.',
        },
      );
    if (!begin.startsWith('ARROW1')) {
      if (begin.startsWith('\xff\xff\xff\xff')) return;
      throw damaged(format, 'it does not begin with ARROW1');
    }
    if (file.size < 20 || file.bytes(file.size - 6, 6).toString('latin1') !== 'ARROW1')
      throw damaged(format, 'it does not end with ARROW1, so it is cut short');
    const footer = file.bytes(file.size - 10, 4).readInt32LE();
    if (footer <= 0 || footer > file.size - 20)
      throw damaged(format, 'its list of batches has an impossible length');
  } finally {
    file.close();
  }
}

/** Reads the file; what the library says of a damaged one is said as such. */
async function withReader<Result>(
  path: string,
  work: (reader: RecordBatchReader) => Promise<Result>,
): Promise<Result> {
  const file = await open(path);
  try {
    const reader = await RecordBatchReader.from(file);
    await reader.open({ autoDestroy: false });
    return await work(reader);
  } catch (error) {
    throw damagedArrow(error);
  } finally {
    await file.close().catch(() => {});
  }
}

function damagedArrow(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof Error && /allocation failed|typed array length/i.test(error.message))
    return error;
  return new AppError(
    'invalid_file',
    'This Arrow file is damaged, or written in a way that is not known.',
    { fix: 'Write the file again where it comes from, then import it.' },
    { cause: error },
  );
}

async function* rowsOf(
  path: string,
  leaves: readonly Leaf[],
  counts: readonly Counts[],
): AsyncGenerator<Cell[][]> {
  const file = await open(path);
  try {
    const reader = await RecordBatchReader.from(file);
    await reader.open({ autoDestroy: false });
    for await (const batch of reader) yield* rowsOfBatch(batch, leaves, counts);
  } catch (error) {
    throw damagedArrow(error);
  } finally {
    await file.close().catch(() => {});
  }
}

function* rowsOfBatch(
  batch: RecordBatch,
  leaves: readonly Leaf[],
  counts: readonly Counts[],
): Generator<Cell[][]> {
  const readers = leaves.flatMap(({ path, type }, i) => {
    const count = counts[i];
    return count === undefined ? [] : [readerAt(batch.data, path, type, count)];
  });
  const { numRows } = batch;
  if (numRows > mostEmptyRows && leaves.every(({ type }) => DataType.isNull(type)))
    throw damaged(format, 'it states millions of rows and has no values');
  for (let from = 0; from < numRows; from += batchRows)
    yield Array.from({ length: Math.min(batchRows, numRows - from) }, (_, i) =>
      readers.map((read) => read(from + i)),
    );
}

/** Missing where a struct on the way is. */
function readerAt(
  data: Data,
  path: readonly number[],
  type: DataType,
  counts: Counts,
): (row: number) => Cell {
  let child = data;
  const structs: Data[] = [];
  for (const place of path) {
    const next = child.children[place];
    if (next === undefined) throw damaged(format, 'a batch has too few columns');
    if (child !== data) structs.push(child);
    child = next;
  }
  if (child.length < data.length) throw damaged(format, 'a column has fewer rows than its batch');
  for (const { nullCount, nullBitmap, length } of [...structs, child])
    if (nullCount > 0 && !DataType.isNull(type) && nullBitmap.length * 8 < length)
      throw damaged(format, 'a column has fewer values than rows');
  const read = cellReader(child, type, counts);
  return structs.length === 0
    ? read
    : (row) => (structs.every((struct) => struct.getValid(row)) ? read(row) : null);
}

function leavesOf(
  fields: readonly Field[],
  above: readonly string[] = [],
  path: readonly number[] = [],
): Leaf[] {
  if (above.length > 32) throw damaged(format, 'its structs are nested too deeply');
  return fields.flatMap(({ name, type, metadata }, i) => {
    const [names, places] = [
      [...above, name],
      [...path, i],
    ];
    if (type instanceof Struct && type.children.length > 0)
      return leavesOf(type.children, names, places);
    const { column, notes } = columnOf(names.join('.'), type);
    return [{ path: places, type, column: { ...column, ...saidIn(metadata, column) }, notes }];
  });
}

/** Durations are whole numbers of their unit. */
export const durationColumn = (name: string, { unit }: Duration): TypedColumn => ({
  ...plainColumn(name, 'number', 'BIGINT'),
  unit: ['s', 'ms', 'µs', 'ns'][unit] ?? '',
});

/** What a field is as a column. */
function columnOf(name: string, type: DataType): { column: TypedColumn; notes: Note[] } {
  const as = (column: TypedColumn, ...notes: Note[]) => ({ column, notes });
  const asText = (why: string) =>
    as(plainColumn(name, 'text'), formatNote('kept_as_text', why, name, 1));
  if (DataType.isDictionary(type)) return columnOf(name, type.dictionary);
  if (DataType.isBool(type)) return as(plainColumn(name, 'boolean'));
  if (DataType.isInt(type))
    return as(
      plainColumn(
        name,
        'number',
        type.bitWidth === 64 && !type.isSigned ? 'DECIMAL(20,0)' : 'BIGINT',
      ),
    );
  if (DataType.isFloat(type)) return as(plainColumn(name, 'number', 'DOUBLE'));
  if (DataType.isDecimal(type))
    return type.precision <= 38 && type.scale >= 0 && type.scale <= type.precision
      ? as(plainColumn(name, 'number', `DECIMAL(${type.precision},${type.scale})`))
      : asText('Decimals of more than 38 digits are kept as text.');
  if (DataType.isDate(type)) return as(plainColumn(name, 'date'));
  if (DataType.isTime(type)) return as(plainColumn(name, 'time'));
  if (DataType.isTimestamp(type)) {
    const zone = type.timezone ?? '';
    if (zone === '') return as(plainColumn(name, 'datetime'));
    return as(plainColumn(name, 'datetimetz'), ...keptInUtc(name, zone));
  }
  if (DataType.isDuration(type)) return as(durationColumn(name, type));
  if (type.typeId === Type.Utf8 || type.typeId === Type.LargeUtf8 || type.typeId === Type.Utf8View)
    return as(plainColumn(name, 'text'));
  if (DataType.isNull(type)) return as(plainColumn(name, 'text'));
  if ([Type.Binary, Type.LargeBinary, Type.FixedSizeBinary, Type.BinaryView].includes(type.typeId))
    return asText('Bytes are kept as text in base 64.');
  if (DataType.isList(type) || type.typeId === Type.LargeList || DataType.isFixedSizeList(type))
    return asText('Lists are kept as the text of their JSON.');
  if (DataType.isMap(type) || DataType.isStruct(type))
    return asText('Maps are kept as the text of their JSON.');
  throw new AppError(
    'invalid_file',
    `The column '${name.slice(0, 100)}' is of the type ${(Type[type.typeId] ?? '').slice(0, 60)}, which cannot be read.`,
    { fix: 'Leave the column out, or write it as text, then import the file again.' },
  );
}
