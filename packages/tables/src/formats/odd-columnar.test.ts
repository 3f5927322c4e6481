import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  Decimal,
  Dictionary,
  Field,
  Int32,
  List,
  makeData,
  makeVector,
  RecordBatchFileWriter,
  Table,
  TimeMicrosecond,
  TimeSecond,
  TimestampMillisecond,
  Utf8,
  Utf8View,
  vectorFromArray,
  type Vector,
} from 'apache-arrow';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
let folder: string;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
  folder = await mkdtemp(join(tmpdir(), 'columnist-odd-columnar-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const read = async (content: Buffer, name: string) => {
  const { storages, items, admitted } = await test.import(content, name);
  return {
    storages,
    items,
    notes: admitted.admission.notes.map(({ code, message, column, count }) => [
      code,
      message,
      column,
      count,
    ]),
  };
};

async function byArrow(columns: Record<string, Vector>): Promise<Buffer> {
  const writer = new RecordBatchFileWriter();
  writer.writeAll(new Table(columns));
  return Buffer.from(await writer.toUint8Array());
}

it('a decimal with more digits than its column states is the fault of the file', async () => {
  const values = vectorFromArray([new Uint32Array([12345, 0, 0, 0])], new Decimal(2, 4, 128));
  await expect(test.import(await byArrow({ a: values }), 'x.arrow')).rejects.toMatchObject({
    code: 'invalid_file',
    message:
      'This Arrow or Feather file is damaged: a value does not fit the type that the file states for its column.',
  });
});

it('byte order marks at the start of texts are left out of Parquet, and counted', async () => {
  const content = Buffer.from(
    parquetWriteBuffer({
      columnData: [{ name: 'a', data: ['\ufeffx', 'y', '\ufeffx'], type: 'STRING' }],
    }),
  );
  expect(await read(content, 'x.parquet')).toEqual({
    storages: ['VARCHAR'],
    items: [['x'], ['y'], ['x']],
    notes: [
      [
        'byte_order_marks',
        '2 byte order marks (U+FEFF) at the start of cells are left out.',
        'a',
        2,
      ],
    ],
  });
});

describe('times that are not within one day are missing, and counted', () => {
  const outside = (name: string) => [
    'read_as_missing',
    '2 times are not within one day and read as missing.',
    name,
    2,
  ];
  const seconds = [90_000, 3601, 0, 86_399, -5];
  const items = ['missing', '01:00:01', '00:00:00', '23:59:59', 'missing'].map((one) =>
    one === 'missing' ? [null, null] : [one, one],
  );

  it('of Arrow', async () => {
    const content = await byArrow({
      s: makeVector(makeData({ type: new TimeSecond(), data: Int32Array.from(seconds) })),
      us: makeVector(
        makeData({
          type: new TimeMicrosecond(),
          data: BigInt64Array.from(seconds, (one) => BigInt(one) * 1_000_000n),
        }),
      ),
    });
    expect(await read(content, 'x.arrow')).toEqual({
      storages: ['TIME', 'TIME'],
      items,
      notes: [outside('s'), outside('us')],
    });
  });

  it('of Parquet', async () => {
    const content = Buffer.from(
      parquetWriteBuffer({
        columnData: [
          { name: 'ms', data: seconds.map((one) => one * 1000) },
          { name: 'us', data: seconds.map((one) => BigInt(one) * 1_000_000n) },
        ],
        schema: [
          { name: 'root', num_children: 2 },
          {
            name: 'ms',
            type: 'INT32',
            converted_type: 'TIME_MILLIS',
            repetition_type: 'REQUIRED',
          },
          {
            name: 'us',
            type: 'INT64',
            converted_type: 'TIME_MICROS',
            repetition_type: 'REQUIRED',
          },
        ],
      }),
    );
    expect(await read(content, 'x.parquet')).toEqual({
      storages: ['TIME', 'TIME'],
      items,
      notes: [outside('ms'), outside('us')],
    });
  });
});

it('texts of Arrow that are not UTF-8 are read as windows-1252, and counted', async () => {
  const content = await byArrow({
    t: makeVector(
      makeData({
        type: new Utf8(),
        valueOffsets: Int32Array.of(0, 2, 4),
        data: Buffer.from('5ae9c3a9', 'hex'),
      }),
    ),
  });
  expect(await read(content, 'x.arrow')).toEqual({
    storages: ['VARCHAR'],
    items: [['Zé'], ['é']],
    notes: [
      [
        'transcoded',
        '1 text is not written in the stated encoding utf-8, and read as windows-1252.',
        null,
        1,
      ],
    ],
  });
});

it('dates of Parquet are checked by their values, whatever the file states as their limits', async () => {
  const path = join(folder, 'limits.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(
    `copy (select * from (values (date '1970-01-01' - 800000), (date '2022-01-08'), (date '1970-01-01' + 3000000)) t(d)) to '${path}' (format parquet, compression uncompressed)`,
  );
  connection.closeSync();
  instance.closeSync();
  const content = await readFile(path);
  const footer = content.length - 8 - content.readUInt32LE(content.length - 8);
  const days = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(value);
    return bytes;
  };
  for (const [from, to] of [
    [-800_000, 18_000],
    [3_000_000, 20_000],
  ] as const) {
    let at = content.indexOf(days(from), footer);
    expect(at).toBeGreaterThan(0);
    for (; at !== -1; at = content.indexOf(days(from), at)) days(to).copy(content, at);
  }
  expect(await read(content, 'x.parquet')).toEqual({
    storages: ['DATE'],
    items: [[null], ['2022-01-08'], [null]],
    notes: [
      ['read_as_missing', '2 dates are not of the years 1 to 9999 and read as missing.', 'd', 2],
    ],
  });
});

it('text that is packed with Zstandard behind a frame to be skipped', async () => {
  const skipped = Buffer.from('502a4d18030000000102ff', 'hex');
  const content = Buffer.concat([skipped, zstdCompressSync(Buffer.from('a,b\n1,2\n3,4\n'))]);
  expect((await test.read(content)).items).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(await test.refusal(skipped.subarray(0, 9))).toMatchObject({
    code: 'invalid_file',
    message: 'The file is packed with Zstandard and is damaged or ends too early.',
  });
});

it('a small Arrow file that names one long text in each row is refused before much is written', async () => {
  const a = makeVector(
    makeData({
      type: new Dictionary(new Utf8(), new Int32()),
      data: new Int32Array(320),
      dictionary: vectorFromArray(['x'.repeat(1024 * 1024)], new Utf8()),
    }),
  );
  await expect(test.import(await byArrow({ a }), 'dictionary.arrow')).rejects.toMatchObject({
    code: 'invalid_file',
    message: 'The table has more than 256 MB of text.',
    details: { fix: 'Split it into several files, or keep fewer columns.' },
  });
});

describe('views of texts', () => {
  /** Each text of 12 bytes and less is within its view, the others are in a buffer beside. */
  const viewsOf = (texts: readonly Buffer[], from = 0) => {
    const views = Buffer.alloc(16 * texts.length);
    let at = from;
    for (const [i, text] of texts.entries()) {
      views.writeInt32LE(text.length, 16 * i);
      text.copy(views, 16 * i + 4, 0, text.length > 12 ? 4 : text.length);
      if (text.length <= 12) continue;
      views.writeInt32LE(at, 16 * i + 12);
      at += text.length;
    }
    const beside = Buffer.concat(texts.filter(({ length }) => length > 12));
    return byArrow({
      v: makeVector(
        makeData({
          type: new Utf8View(),
          length: texts.length,
          views: new Uint8Array(views),
          variadicBuffers: [new Uint8Array(beside)],
        }),
      ),
    });
  };

  it('are read as texts, and bytes that are none as windows-1252, with a note', async () => {
    const texts = ['Zoë', 'more than twelve bytes ü', 'twelve bytes'].map((text) =>
      Buffer.from(text),
    );
    const odd = ['a\u00ffb', 'more than twelve bytes \u00e9'].map((text) =>
      Buffer.from(text, 'latin1'),
    );
    expect(await read(await viewsOf([...texts, ...odd]), 'x.arrow')).toEqual({
      storages: ['VARCHAR'],
      items: [
        ['Zoë'],
        ['more than twelve bytes ü'],
        ['twelve bytes'],
        ['aÿb'],
        ['more than twelve bytes é'],
      ],
      notes: [
        [
          'transcoded',
          '2 texts are not written in the stated encoding utf-8, and read as windows-1252.',
          null,
          2,
        ],
      ],
    });
  });

  it('that lie outside of their buffer are refused', async () => {
    const content = await viewsOf([Buffer.from('more than twelve bytes')], 5);
    await expect(read(content, 'x.arrow')).rejects.toMatchObject({
      code: 'invalid_file',
      message: expect.stringContaining('a text lies outside of its column'),
    });
  });
});

describe('moments within lists are written as moments of a column are', () => {
  it('of Arrow', async () => {
    const moments = (zone?: string) =>
      makeVector(
        makeData({
          type: new List(new Field('item', new TimestampMillisecond(zone), true)),
          length: 1,
          valueOffsets: Int32Array.from([0, 2]),
          child: makeData({
            type: new TimestampMillisecond(zone),
            data: BigInt64Array.from([1_709_209_800_123n, -1n]),
          }),
        }),
      );
    const content = await byArrow({ local: moments(), zoned: moments('Europe/Berlin') });
    expect((await read(content, 'x.arrow')).items).toEqual([
      [
        '["2024-02-29T12:30:00.123","1969-12-31T23:59:59.999"]',
        '["2024-02-29T12:30:00.123Z","1969-12-31T23:59:59.999Z"]',
      ],
    ]);
  });

  it('of Parquet', async () => {
    const path = join(folder, 'moments.parquet');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(
      `copy (select [timestamp '2024-02-29 12:30:00.5', null] as local,
        [timestamptz '2024-02-29 12:30:00+02'] as zoned,
        [[{moment: timestamp_ns '1969-12-31 23:59:59.123456789', "a b": 'x 1'}], null] as deep,
        map {timestamp '2024-01-01': timestamptz '2024-01-01 00:00:00+00'} as by_time,
        [date '2024-02-29'] as days, null::timestamp[] as none) to '${path}' (format parquet)`,
    );
    connection.closeSync();
    instance.closeSync();
    expect((await read(await readFile(path), 'x.parquet')).items).toEqual([
      [
        '["2024-02-29T12:30:00.5",null]',
        '["2024-02-29T10:30:00Z"]',
        '[[{"moment":"1969-12-31T23:59:59.123456789","a b":"x 1"}],null]',
        '{"2024-01-01T00:00:00":"2024-01-01T00:00:00Z"}',
        '["2024-02-29"]',
        null,
      ],
    ]);
  });
});

it('lists are the text of JSON, whatever is in them', async () => {
  const path = join(folder, 'lists.parquet');
  const database = await DuckDBInstance.create();
  const connection = await database.connect();
  try {
    await connection.run(
      "copy (select [0.5, 'nan'::double, 'infinity'::double, null] as d, ['\\x00\\xFF'::blob] as b) " +
        `to '${path}' (format parquet)`,
    );
  } finally {
    connection.closeSync();
    database.closeSync();
  }
  const { items, messages } = await test.import(await readFile(path), 'x.parquet');
  const lists: unknown[] = items.flat().map((cell) => JSON.parse(String(cell)));
  expect([lists, messages]).toEqual([
    [[0.5, null, 'inf', null], ['AP8=']],
    ['Lists are kept as the text of their JSON.', 'Lists are kept as the text of their JSON.'],
  ]);
});
