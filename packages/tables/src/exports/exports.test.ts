import { interpreterFor, type Language } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { tableFromIPC } from 'apache-arrow';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WrittenFormat } from './export-file.ts';

let test: TestEngine;
let folder: string;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
  folder = await mkdtemp(join(tmpdir(), 'columnist-exports-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const long = 'é'.repeat(1200);
const source = [
  'id,big number,price,ratio,flag,day,at,clock,name,sex',
  `1,9007199254740993,10.25,0.1,true,2024-02-29,2024-02-29 12:30:00.5,09:30:00,Zoë,a`,
  `2,-9223372036854775808,-0.50,-1e300,false,1899-12-31,1969-12-31 23:59:59,00:00:00,"=SUM(A1), ""q""",b`,
  '3,,,,,,,,,',
  `4,1,99999.99,1e-7,true,2100-12-31,2100-01-01 00:00:00,23:59:59,${long},a`,
  '',
].join('\n');

const onlyValues = (file: string): string[] => [
  `${file} leaves out or cuts the label of 'price'.`,
  `${file} leaves out the unit of 'price'.`,
  `${file} leaves out or cuts labels of values of 'id'.`,
];
const notes: Readonly<Record<WrittenFormat, string[]>> = {
  tsv: onlyValues('TSV'),
  jsonl: onlyValues('JSON'),
  xlsx: [],
  arrow: [],
  r: [],
  python: [],
  sav: ["SPSS leaves out the unit of 'price'."],
  dta: ["Stata leaves out the unit of 'price'."],
};

async function exported(format: WrittenFormat): Promise<string> {
  const { table } = await test.admit(source);
  const to = join(folder, `rows.${format}`);
  // As a file with labels would have them.
  const columns = table.columns.map((column) =>
    column.name === 'price'
      ? { ...column, label: 'Price – per piece', unit: 'EUR' }
      : column.name === 'id'
        ? {
            ...column,
            value_labels: [
              { value: 1, label: 'first' },
              { value: 2, label: 'zwölf' },
            ],
          }
        : column,
  );
  expect(
    await test.engine.exportFile({ ...table, columns }, { format, forSpreadsheets: false }, to),
  ).toEqual({ rows: 4, notes: notes[format] });
  return to;
}

/** Runs a program and gives what it prints as JSON. */
function run(language: Language, packages: readonly string[], code: string): unknown {
  const { command } = interpreterFor(language, packages);
  if (command === null) throw new Error('The test should have been skipped.');
  const done = spawnSync(command, language === 'R' ? ['--vanilla', '-e', code] : ['-c', code], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    cwd: folder,
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return JSON.parse(done.stdout);
}

const haven = interpreterFor('R', ['haven', 'jsonlite']).lacks;
const openxlsx = interpreterFor('R', ['openxlsx', 'jsonlite']).lacks;
const pandas = interpreterFor('Python', ['pandas']).lacks;

describe('SPSS', () => {
  it.skipIf(haven !== null)(
    `is read by haven with types, labels and long texts${haven === null ? '' : ` (${haven})`}`,
    async () => {
      const to = await exported('sav');
      const code = `library(haven); d <- read_sav(${JSON.stringify(to)})
      cat(jsonlite::toJSON(list(names = names(d), id = as.numeric(d$id), labels = as.list(attr(d$id, "labels")), label = attr(d$price, "label"),
        big = d$big_number, price = as.numeric(d$price), ratio = format(as.numeric(d$ratio), digits = 17), flag = as.numeric(d$flag), flags = as.list(attr(d$flag, "labels")),
        day = format(d$day), at = format(d$at, "%Y-%m-%d %H:%M:%OS1"), clock = as.numeric(d$clock), name = d$name, sex = d$sex), auto_unbox = TRUE, digits = NA, na = "null"))`;
      expect(run('R', ['haven', 'jsonlite'], code)).toEqual({
        names: ['id', 'big_number', 'price', 'ratio', 'flag', 'day', 'at', 'clock', 'name', 'sex'],
        id: [1, 2, 3, 4],
        labels: { first: 1, zwölf: 2 },
        label: 'Price – per piece',
        big: ['9007199254740993', '-9223372036854775808', '', '1'],
        price: [10.25, -0.5, null, 99_999.99],
        ratio: expect.arrayContaining([
          expect.stringMatching(/^ *1\.0000000000000001e-01$/),
          expect.stringMatching(/^-1\.000000000000000.e\+300$/),
        ]),
        flag: [1, 0, null, 1],
        flags: { false: 0, true: 1 },
        day: ['2024-02-29', '1899-12-31', null, '2100-12-31'],
        at: ['2024-02-29 12:30:00.5', '1969-12-31 23:59:59.0', null, '2100-01-01 00:00:00.0'],
        clock: [34_200, 0, null, 86_399],
        name: ['Zoë', '=SUM(A1), "q"', '', long],
        sex: ['a', 'b', '', 'a'],
      });
    },
  );
});

describe('Stata', () => {
  it.skipIf(haven !== null)(
    `is read by haven with types, labels and long texts${haven === null ? '' : ` (${haven})`}`,
    async () => {
      const to = await exported('dta');
      const code = `library(haven); d <- read_dta(${JSON.stringify(to)})
      cat(jsonlite::toJSON(list(names = names(d), id = as.numeric(d$id), labels = as.list(attr(d$id, "labels")), label = attr(d$price, "label"), big = d$big_number,
        price = as.numeric(d$price), flag = as.numeric(d$flag), day = format(d$day), at = format(d$at, "%Y-%m-%d %H:%M:%OS1"), name = d$name, sex = d$sex), auto_unbox = TRUE, digits = NA, na = "null"))`;
      expect(run('R', ['haven', 'jsonlite'], code)).toEqual({
        names: ['id', 'big_number', 'price', 'ratio', 'flag', 'day', 'at', 'clock', 'name', 'sex'],
        id: [1, 2, 3, 4],
        labels: { first: 1, zwölf: 2 },
        label: 'Price – per piece',
        big: ['9007199254740993', '-9223372036854775808', '', '1'],
        price: [10.25, -0.5, null, 99_999.99],
        flag: [1, 0, null, 1],
        day: ['2024-02-29', '1899-12-31', null, '2100-12-31'],
        at: ['2024-02-29 12:30:00.5', '1969-12-31 23:59:59.0', null, '2100-01-01 00:00:00.0'],
        name: ['Zoë', '=SUM(A1), "q"', '', long],
        sex: ['a', 'b', '', 'a'],
      });
    },
  );

  it.skipIf(pandas !== null)(
    `is read by pandas${pandas === null ? '' : ` (${pandas})`}`,
    async () => {
      const to = await exported('dta');
      const code = `import pandas as pd, json
with pd.io.stata.StataReader(${JSON.stringify(to)}) as r:
    d = r.read(convert_categoricals=False); print(json.dumps({'price': d.price.tolist(), 'ratio': d.ratio.tolist(), 'day': d.day.astype(str).tolist(), 'name': d.name.tolist() if False else d['name'].tolist(), 'labels': {str(k): v for k, v in r.value_labels()['l1'].items()}}))`;
      expect(
        JSON.parse(
          JSON.stringify(
            run(
              'Python',
              ['pandas'],
              code
                .replaceAll('d.price.tolist()', '[None if x != x else x for x in d.price]')
                .replaceAll('d.ratio.tolist()', '[None if x != x else x for x in d.ratio]'),
            ),
          ),
        ),
      ).toEqual({
        price: [10.25, -0.5, null, 99_999.99],
        ratio: [0.1, -1e300, null, 1e-7],
        day: ['2024-02-29', '1899-12-31', 'NaT', '2100-12-31'],
        name: ['Zoë', '=SUM(A1), "q"', '', long],
        labels: { 1: 'first', 2: 'zwölf' },
      });
    },
  );
});

it('SPSS and Stata files are read back by the readers of their own formats, cell by cell', async () => {
  for (const format of ['sav', 'dta'] as const) {
    const { items, names } = await test.import(
      await readFile(await exported(format)),
      `x.${format}`,
    );
    const clock = (text: string) => (format === 'dta' ? `1960-01-01T${text}` : text);
    expect({ names, items }).toEqual({
      names: ['id', 'big_number', 'price', 'ratio', 'flag', 'day', 'at', 'clock', 'name', 'sex'],
      items: [
        [
          1,
          '9007199254740993',
          10.25,
          0.1,
          1,
          '2024-02-29',
          '2024-02-29T12:30:00.5',
          clock('09:30:00'),
          'Zoë',
          'a',
        ],
        [
          2,
          '-9223372036854775808',
          -0.5,
          -1e300,
          0,
          '1899-12-31',
          '1969-12-31T23:59:59',
          clock('00:00:00'),
          '=SUM(A1), "q"',
          'b',
        ],
        [3, null, null, null, null, null, null, null, null, null],
        [
          4,
          '1',
          99_999.99,
          1e-7,
          1,
          '2100-12-31',
          '2100-01-01T00:00:00',
          clock('23:59:59'),
          long,
          'a',
        ],
      ],
    });
  }
});

it.skipIf(openxlsx !== null)(
  `Excel is read by openxlsx, typed, with a sheet of columns${openxlsx === null ? '' : ` (${openxlsx})`}`,
  async () => {
    const to = await exported('xlsx');
    const code = `library(openxlsx); f <- ${JSON.stringify(to)}
    d <- read.xlsx(f, detectDates = FALSE, sep.names = " "); c <- read.xlsx(f, sheet = "Columns")
    cat(jsonlite::toJSON(list(names = names(d), id = d$id, big = d[["big number"]], price = d$price, flag = d$flag, day = d$day, at = as.character(d$at), clock = d$clock, name = d$name,
      columns = c$column, labels = c$label, values = c$values), auto_unbox = TRUE, digits = NA, na = "null"))`;
    expect(run('R', ['openxlsx', 'jsonlite'], code)).toEqual({
      names: ['id', 'big number', 'price', 'ratio', 'flag', 'day', 'at', 'clock', 'name', 'sex'],
      id: [1, 2, 3, 4],
      big: ['9007199254740993', '-9223372036854775808', null, '1'],
      price: [10.25, -0.5, null, 99_999.99],
      flag: [true, false, null, true],
      day: ['45351', '1899-12-31', null, '73415'],
      at: ['45351.5208391204', '25568.9999884259', null, '73051'],
      clock: [0.395833333333333, 0, null, 0.999988425925926],
      name: ['Zoë', '=SUM(A1), "q"', null, long],
      columns: ['id', 'big number', 'price', 'ratio', 'flag', 'day', 'at', 'clock', 'name', 'sex'],
      labels: [null, null, 'Price – per piece', null, null, null, null, null, null, null],
      values: ['1 = first; 2 = zwölf', null, null, null, null, null, null, null, null, null],
    });
  },
);

it('Arrow is read by the library of Arrow, and back by its own reader', async () => {
  const bytes = await readFile(await exported('arrow'));
  const table = tableFromIPC(bytes);
  expect(table.schema.fields.map(({ name, type }) => `${name}: ${String(type)}`)).toEqual([
    'id: Int64',
    'big number: Int64',
    'price: Decimal[7e+2]',
    'ratio: Float64',
    'flag: Bool',
    'day: Date32<DAY>',
    'at: Timestamp<MICROSECOND>',
    'clock: Time64<MICROSECOND>',
    'name: Utf8',
    'sex: Utf8',
  ]);
  expect(table.schema.fields[2]?.metadata).toEqual(
    new Map([
      ['label', 'Price – per piece'],
      ['unit', 'EUR'],
    ]),
  );
  expect(table.getChild('big number')?.toJSON()).toEqual([
    9007199254740993n,
    -9223372036854775808n,
    null,
    1n,
  ]);
  expect(table.getChild('name')?.toJSON()).toEqual(['Zoë', '=SUM(A1), "q"', null, long]);
  const { items, names, admitted } = await test.import(bytes, 'x.arrow');
  const [first, , price] = admitted.columns;
  expect([first?.value_labels, price?.label, price?.unit]).toEqual([
    [
      { value: 1, label: 'first' },
      { value: 2, label: 'zwölf' },
    ],
    'Price – per piece',
    'EUR',
  ]);
  expect({ names, items }).toEqual({
    names: ['id', 'big number', 'price', 'ratio', 'flag', 'day', 'at', 'clock', 'name', 'sex'],
    items: [
      [
        1,
        '9007199254740993',
        10.25,
        0.1,
        true,
        '2024-02-29',
        '2024-02-29T12:30:00.5',
        '09:30:00',
        'Zoë',
        'a',
      ],
      [
        2,
        '-9223372036854775808',
        -0.5,
        -1e300,
        false,
        '1899-12-31',
        '1969-12-31T23:59:59',
        '00:00:00',
        '=SUM(A1), "q"',
        'b',
      ],
      [3, null, null, null, null, null, null, null, null, null],
      [4, '1', 99_999.99, 1e-7, true, '2100-12-31', '2100-01-01T00:00:00', '23:59:59', long, 'a'],
    ],
  });
});

it('JSON lines have every digit, and TSV is quoted', async () => {
  expect((await readFile(await exported('jsonl'), 'utf8')).split('\n').slice(0, 3)).toEqual([
    '{"id":1,"big number":9007199254740993,"price":10.25,"ratio":0.1,"flag":true,"day":"2024-02-29","at":"2024-02-29T12:30:00.5","clock":"09:30:00","name":"Zoë","sex":"a"}',
    '{"id":2,"big number":-9223372036854775808,"price":-0.50,"ratio":-1e+300,"flag":false,"day":"1899-12-31","at":"1969-12-31T23:59:59","clock":"00:00:00","name":"=SUM(A1), \\"q\\"","sex":"b"}',
    '{"id":3,"big number":null,"price":null,"ratio":null,"flag":null,"day":null,"at":null,"clock":null,"name":null,"sex":null}',
  ]);
  expect((await readFile(await exported('tsv'), 'utf8')).split('\n').slice(0, 3)).toEqual([
    'id\tbig number\tprice\tratio\tflag\tday\tat\tclock\tname\tsex',
    '1\t9007199254740993\t10.25\t0.1\ttrue\t2024-02-29\t2024-02-29T12:30:00.5\t09:30:00\tZoë\ta',
    '2\t-9223372036854775808\t-0.50\t-1e+300\tfalse\t1899-12-31\t1969-12-31T23:59:59\t00:00:00\t"=SUM(A1), ""q"""\tb',
  ]);
});

it.each(['2e20', '-1e16'])(
  'the float %s beside a small one is read back from CSV as it was',
  async (number) => {
    const content = `x\n${number}\n1.5e-11\n`;
    const { table } = await test.admit(content);
    const to = join(folder, 'floats.csv');
    await test.engine.exportRows(table, { forSpreadsheets: false }, to);
    const read = await test.read(await readFile(to, 'utf8'));
    expect([read.types, read.items]).toEqual([['DOUBLE'], [[Number(number)], [1.5e-11]]]);
  },
);

it('JSON lines whose names are whole numbers are read back in their order', async () => {
  const { table } = await test.admit('year,2020,2019\n1,2,3\n4,5,6\n');
  const to = join(folder, 'years.jsonl');
  await test.engine.exportFile(table, { format: 'jsonl', forSpreadsheets: false }, to);
  const { names, items } = await test.import(await readFile(to), 'years.jsonl');
  expect([names, items]).toEqual([
    ['year', '2020', '2019'],
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  ]);
});

it('Parquet is read by hyparquet', async () => {
  const { table } = await test.admit(source);
  const to = join(folder, 'rows.parquet');
  await test.engine.exportParquet(table, {}, to);
  const bytes = await readFile(to);
  const rows = await parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    compressors,
  });
  expect(rows.map((row) => [row['big number'], row['price'], row['flag'], row['name']])).toEqual([
    [9007199254740993n, 10.25, true, 'Zoë'],
    [-9223372036854775808n, -0.5, false, '=SUM(A1), "q"'],
    [null, null, null, null],
    [1n, 99_999.99, true, long],
  ]);
});

describe('code that loads the rows', () => {
  const rScript = interpreterFor('R', ['jsonlite']).lacks;
  it.skipIf(rScript !== null)(
    `in R gives types and labels${rScript === null ? '' : ` (${rScript})`}`,
    async () => {
      const to = await exported('r');
      const code = `utils::unzip(${JSON.stringify(to)}); source("load.R")
      cat(jsonlite::toJSON(list(classes = lapply(rows, function(x) class(x)[1]), price = rows$price, flag = rows$flag, day = format(rows$day), at = format(rows$at, "%Y-%m-%d %H:%M:%OS1"), clock = as.numeric(rows$clock),
        name = rows$name, big = rows[["big number"]], label = attr(rows$price, "label"), labels = as.list(attr(rows$id, "labels"))), auto_unbox = TRUE, digits = NA, na = "null"))`;
      expect(run('R', ['jsonlite'], code)).toEqual({
        classes: {
          id: 'numeric',
          'big number': 'character',
          price: 'numeric',
          ratio: 'numeric',
          flag: 'logical',
          day: 'Date',
          at: 'POSIXct',
          clock: 'difftime',
          name: 'character',
          sex: 'character',
        },
        price: [10.25, -0.5, null, 99_999.99],
        flag: [true, false, null, true],
        day: ['2024-02-29', '1899-12-31', null, '2100-12-31'],
        at: ['2024-02-29 12:30:00.5', '1969-12-31 23:59:59.0', null, '2100-01-01 00:00:00.0'],
        clock: [34_200, 0, null, 86_399],
        name: ['Zoë', '=SUM(A1), "q"', null, long],
        big: ['9007199254740993', '-9223372036854775808', null, '1'],
        label: 'Price – per piece',
        labels: { first: 1, zwölf: 2 },
      });
    },
  );

  it.skipIf(pandas !== null)(
    `in Python gives types and labels${pandas === null ? '' : ` (${pandas})`}`,
    async () => {
      const to = await exported('python');
      const code = `import json, zipfile
zipfile.ZipFile(${JSON.stringify(to)}).extractall(".")
exec(open("load.py").read())
plain = lambda name: [None if pd.isna(x) else x for x in rows[name]]
print(json.dumps({"types": {name: str(kind) for name, kind in rows.dtypes.items()}, "big": [None if x is None else str(x) for x in plain("big number")], "price": plain("price"), "flag": [None if x is None else bool(x) for x in plain("flag")],
  "day": [None if x is None else str(x.date()) for x in plain("day")], "at": [None if x is None else x.isoformat() for x in plain("at")], "clock": [None if x is None else x.total_seconds() for x in plain("clock")], "name": plain("name"), "attrs": {k: {str(a): b for a, b in v.items()} for k, v in rows.attrs.items()}}))`;
      expect(run('Python', ['pandas'], code)).toEqual({
        types: {
          id: 'Int64',
          'big number': 'Int64',
          price: 'float64',
          ratio: 'float64',
          flag: 'boolean',
          day: 'datetime64[ns]',
          at: 'datetime64[ns]',
          clock: 'timedelta64[ns]',
          name: 'string',
          sex: 'string',
        },
        big: ['9007199254740993', '-9223372036854775808', null, '1'],
        price: [10.25, -0.5, null, 99_999.99],
        flag: [true, false, null, true],
        day: ['2024-02-29', '1899-12-31', null, '2100-12-31'],
        at: ['2024-02-29T12:30:00.500000', '1969-12-31T23:59:59', null, '2100-01-01T00:00:00'],
        clock: [34_200, 0, null, 86_399],
        name: ['Zoë', '=SUM(A1), "q"', null, long],
        attrs: {
          labels: { price: 'Price – per piece' },
          units: { price: 'EUR' },
          value_labels: { id: { 1: 'first', 2: 'zwölf' } },
        },
      });
    },
  );

  // Pandas before 2 has no such years: it says so, and loads nothing.
  it.skipIf(pandas !== null)(
    `in Python never makes a moment missing${pandas === null ? '' : ` (${pandas})`}`,
    async () => {
      const { table } = await test.admit(
        'at,day\n1850-06-01T01:02:03.123456Z,1850-06-01\n2024-01-01T00:00:00Z,9999-12-31\n,\n9999-12-31T23:59:59Z,2024-01-01\n',
      );
      const to = join(folder, 'years.zip');
      await test.engine.exportFile(table, { format: 'python', forSpreadsheets: false }, to);
      const code = `import json, zipfile
zipfile.ZipFile(${JSON.stringify(to)}).extractall(".")
code = open("load.py").read()
try:
    exec(code)
    print(json.dumps([[None if pd.isna(x) else x.isoformat() for x in rows[name]] for name in ["at", "day"]]))
except Exception as error:
    print(json.dumps(str(error)))`;
      expect([
        'Out of bounds nanosecond timestamp: 9999-12-31 23:59:59',
        [
          [
            '1850-06-01T01:02:03.123456+00:00',
            '2024-01-01T00:00:00+00:00',
            null,
            '9999-12-31T23:59:59+00:00',
          ],
          ['1850-06-01T00:00:00', '9999-12-31T00:00:00', null, '2024-01-01T00:00:00'],
        ],
      ]).toContainEqual(run('Python', ['pandas'], code));
    },
  );
});

it('a text that no cell of Excel holds is refused, and the worker goes on', async () => {
  const { table } = await test.admit(`a,b\n${'x'.repeat(32_768)},1\ny,2\n`);
  const begin = test.engine.exportFile(
    table,
    { format: 'xlsx', forSpreadsheets: false },
    join(folder, 'long.xlsx'),
  );
  await expect(begin).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'A cell of Excel holds 32767 characters, and a text has 32768.',
  });
});
