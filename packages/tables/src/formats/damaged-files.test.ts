import { AppError } from '@columnist/contract';
import { ofRuns } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  compressionRegistry,
  CompressionType,
  Dictionary,
  Int32,
  RecordBatchFileWriter,
  Table,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import fc from 'fast-check';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deflateSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openJson } from './json/open-json.ts';
import { listXpt, openXpt } from './sas/read-xpt.ts';
import { openSav } from './spss/read-sav.ts';
import { openDta } from './stata/read-dta.ts';
import type { TypedTable } from './typed-table.ts';

let test: TestEngine;
const folder = mkdtempSync(join(tmpdir(), 'columnist-hostile-'));
beforeAll(async () => {
  test = await openTestEngine({ workers: 1, memoryMb: 2048 });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

const sample = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'samples', name));
const open: Readonly<Record<string, (path: string) => TypedTable | Promise<TypedTable>>> = {
  sav: openSav,
  zsav: openSav,
  dta: openDta,
  xpt: (path) => (listXpt(path).length === 0 ? openXpt(path, 0) : openXpt(path, 0)),
  json: (path) => openJson(path),
  jsonl: (path) => openJson(path),
};
const endingOf = (name: string): string => name.split('.').at(-1) ?? '';

/** Reads all rows of the bytes, by the reader itself: their number, or how they are refused. */
async function rowsOf(name: string, bytes: Uint8Array): Promise<number | AppError> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  try {
    const table = await open[endingOf(name)]?.(path);
    let rows = 0;
    for await (const batch of table?.rows() ?? []) rows += batch.length;
    return rows;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const files = [
  'haven-byte.sav',
  'haven-none.sav',
  'haven-declared.sav',
  'pspp.zsav',
  'haven-8.dta',
  'haven-13.dta',
  'haven-strl-15.dta',
  'pandas-117.dta',
  'haven-8.xpt',
  'haven-missing.xpt',
  'pandas-records.json',
  'pandas-lines.jsonl',
];

describe.each(files)('%s', (name) => {
  const bytes = sample(name);

  it('is refused wherever it is cut off', async () => {
    for (let part = 0; part < 20; part += 1) {
      const found = await rowsOf(name, bytes.subarray(0, Math.floor((bytes.length * part) / 20)));
      // Lines of 80 bytes, and lines of JSON, may end with a row.
      if (/xpt|jsonl/.test(name) && typeof found === 'number') expect(found).toBeLessThanOrEqual(6);
      else expect(found, `${part} of 20 parts`).toMatchObject({ code: 'invalid_file' });
    }
  });

  it('is read or refused whichever bytes are changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff)), {
          minLength: 1,
          maxLength: 6,
        }),
        async (changes) => {
          const changed = Buffer.from(bytes);
          for (const [at, value] of changes) changed[at] = value;
          const found = await rowsOf(name, changed);
          if (typeof found === 'number') expect(found).toBeLessThan(10_000);
          else expect(found).toMatchObject({ code: 'invalid_file' });
        },
      ),
      ofRuns(40, 2000),
    );
  });
});

/** What the workers answer to such a file. */
async function refusal(bytes: Buffer, name: string): Promise<{ code: string; message: string }> {
  const reason: unknown = await test.import(bytes, name).then(
    ({ admitted }) => ({ code: 'read', message: `${admitted.rowCount} rows` }),
    (error: unknown) => error,
  );
  if (reason instanceof AppError) return { code: reason.code, message: reason.message };
  if (typeof reason === 'object' && reason !== null && 'code' in reason && 'message' in reason)
    return { code: String(reason.code), message: String(reason.message) };
  throw reason;
}

describe('files that are made to mislead', () => {
  it('a zsav whose blocks unpack to more than they state', async () => {
    const bytes = Buffer.from(sample('pspp.zsav'));
    const at = Number(bytes.readBigInt64LE(bytes.length - 24 + 8));
    const bomb = deflateSync(Buffer.alloc(60_000_000));
    const trailer = Buffer.from(bytes.subarray(bytes.length - 48));
    trailer.writeInt32LE(bomb.length, 44);
    const header = Buffer.from(bytes.subarray(0, at));
    header.writeBigInt64LE(BigInt(at + bomb.length), at - 16);
    header.writeBigInt64LE(48n, at - 8);
    trailer.writeInt32LE(0x3ff000, 40);
    expect(await refusal(Buffer.concat([header, bomb, trailer]), 'x.zsav')).toEqual({
      code: 'invalid_file',
      message: 'This SPSS file is damaged: its compressed block 1 cannot be unpacked.',
    });
  });

  it('a Stata file that states a billion rows', async () => {
    const bytes = Buffer.from(sample('haven-8.dta'));
    bytes.writeInt32LE(1_000_000_000, 6);
    expect(await refusal(bytes, 'x.dta')).toEqual({
      code: 'invalid_file',
      message: expect.stringMatching(
        /^This Stata file is damaged: it states 1000000000 rows of \d+ bytes and is shorter\.$/,
      ),
    });
  });

  it.each([
    [
      'nested a million deep',
      `[${'['.repeat(1_000_000)}`,
      'This file is not JSON that can be read: record 1 is nested more than 64 deep.',
    ],
    [
      'nested deep within an object',
      `{"a":${'{"a":'.repeat(100_000)}`,
      'This file is not JSON that can be read: record 1 is nested more than 64 deep.',
    ],
    [
      'a record of 20 megabytes',
      `[{"a":"${'x'.repeat(20_000_000)}"}]`,
      'This file is not JSON that can be read: record 1 has more than 16777216 bytes.',
    ],
    [
      'a list that does not end',
      '[{"a":1},{"a":2}',
      'This file is not JSON that can be read: it is cut short.',
    ],
    [
      'a record of a list that does not end',
      '[{"a":1},\n{"a":2',
      'This file is not JSON that can be read: record 2, which begins on line 2, does not end, or the file is cut short.',
    ],
    [
      'a line without its end',
      '{"a":1}\n{"a":2\n{"a":3}',
      'This file is not JSON that can be read: record 2, which begins on line 2, does not end, or the file is cut short.',
    ],
    [
      'NaN behind a digit',
      '[{"a":1},\n{"a":1NaN}]',
      'This file is not JSON that can be read: record 2 is not JSON (line 2).',
    ],
    [
      'records without commas',
      '[{"a":1} {"a":2}]',
      'This file is not JSON that can be read: there is no comma after record 1.',
    ],
    [
      'what no parser takes',
      '[{"a":tru}]',
      'This file is not JSON that can be read: record 1 is not JSON (line 1).',
    ],
  ])('JSON, %s', async (_, text, message) => {
    expect(await refusal(Buffer.from(text), 'x.json')).toEqual({ code: 'invalid_file', message });
  });

  it('JSON with ten million names', async () => {
    const parts: string[] = [];
    for (let i = 0; i < 10_000_000; i += 1_000)
      parts.push(
        `{${Array.from({ length: 1000 }, (_, k) => `"${(i + k).toString(36)}":1`).join(',')}}`,
      );
    expect(await refusal(Buffer.from(parts.join('\n')), 'x.jsonl')).toEqual({
      code: 'invalid_file',
      message: 'Its records have more than 2000 different names; at most 2000 columns can be read.',
    });
  });

  it('JSON with more names than columns in one record, before it is parsed', async () => {
    const names = (n: number): string =>
      Array.from({ length: n }, (_, i) => `"k${i}":{"n":${i}}`).join(',');
    const parse = vi.spyOn(JSON, 'parse');
    expect(await rowsOf('x.json', Buffer.from(`[{${names(2001)}}]`))).toMatchObject({
      code: 'invalid_file',
      message: 'Its records have more than 2000 different names; at most 2000 columns can be read.',
    });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
    // Names in lists are text of one cell, and those of objects that hold others are no columns.
    expect(
      await rowsOf('x.json', Buffer.from(`[{${names(1999)},"list":[{${names(2001)}}]}]`)),
    ).toBe(1);
  });

  it('JSON with names of our own objects', async () => {
    const text =
      '[{"__proto__":{"polluted":1},"constructor":2,"toString":3},{"__proto__":{"polluted":4}}]';
    const { names, items } = await test.import(Buffer.from(text), 'x.json');
    expect({ names, items, polluted: Reflect.get({}, 'polluted') as unknown }).toEqual({
      names: ['__proto__.polluted', 'constructor', 'toString'],
      items: [
        [1, 2, 3],
        [4, null, null],
      ],
      polluted: undefined,
    });
  });

  it('SQLite with triggers, views, virtual tables and computed columns runs nothing', async () => {
    const path = join(folder, 'hostile.db');
    rmSync(path, { force: true });
    const database = new DatabaseSync(path);
    database.exec(`
      create table plain (a, b integer generated always as (a * 2) virtual);
      insert into plain (a) values (1), (2);
      create view looping as with recursive n(i) as (select 1 union all select i + 1 from n) select i from n;
      create trigger on_insert after insert on plain begin delete from plain; end;
      create virtual table words using fts5(text);
    `);
    database.close();
    const bytes = readFileSync(path);
    const { names, items, messages } = await test.import(bytes, 'x.db', {
      part: { table: 'plain' },
    });
    expect({ names, items, messages }).toEqual({
      names: ['a'],
      items: [[1], [2]],
      messages: [
        "The column 'b' is computed by the database, which runs nothing here: it is left out.",
      ],
    });
    for (const table of ['looping', 'words', 'words_content'])
      await expect(test.import(bytes, 'x.db', { part: { table } })).rejects.toMatchObject({
        code: 'invalid_file',
        message: `'${table}' is a view or a virtual table: reading it would run what the file says.`,
      });
  });

  it('SQLite with damaged pages is refused or read, wherever it is damaged', async () => {
    const bytes = sample('python.sqlite');
    for (let page = 0; page < bytes.length / 4096; page += 1) {
      const damaged = Buffer.from(bytes);
      damaged.fill(0xa5, page * 4096 + (page === 0 ? 100 : 0), page * 4096 + 1024);
      expect(['invalid_file', 'read']).toContain((await refusal(damaged, 'x.db')).code);
    }
    for (const part of [0.05, 0.3, 0.6, 0.95])
      expect(['invalid_file', 'read']).toContain(
        (await refusal(bytes.subarray(0, Math.floor(part * bytes.length)), 'x.db')).code,
      );
  });

  it.each(['x.parquet', 'x.arrow'])('%s is refused wherever it is cut off', async (name) => {
    const bytes = await columnar(name);
    for (let part = 0; part < 20; part += 1) {
      const found = await refusal(bytes.subarray(0, Math.floor((bytes.length * part) / 20)), name);
      expect(found.code, `${part} of 20 parts`).toBe('invalid_file');
    }
  });

  it.each(['x.parquet', 'x.arrow'])(
    '%s is read or refused whichever bytes are changed',
    async (name) => {
      const bytes = await columnar(name);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff)), {
            minLength: 1,
            maxLength: 4,
          }),
          async (changes) => {
            const changed = Buffer.from(bytes);
            for (const [at, value] of changes) changed[at] = value;
            expect(['invalid_file', 'too_complex', 'read']).toContain(
              (await refusal(changed, name)).code,
            );
          },
        ),
        ofRuns(15, 300),
      );
    },
  );

  it('an Arrow file whose buffer states more bytes than its packed ones can be', async () => {
    const bytes = await columnar('x.arrow', CompressionType.ZSTD);
    const at = bytes.indexOf(Buffer.from('28b52ffd', 'hex'));
    bytes.writeBigInt64LE(1n << 40n, at - 8);
    expect(await refusal(bytes, 'x.arrow')).toEqual({
      code: 'invalid_file',
      message:
        'This Arrow file is damaged: a buffer states 1099511627776 bytes unpacked, more than can be read.',
    });
  });

  it('an Arrow file whose buffer unpacks to more than it states', async () => {
    const bytes = await columnar('x.arrow', CompressionType.ZSTD);
    const at = bytes.indexOf(Buffer.from('28b52ffd', 'hex'));
    bytes.writeBigInt64LE(10n, at - 8);
    expect((await refusal(bytes, 'x.arrow')).code).toBe('invalid_file');
  });

  it('other files are read after all of them as before', async () => {
    const { items } = await test.import(Buffer.from('a\tb\n1\t2\n3\t4\n'), 'x.tsv');
    expect(items).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('Feather of version 1, SAS data sets and files of R are refused with a way to go on', async () => {
    const sas = Buffer.alloc(1024);
    Buffer.from('c2ea8160b31411cfbd92080009c7318c181f1011', 'hex').copy(sas, 12);
    expect([
      (await refusal(Buffer.from('FEA1 and more'), 'x.feather')).message,
      (await refusal(sas, 'x.sas7bdat')).message,
      (await refusal(Buffer.from('RDX3\nX and more'), 'x.RData')).message,
    ]).toEqual([
      'This is a Feather file of version 1, which was given up in 2020.',
      'This is a SAS data set (.sas7bdat), which is not read: its form is not published, and there is no well-kept reader of it that is safe with files of others.',
      'This is a file of R (.rds, .RData), which is not read: it may hold any objects of R, and reading them may run code.',
    ]);
  });
});

/** A small file of a thousand rows. */
async function columnar(name: string, compression: CompressionType | null = null): Promise<Buffer> {
  if (name.endsWith('arrow')) {
    compressionRegistry.set(CompressionType.ZSTD, { encode: (data) => zstdCompressSync(data) });
    const writer = new RecordBatchFileWriter(
      compression === null ? {} : { compressionType: compression },
    );
    writer.writeAll(
      new Table({
        id: vectorFromArray(
          Array.from({ length: 1000 }, (_, i) => i),
          new Int32(),
        ),
        text: vectorFromArray(
          Array.from({ length: 1000 }, (_, i) => `text ${i % 7}`),
          new Utf8(),
        ),
        level: vectorFromArray(
          Array.from({ length: 1000 }, (_, i) => `level ${i % 3}`),
          new Dictionary(new Utf8(), new Int32()),
        ),
      }),
    );
    return Buffer.from(await writer.toUint8Array());
  }
  const path = join(folder, 'made.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(
    `copy (select i as id, 'text ' || i % 7 as text, {'a': i, 'b': [i, i]} as nested from range(1000) t(i)) to '${path}' (format parquet, compression zstd)`,
  );
  connection.closeSync();
  instance.closeSync();
  return readFileSync(path);
}
