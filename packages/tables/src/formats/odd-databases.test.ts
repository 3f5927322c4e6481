import { sqliteFile } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const read = async (content: Buffer) => {
  const { storages, items, admitted } = await test.import(content, 'x.sqlite');
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

it('numbers other than 0 and 1 in a column declared as boolean stay numbers', async () => {
  const content = await sqliteFile(
    'create table t(a boolean, b boolean); insert into t values (0, 0), (1, 1), (9, null), (-1, 1), (2, 0)',
  );
  expect(await read(content)).toEqual({
    storages: ['BIGINT', 'BOOLEAN'],
    items: [
      [0, false],
      [1, true],
      [9, null],
      [-1, true],
      [2, false],
    ],
    notes: [
      [
        'read_as_number',
        'It is declared as true or false, and 3 cells are other numbers than 0 and 1: all are kept as numbers.',
        'a',
        3,
      ],
    ],
  });
});

it('long whole numbers among decimals are said where they are rounded', async () => {
  const content = await sqliteFile(
    'create table t(a, b); insert into t values (9007199254740993, 9007199254740994), (0.5, 0.5), (9007199254740995, 1)',
  );
  expect(await read(content)).toEqual({
    storages: ['DOUBLE', 'DOUBLE'],
    items: [
      [9_007_199_254_740_992, 9_007_199_254_740_994],
      [0.5, 0.5],
      [9_007_199_254_740_996, 1],
    ],
    notes: [
      [
        'rounded',
        '2 cells have more digits than a 64-bit float holds and are rounded to the nearest.',
        'a',
        2,
      ],
    ],
  });
});

it('texts that are not UTF-8 are read as windows-1252, and counted', async () => {
  const content = await sqliteFile(
    "create table t(a text, b); insert into t values (cast(x'5ae9' as text), 'Zé'), ('Zé', x'ff74'), (null, cast(x'e974' as text)), ('', 5)",
  );
  expect(await read(content)).toEqual({
    storages: ['VARCHAR', 'VARCHAR'],
    items: [
      ['Zé', 'Zé'],
      ['Zé', '/3Q='],
      [null, 'ét'],
      [null, '5'],
    ],
    notes: [
      ['kept_as_text', '1 cell holds bytes, kept as text in base 64.', 'b', 1],
      [
        'transcoded',
        '2 texts are not written in the stated encoding utf-8, and read as windows-1252.',
        null,
        2,
      ],
      ['empty_texts', '1 empty text is read as missing.', null, 1],
    ],
  });
});

it('texts of UTF-16 are read as they are', async () => {
  const content = await sqliteFile(
    "pragma encoding = 'UTF-16le'; create table t(a text, b); insert into t values ('Zé', x'00ff'), ('ß', 'ß')",
  );
  expect((await read(content)).items).toEqual([
    ['Zé', 'AP8='],
    ['ß', 'ß'],
  ]);
});

it.each([
  ['UTF-16le', '610000d862003dd800de'],
  ['UTF-16be', '0061d8000062d83dde00'],
])('half of a pair of %s takes no other character with it, and is said', async (encoding, hex) => {
  const content = await sqliteFile(
    `pragma encoding = '${encoding}'; create table t(a text, b); ` +
      `insert into t values (cast(x'${hex}' as text), cast(x'${hex}' as text)), ('ü', x'00ff01')`,
  );
  expect(await read(content)).toEqual({
    storages: ['VARCHAR', 'VARCHAR'],
    items: [
      ['a\ufffdb\u{1f600}', 'a\ufffdb\u{1f600}'],
      ['ü', 'AP8B'],
    ],
    notes: [
      ['kept_as_text', '1 cell holds bytes, kept as text in base 64.', 'b', 1],
      [
        'unpaired_surrogates',
        '2 cells hold half of a pair of UTF-16, such as \\ud800, which is no character; U+FFFD is in its place.',
        null,
        2,
      ],
    ],
  });
});

it('a table has as many rows as its bytes can hold', async () => {
  const content = await sqliteFile(
    'create table t(a integer primary key); with recursive n(i) as (select 1 union all select i + 1 from n where i < 50000) insert into t select i from n',
  );
  expect((await test.import(content, 'x.sqlite')).admitted.rowCount).toBe(50_000);
});

/** A database as it is in the middle of its use: bytes 18 and 19 say that it has a log. */
const withLog = (content: Buffer): Buffer => {
  const bytes = Buffer.from(content);
  bytes.fill(2, 18, 20);
  return bytes;
};

it('rows that a database may have in its log are said', async () => {
  const content = withLog(await sqliteFile('create table t(a); insert into t values (1)'));
  expect(await read(content)).toEqual({
    storages: ['BIGINT'],
    items: [[1]],
    notes: [
      [
        'not_carried_over',
        'The database is written through a log (WAL): rows that are still in its file ending in -wal ' +
          'are not in this one. Close the database in its program, or run pragma wal_checkpoint there.',
        null,
        1,
      ],
    ],
  });
});

it('a database whose tables are all in its log names the cause', async () => {
  const content = withLog(await sqliteFile('create table t(a); drop table t'));
  await expect(read(content)).rejects.toMatchObject({
    code: 'invalid_file',
    message:
      'This SQLite file holds no table: the database is written through a log (WAL), and all of it ' +
      'is still in the file ending in -wal.',
  });
});
