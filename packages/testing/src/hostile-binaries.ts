import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sheetOf, workbook, type HostileFile } from './hostile-workbooks.ts';
import { writeDta } from './write-statistics-files.ts';

type Bytes = Buffer<ArrayBuffer>;

/** The bytes of a file that another program writes into this place. */
async function writtenBy(write: (path: string) => Promise<void>): Promise<Bytes> {
  const folder = await mkdtemp(join(tmpdir(), 'columnist-hostile-'));
  try {
    const path = join(folder, 'file');
    await write(path);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const integers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => bytes.writeInt32LE(value, 4 * i));
  return bytes;
};

// Both databases are loaded where they are needed: most tests that import this package have no use
// for them.

/** A database of SQLite with a table of these statements. */
export const sqliteFile = (sql: string): Promise<Bytes> =>
  writtenBy(async (path) => {
    const { DatabaseSync } = await import('node:sqlite');
    const made = new DatabaseSync(path);
    made.exec(sql);
    made.close();
  });

/** A table whose pages name one page again and again: few bytes, and 10¹¹ rows. */
async function repeatedPages(): Promise<Bytes> {
  const [size, depth] = [4096, 4];
  const whole = await sqliteFile(
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
  return Buffer.concat([
    first,
    ...Array.from({ length: depth }, (_, i) => interior(3 + i)),
    whole.subarray(size, 2 * size),
  ]);
}

/** Value labels of Stata that all name one text of a megabyte. */
function labelsOfOnePlace(): Bytes {
  const [labels, length] = [65_536, 1_000_000];
  const set = Buffer.concat([
    Buffer.from('s'.padEnd(129, '\0')),
    Buffer.alloc(3),
    integers(labels, length),
    Buffer.alloc(4 * labels),
    integers(...Array.from({ length: labels }, (_, i) => i)),
    Buffer.alloc(length, 'A'),
  ]);
  const one = Buffer.alloc(8);
  one.writeDoubleLE(1);
  return writeDta({
    variables: [{ name: 'd', type: 65_526, format: '%9.0g', labelSet: 's' }],
    rows: [one],
    labels: Buffer.concat([
      Buffer.from('<lbl>'),
      integers(set.length - 132),
      set,
      Buffer.from('</lbl>'),
    ]),
  });
}

/** A thousand rows of Stata that all name one text of a megabyte. */
function rowsOfOneText(): Bytes {
  const length = 1_000_000;
  return writeDta({
    variables: [{ name: 's', type: 32_768, format: '%9s' }],
    rows: Array.from({ length: 1000 }, () => Buffer.from('0100010000000000', 'hex')),
    strls: Buffer.concat([
      Buffer.from('GSO'),
      integers(1, 1, 0),
      Buffer.of(130),
      integers(length),
      Buffer.alloc(length - 1, 'A'),
      Buffer.alloc(1),
    ]),
  });
}

/** Columns of Parquet whose dictionary has one text of a megabyte, which 320 rows name. */
const dictionaryOfOneText = (): Promise<Bytes> =>
  writtenBy(async (path) => {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const database = await DuckDBInstance.create(':memory:');
    const connection = await database.connect();
    await connection.run(
      `copy (select repeat('x', 1048576) as a from range(320)) to '${path}' (format parquet, compression zstd)`,
    );
    connection.closeSync();
    database.closeSync();
  });

/** A workbook with 20,000 merged ranges of a million rows, all of the same cells. */
function rangesOfTheSameCells(): Bytes {
  const rows = Array.from(
    { length: 19_999 },
    (_, i) => `<row r="${i + 3}"><c r="B${i + 3}"><v>${i + 1}</v></c></row>`,
  );
  const merged = `<mergeCells>${'<mergeCell ref="A2:A1048576"/>'.repeat(20_000)}</mergeCells>`;
  return workbook(
    sheetOf(
      `<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>` +
        `<row r="2"><c><v>7</v></c><c><v>0</v></c></row>${rows.join('')}`,
    ).replace('</sheetData>', `</sheetData>${merged}`),
  );
}

/** Small files of other programs that would become large tables, or long work. */
export const hostileBinaries: readonly HostileFile[] = [
  {
    title: 'pages of SQLite that name the same page again and again',
    name: 'pages.sqlite',
    content: repeatedPages,
    refusal: /This SQLite file is damaged: its tables have more rows than its bytes can hold\./,
  },
  {
    title: 'value labels of Stata that all name the same place',
    name: 'labels.dta',
    content: labelsOfOnePlace,
    refusal: /The value labels have more than 16 MB of text\./,
  },
  {
    title: 'rows of Stata that all name the same long text',
    name: 'texts.dta',
    content: rowsOfOneText,
    refusal:
      /The long texts \(strL\) of its rows are more than 50 times as large as the file, which no table is\./,
  },
  {
    title: 'rows of Parquet that all name the same long text',
    name: 'dictionary.parquet',
    content: dictionaryOfOneText,
    refusal: /The table has more than 256 MB of text\./,
  },
  {
    title: 'merged cells of a workbook that cover the same ones 20,000 times',
    name: 'merged.xlsx',
    content: rangesOfTheSameCells,
    row: [7, 0],
  },
];
