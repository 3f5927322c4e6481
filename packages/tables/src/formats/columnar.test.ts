import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  Bool,
  compressionRegistry,
  CompressionType,
  DateDay,
  Decimal,
  Dictionary,
  Field,
  Float32,
  Float64,
  Int32,
  Int64,
  List,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Struct,
  Table,
  TimestampMicrosecond,
  TimestampNanosecond,
  Uint64,
  Utf8,
  makeData,
  makeVector,
  vectorFromArray,
  Binary,
  type Vector,
} from 'apache-arrow';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { compressFrameSync } from 'lz4-napi';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
let folder: string;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
  folder = await mkdtemp(join(tmpdir(), 'columnist-columnar-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

let files = 0;
/** A file that DuckDB writes. */
async function byDuckDb(query: string, options: string): Promise<Buffer> {
  files += 1;
  const path = join(folder, `${files}.out`);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`copy (${query}) to '${path}' (${options})`);
  connection.closeSync();
  instance.closeSync();
  return readFile(path);
}

const typed = `select * from (values
  (true, 9223372036854775807::bigint, 18446744073709551615::ubigint, 0.1::float, -1e300::double,
   12345678901234.5678::decimal(18,4), date '1959-12-31', time '23:59:59.000001',
   timestamp '2024-02-29 12:30:00.123456', timestamptz '2024-01-01 12:00:00+02', 'Zoë, "x"', 'a'),
  (null, null, null, null, null, null, null, null, null, null, null, null),
  (false, -1, 0, 'nan'::float, 'inf'::double, -0.5, date '9999-12-31', time '00:00:00',
   timestamp '1970-01-01 00:00:00', timestamptz '1900-01-01 00:00:00+00', 'O-123', 'b'))
  t(flag, big, unsigned, single, double, price, day, clock, moment, instant, text, level)`;

const typedRows = [
  [
    true,
    '9223372036854775807',
    '18446744073709551615',
    0.10000000149011612,
    -1e300,
    '12345678901234.5678',
    '1959-12-31',
    '23:59:59.000001',
    '2024-02-29T12:30:00.123456',
    '2024-01-01T10:00:00Z',
    'Zoë, "x"',
    'a',
  ],
  Array.from({ length: 12 }, () => null),
  [
    false,
    '-1',
    '0',
    null,
    'Infinity',
    '-0.5',
    '9999-12-31',
    '00:00:00',
    '1970-01-01T00:00:00',
    '1900-01-01T00:00:00Z',
    'O-123',
    'b',
  ],
];
const typedStorages = [
  'BOOLEAN',
  'BIGINT',
  'DECIMAL(20,0)',
  'DOUBLE',
  'DOUBLE',
  'DECIMAL(18,4)',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMPTZ',
  'VARCHAR',
  'VARCHAR',
];

describe('Parquet', () => {
  it.each([
    'compression uncompressed',
    'compression snappy',
    'compression gzip',
    'compression zstd',
    'compression lz4_raw',
    'compression brotli',
    'parquet_version v2',
    'row_group_size 2048',
  ])('by DuckDB with %s', async (options) => {
    const { storages, items, messages } = await test.import(
      await byDuckDb(typed, `format parquet, ${options}`),
      'x.parquet',
    );
    expect({ storages, items, messages }).toEqual({
      storages: typedStorages,
      items: typedRows,
      messages: ['1 cell is NaN and read as missing.'],
    });
  });

  it('decimals in lists and maps have a digit before the point, as JSON asks', async () => {
    const query =
      "select [0.25::decimal(20,20), -0.5::decimal(20,20), null] as list, map {'k': 0.5::decimal(38,38)} as map";
    const { items } = await test.import(await byDuckDb(query, 'format parquet'), 'x.parquet');
    const zeros = (count: number): string => '0'.repeat(count);
    expect(items).toEqual([
      [`[0.25${zeros(18)},-0.5${zeros(19)},null]`, `{"k":"0.5${zeros(37)}"}`],
    ]);
  });

  it('nested columns: structs by path, lists and maps as JSON, bytes in base 64, 128 bits as text', async () => {
    const query = `select {'city': 'Bern', 'at': {'x': 1.5, 'y': null::double}} as address, [1, null, 3] as list,
      map {'a': 1} as map, '\\xFF'::blob as bytes, 'plain'::blob as texts, 170141183460469231731687303715884105727::hugeint as huge`;
    const { names, items, messages } = await test.import(
      await byDuckDb(query, 'format parquet'),
      'x.parquet',
    );
    expect({ names, items, messages }).toEqual({
      names: [
        'address.city',
        'address.at.x',
        'address.at.y',
        'list',
        'map',
        'bytes',
        'texts',
        'huge',
      ],
      items: [
        [
          'Bern',
          1.5,
          null,
          '[1,null,3]',
          '{"a":1}',
          '/w==',
          'plain',
          170141183460469231731687303715884105727,
        ],
      ],
      messages: [
        'Lists are kept as the text of their JSON.',
        'Maps are kept as the text of their JSON.',
        'Bytes are kept as text in base 64.',
        'Its bytes are not marked as text and are UTF-8 throughout: they are read as text.',
      ],
    });
  });

  it('times finer than a microsecond, and dates beyond the calendar, are said', async () => {
    const query = `select timestamp_ns '2024-01-01 00:00:00.123456789' as fine, date '0044-03-15 (BC)' as ides, 'infinity'::timestamp as never`;
    const { items, messages } = await test.import(
      await byDuckDb(query, 'format parquet'),
      'x.parquet',
    );
    expect({ items, messages }).toEqual({
      items: [['2024-01-01T00:00:00.123456', null, null]],
      messages: [
        '1 time is finer than a microsecond: what is beyond it is cut off.',
        '1 date is not of the years 1 to 9999 and read as missing.',
        '1 date is not of the years 1 to 9999 and read as missing.',
      ],
    });
  });

  it('refuses decimals that are longer than the database reads', async () => {
    const bytes = Buffer.from(
      parquetWriteBuffer({
        columnData: [{ name: 'amount', data: [15n, -20n] }],
        schema: [
          { name: 'root', num_children: 1 },
          {
            name: 'amount',
            type: 'INT64',
            converted_type: 'DECIMAL',
            precision: 50,
            scale: 2,
            repetition_type: 'REQUIRED',
          },
        ],
      }),
    );
    await expect(test.import(bytes, 'x.parquet')).rejects.toMatchObject({
      code: 'invalid_file',
      message: "Column 'amount' holds decimals of 50 digits; at most 38 can be read.",
    });
  });

  it('by hyparquet, with names that differ in case alone', async () => {
    const bytes = Buffer.from(
      parquetWriteBuffer({
        columnData: [
          { name: 'a', data: [1, 2, 3], type: 'INT32' },
          { name: 'A', data: ['x', 'y', 'ü'], type: 'STRING' },
          { name: 'flag', data: [true, false, true], type: 'BOOLEAN' },
          { name: 'd', data: [0.5, -1.25, 1e-300], type: 'DOUBLE' },
        ],
      }),
    );
    const { names, items } = await test.import(bytes, 'x.parquet');
    expect({ names, items }).toEqual({
      names: ['a', 'A', 'flag', 'd'],
      items: [
        [1, 'x', true, 0.5],
        [2, 'y', false, -1.25],
        [3, 'ü', true, 1e-300],
      ],
    });
  });
});

/** Packs as Arrow asks for, and keeps what was packed. */
const packed: { frame: Buffer; size: number }[] = [];
const keeping = (pack: (data: Uint8Array) => Buffer) => ({
  encode: (data: Uint8Array) => {
    const frame = pack(data);
    packed.push({ frame, size: data.length });
    return frame;
  },
});
const lz4 = keeping((data) => compressFrameSync(Buffer.from(data), { contentChecksum: true }));
const zstd = keeping((data) => zstdCompressSync(data));

/** A table of Arrow as a file or a stream, its buffers compressed or not. */
async function byArrow(
  columns: Record<string, Vector>,
  form: 'file' | 'stream',
  compression: CompressionType | null,
  statesSizes = true,
): Promise<Buffer> {
  packed.length = 0;
  if (compression !== null)
    compressionRegistry.set(compression, compression === CompressionType.ZSTD ? zstd : lz4);
  const Writer = form === 'file' ? RecordBatchFileWriter : RecordBatchStreamWriter;
  const writer = new Writer(compression === null ? {} : { compressionType: compression });
  writer.writeAll(new Table(columns));
  const bytes = Buffer.from(await writer.toUint8Array());
  // The library writes the size of the packed bytes where that of the unpacked ones belongs.
  if (statesSizes)
    for (const { frame, size } of packed) {
      const at = bytes.indexOf(frame);
      if (at >= 0) bytes.writeBigInt64LE(BigInt(size), at - 8);
    }
  return bytes;
}

const raw = (type: TimestampMicrosecond | TimestampNanosecond, values: bigint[]): Vector =>
  makeVector(makeData({ type, data: BigInt64Array.from(values) }));

const arrowColumns = (): Record<string, Vector> => ({
  flag: vectorFromArray([true, null, false], new Bool()),
  whole: vectorFromArray([1, null, -2147483648], new Int32()),
  big: vectorFromArray([9223372036854775807n, null, -1n], new Int64()),
  unsigned: vectorFromArray([18446744073709551615n, null, 0n], new Uint64()),
  single: vectorFromArray([0.1, null, Number.NaN], new Float32()),
  double: vectorFromArray([-1e300, null, Infinity], new Float64()),
  day: vectorFromArray([new Date('1959-12-31'), null, new Date('2024-02-29')], new DateDay()),
  text: vectorFromArray(['Zoë, "x"', null, 'O-123'], new Utf8()),
  level: vectorFromArray(['a', null, 'a'], new Dictionary(new Utf8(), new Int32())),
  list: vectorFromArray([[1, null], null, []], new List(new Field('item', new Int32(), true))),
  at: vectorFromArray(
    [{ x: 1.5, y: 'q' }, null, { x: null, y: null }],
    new Struct([new Field('x', new Float64(), true), new Field('y', new Utf8(), true)]),
  ),
});
const arrowRows = [
  [
    true,
    1,
    '9223372036854775807',
    '18446744073709551615',
    0.10000000149011612,
    -1e300,
    '1959-12-31',
    'Zoë, "x"',
    'a',
    '[1,null]',
    1.5,
    'q',
  ],
  Array.from({ length: 12 }, () => null),
  [false, -2147483648, '-1', '0', null, 'Infinity', '2024-02-29', 'O-123', 'a', '[]', null, null],
];

describe('Arrow', () => {
  it.each([
    ['file', null],
    ['file', CompressionType.LZ4_FRAME],
    ['file', CompressionType.ZSTD],
    ['stream', null],
    ['stream', CompressionType.LZ4_FRAME],
    ['stream', CompressionType.ZSTD],
  ] as const)('as a %s with compression %s', async (form, compression) => {
    const bytes = await byArrow(arrowColumns(), form, compression, form === 'file');
    const { names, items, messages } = await test.import(
      bytes,
      form === 'file' ? 'x.feather' : 'x.arrows',
    );
    expect({ names, items, messages }).toEqual({
      names: [
        'flag',
        'whole',
        'big',
        'unsigned',
        'single',
        'double',
        'day',
        'text',
        'level',
        'list',
        'at.x',
        'at.y',
      ],
      items: arrowRows,
      messages: ['Lists are kept as the text of their JSON.', '1 cell is NaN and read as missing.'],
    });
  });

  it('moments to their last digit, decimals, and bytes', async () => {
    const bytes = await byArrow(
      {
        micro: raw(new TimestampMicrosecond(), [1709209800123456n, -1n]),
        nano: raw(new TimestampNanosecond('Europe/Zurich'), [1709209800123456789n, 1000n]),
        price: vectorFromArray(
          [
            Uint32Array.of(1, 0, 0, 0),
            Uint32Array.of(0xffffff9c, 0xffffffff, 0xffffffff, 0xffffffff),
          ],
          new Decimal(2, 20),
        ),
        bytes: vectorFromArray([Uint8Array.of(0, 255), Uint8Array.of()], new Binary()),
      },
      'file',
      null,
    );
    const { storages, items, messages } = await test.import(bytes, 'x.arrow');
    expect({ storages, items, messages }).toEqual({
      storages: ['TIMESTAMP', 'TIMESTAMPTZ', 'DECIMAL(20,2)', 'VARCHAR'],
      items: [
        ['2024-02-29T12:30:00.123456', '2024-02-29T12:30:00.123456Z', 0.01, 'AP8='],
        ['1969-12-31T23:59:59.999999', '1970-01-01T00:00:00.000001Z', -1, null],
      ],
      messages: [
        'Its times are of the zone Europe/Zurich and kept in UTC.',
        'Bytes are kept as text in base 64.',
        '1 time is finer than a microsecond: what is beyond it is cut off.',
        '1 empty text is read as missing.',
      ],
    });
  });

  it('many batches of many rows, as a long frame of LZ4 is', async () => {
    const n = 200_000;
    const texts = Array.from({ length: n }, (_, i) => `name ${i % 977} of ${'x'.repeat(i % 50)}`);
    const bytes = await byArrow(
      {
        id: vectorFromArray(
          Array.from({ length: n }, (_, i) => i),
          new Int32(),
        ),
        text: vectorFromArray(texts, new Utf8()),
      },
      'file',
      CompressionType.LZ4_FRAME,
    );
    const { admitted, items } = await test.import(bytes, 'x.feather');
    expect(admitted.rowCount).toBe(n);
    expect(items).toEqual(texts.slice(0, 1000).map((text, i) => [i, text]));
  });
});
