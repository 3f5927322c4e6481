import {
  Bool,
  DateDay,
  Decimal,
  Field,
  Float64,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  Schema,
  Struct,
  TimeMicrosecond,
  TimestampMicrosecond,
  Utf8,
  type Data,
  type DataType,
} from 'apache-arrow';
import { decimalOf, kindOf, type FieldColumn } from '../../table/table-column.ts';
import { clockParts, momentParts } from '../moment-parts.ts';
import type { ExportedRows, ExportedValue } from '../open-rows.ts';
import { orderOf } from '../left-out.ts';
import { OutputFile } from '../output-file.ts';

/**
 * Writes rows as an Arrow file (Feather version 2) with the types of the columns; what is said
 * about them is metadata of the fields.
 */
export async function writeArrow(rows: ExportedRows, to: string): Promise<void> {
  const plans = rows.columns.map(planOf);
  const schema = new Schema(
    rows.columns.map((column, i) => {
      const { type } = plans[i] ?? planOf(column);
      return new Field(column.name, type, true, metadataOf(column));
    }),
  );
  async function* batches(): AsyncGenerator<RecordBatch> {
    for await (const batch of rows.batches()) {
      const children = plans.map(({ build }, i) => build(batch.map((row) => row[i] ?? null)));
      yield new RecordBatch(
        schema,
        makeData({ type: new Struct(schema.fields), length: batch.length, nullCount: 0, children }),
      );
    }
  }
  await OutputFile.write(to, async (file) => {
    const writer = new RecordBatchFileWriter();
    writer.reset(undefined, schema);
    const written = (async () => {
      for await (const batch of batches()) writer.write(batch);
      writer.finish();
    })();
    // Else what is read of the writer would wait for rows that do not come.
    written.catch(() => writer.close());
    for await (const bytes of writer) await file.add(Buffer.from(bytes));
    await written;
  });
}

interface Plan {
  readonly type: DataType;
  readonly build: (values: readonly ExportedValue[]) => Data;
}

function metadataOf(column: FieldColumn): Map<string, string> {
  const { label, unit, description, value_labels: labels, type, stored } = column;
  const { levels, reference } = orderOf(column);
  const said = {
    label,
    unit,
    description,
    value_labels: labels === undefined ? undefined : JSON.stringify(labels),
    levels: levels === undefined ? undefined : JSON.stringify(levels),
    reference,
    // Else the field has it.
    type: stored === undefined ? undefined : type,
  };
  return new Map(
    Object.entries(said).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
}

function planOf(column: FieldColumn): Plan {
  const { storage } = column;
  switch (kindOf(storage)) {
    case 'whole':
      return storage === 'BIGINT'
        ? bigPlan(new Int64(), BigInt)
        : decimalPlan({ precision: 38, scale: 0 });
    case 'decimal':
      return decimalPlan(decimalOf(storage) ?? { precision: 38, scale: 0 });
    case 'boolean':
      return { type: new Bool(), build: booleans };
    case 'date':
      return {
        type: new DateDay(),
        build: (values) =>
          makeData({
            type: new DateDay(),
            ...presence(values),
            data: Int32Array.from(values, (value) =>
              value === null ? 0 : momentParts(String(value)).day,
            ),
          }),
      };
    case 'time':
      return bigPlan(new TimeMicrosecond(), (text) => BigInt(clockParts(text)));
    case 'moment':
      return bigPlan(new TimestampMicrosecond(), sinceEpoch);
    case 'zoned':
      return bigPlan(new TimestampMicrosecond('UTC'), sinceEpoch);
    case 'double':
      return {
        type: new Float64(),
        build: (values) =>
          makeData({
            type: new Float64(),
            ...presence(values),
            data: Float64Array.from(values, (value) => (value === null ? 0 : Number(value))),
          }),
      };
    case 'text':
      return { type: new Utf8(), build: texts };
  }
}

/** Microseconds since 1970. */
function sinceEpoch(text: string): bigint {
  const { day, microseconds } = momentParts(text);
  return BigInt(day) * 86_400_000_000n + BigInt(microseconds);
}

/** Length, and a bit for every value that is present. */
function presence(values: readonly ExportedValue[]): {
  length: number;
  nullCount: number;
  nullBitmap: Uint8Array;
} {
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 64) * 8);
  let nullCount = 0;
  values.forEach((value, i) => {
    if (value === null) nullCount += 1;
    else nullBitmap[i >> 3] = (nullBitmap[i >> 3] ?? 0) | (1 << (i & 7));
  });
  return { length: values.length, nullCount, nullBitmap };
}

function bigPlan(
  type: Int64 | TimeMicrosecond | TimestampMicrosecond,
  whole: (text: string) => bigint,
): Plan {
  return {
    type,
    build: (values) => {
      const data = BigInt64Array.from(values, (value) =>
        value === null ? 0n : inRange(whole(String(value))),
      );
      return type instanceof Int64
        ? makeData({ type, ...presence(values), data })
        : type instanceof TimeMicrosecond
          ? makeData({ type, ...presence(values), data })
          : makeData({ type, ...presence(values), data });
    },
  };
}

/** An array of 64-bit integers takes the last bits of larger ones, and says nothing. */
function inRange(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw new Error(`${value} has more than 64 bits.`);
  return value;
}

function booleans(values: readonly ExportedValue[]): Data {
  const data = new Uint8Array(Math.ceil(values.length / 64) * 8);
  values.forEach((value, i) => {
    if (value === true) data[i >> 3] = (data[i >> 3] ?? 0) | (1 << (i & 7));
  });
  return makeData({ type: new Bool(), ...presence(values), data });
}

function texts(values: readonly ExportedValue[]): Data {
  const pieces = values.map((value) =>
    value === null ? Buffer.alloc(0) : Buffer.from(String(value)),
  );
  const valueOffsets = new Int32Array(values.length + 1);
  pieces.forEach((piece, i) => {
    valueOffsets[i + 1] = (valueOffsets[i] ?? 0) + piece.length;
  });
  return makeData({
    type: new Utf8(),
    ...presence(values),
    valueOffsets,
    data: new Uint8Array(Buffer.concat(pieces)),
  });
}

function decimalPlan({
  precision,
  scale,
}: {
  readonly precision: number;
  readonly scale: number;
}): Plan {
  const type = new Decimal(scale, precision, 128);
  return {
    type,
    build: (values) => {
      const data = new Uint32Array(4 * values.length);
      values.forEach((value, i) => {
        if (value === null) return;
        const found = /^(-?\d+)(?:\.(\d+))?$/.exec(String(value));
        if (found === null) throw new Error(`${String(value).slice(0, 50)} is no decimal.`);
        const [, whole = '', fraction = ''] = found;
        let rest = BigInt.asUintN(128, BigInt(whole + fraction.padEnd(scale, '0')));
        for (let word = 0; word < 4; word += 1, rest >>= 32n)
          data[4 * i + word] = Number(rest & 0xffffffffn);
      });
      return makeData({ type, ...presence(values), data });
    },
  };
}
