import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: TestEngine;
let folder: string;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
  folder = await mkdtemp(join(tmpdir(), 'columnist-databases-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

let files = 0;
async function database(sql: string): Promise<Buffer<ArrayBuffer>> {
  files += 1;
  const path = join(folder, `${files}.db`);
  const made = new DatabaseSync(path);
  made.exec(sql);
  made.close();
  return readFile(path);
}

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
  const content = await database(
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
  const content = await database(
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
  const content = await database(
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
  const content = await database(
    "pragma encoding = 'UTF-16le'; create table t(a text, b); insert into t values ('Zé', x'00ff'), ('ß', 'ß')",
  );
  expect((await read(content)).items).toEqual([
    ['Zé', 'AP8='],
    ['ß', 'ß'],
  ]);
});

it('pages that name the same page again and again are refused', async () => {
  const [size, depth] = [4096, 4];
  const whole = await database(
    `pragma page_size = ${size}; create table t(a integer, b text); insert into t values (1, 'x'), (2, 'y')`,
  );
  /** An interior page of a table, whose children are all one page. */
  const interior = (child: number): Buffer => {
    const children = Math.floor((size - 12) / 7);
    const page = Buffer.alloc(size);
    page[0] = 5;
    page.writeUInt16BE(children, 3);
    page.writeUInt16BE(size - 5 * children, 5);
    page.writeUInt32BE(child, 8);
    for (let i = 0; i < children; i += 1) {
      const at = size - 5 * (i + 1);
      page.writeUInt32BE(child, at);
      page[at + 4] = 1;
      page.writeUInt16BE(at, 12 + 2 * i);
    }
    return page;
  };
  const first = Buffer.from(whole.subarray(0, size));
  first.writeUInt32BE(2 + depth, 28);
  const content = Buffer.concat([
    first,
    ...Array.from({ length: depth }, (_, i) => interior(3 + i)),
    whole.subarray(size, 2 * size),
  ]);
  await expect(test.import(content, 'x.sqlite')).rejects.toMatchObject({
    code: 'invalid_file',
    message: 'This SQLite file is damaged: its tables have more rows than its bytes can hold.',
  });
}, 30_000);

it('a table has as many rows as its bytes can hold', async () => {
  const content = await database(
    'create table t(a integer primary key); with recursive n(i) as (select 1 union all select i + 1 from n where i < 50000) insert into t select i from n',
  );
  expect((await test.import(content, 'x.sqlite')).admitted.rowCount).toBe(50_000);
});
