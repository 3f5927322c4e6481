import { interpreterFor, type Language } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { AppError, exportFormat, type ExportFormat } from '@columnist/contract';
import { tableFromIPC, Type } from 'apache-arrow';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { everyType, refusedBySome, statementOf, type Truth } from './every-value.ts';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

/** A value as another program reads it: its text, or a moment by its microseconds. */
type Seen = string | null | { readonly micros: bigint };
type SeenColumns = Readonly<Record<string, readonly Seen[]>>;
const [ofDay, ofMilli] = [86_400_000_000n, 1000n];

/** What R or Python print as JSON: texts by column; moments as `us:` and microseconds. */
function run(language: Language, code: string): SeenColumns {
  const { command } = interpreterFor(language, []);
  if (command === null) throw new Error('The test should have been skipped.');
  const done = spawnSync(command, [...(language === 'R' ? ['--vanilla', '-e'] : ['-c']), code], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    cwd: test.folder,
  });
  if (done.status !== 0) throw new Error(done.stderr);
  const said = z.record(z.string(), z.array(z.string().nullable())).parse(JSON.parse(done.stdout));
  return Object.fromEntries(
    Object.entries(said).map(([name, cells]) => [
      name,
      cells.map((cell): Seen =>
        cell?.startsWith('us:') === true ? { micros: BigInt(cell.slice(3)) } : cell,
      ),
    ]),
  );
}

/** Seconds are doubles: of SPSS, which counts from 1582, no finer than a millisecond. */
const inR = (load: string, unit: 'milliseconds' | 'microseconds'): string => `${load}
unit <- ${unit === 'milliseconds' ? '1e3' : '1e6'}
micro <- function(x) ifelse(is.na(x), NA, sprintf("us:%.0f", round(x * unit) * (1e6 / unit)))
seen <- function(x) {
  if (inherits(x, "Date")) micro(as.numeric(x) * 86400)
  else if (inherits(x, "POSIXct") || inherits(x, "difftime")) micro(as.numeric(x))
  else if (is.logical(x)) ifelse(x, "true", "false")
  else if (is.numeric(x)) ifelse(is.na(x) & !is.nan(x), NA, sprintf("%.17g", as.numeric(x)))
  else as.character(x)
}
cat(jsonlite::toJSON(lapply(as.list(d), seen), na = "null"))`;

const delimited = async (path: string, delimiter: string): Promise<SeenColumns> => {
  const rows: unknown = parse(await readFile(path, 'utf8'), { delimiter, bom: true });
  const [names = [], ...cells] = z.array(z.array(z.string())).parse(rows);
  return Object.fromEntries(names.map((name, i) => [name, cells.map((row) => row[i] ?? null)]));
};

/** The words of JSON lines; numbers as they are written. */
async function jsonLines(path: string): Promise<SeenColumns> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  lines.forEach((line) => JSON.parse(line));
  const columns: Record<string, Seen[]> = {};
  for (const line of lines)
    for (const [, name = '', word = ''] of line.matchAll(/"(\w+)":("(?:[^"\\]|\\.)*"|[^,}]+)/g))
      (columns[name] ??= []).push(
        word === 'null' ? null : word.startsWith('"') ? String(JSON.parse(word)) : word,
      );
  return columns;
}

async function arrow(path: string): Promise<SeenColumns> {
  const table = tableFromIPC(await readFile(path));
  return Object.fromEntries(
    table.schema.fields.map(({ name, type }): [string, Seen[]] => {
      const column = table.getChild(name);
      const values: unknown = column?.data[0]?.values;
      return [
        name,
        Array.from({ length: table.numRows }, (_, row): Seen => {
          if (column?.isValid(row) !== true) return null;
          if (type.typeId === Type.Date && values instanceof Int32Array)
            return { micros: BigInt(values[row] ?? 0) * ofDay };
          if (values instanceof BigInt64Array && type.typeId !== Type.Int)
            return { micros: values[row] ?? 0n };
          if (type.typeId === Type.Decimal && values instanceof Uint32Array)
            return decimal(values.slice(4 * row, 4 * row + 4), Number(type.scale));
          return String(column.get(row));
        }),
      ];
    }),
  );
}

function decimal(words: Uint32Array, scale: number): string {
  const bits = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  const whole = BigInt.asIntN(128, bits);
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${whole < 0n ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? '.' : ''}${digits.slice(point)}`;
}

const momentSeen = z.union([z.null(), z.strictObject({ micros: z.bigint() })]);
const seenInParquet = (value: unknown): Seen =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  typeof value === 'boolean'
    ? String(value)
    : momentSeen.parse(value ?? null);

/** Its decimals are doubles, and its moments dates of JavaScript: the schema says what was kept. */
async function parquet(path: string): Promise<SeenColumns> {
  const bytes = await readFile(path);
  const rows = await parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    compressors,
    parsers: {
      dateFromDays: (days: number) => ({ micros: BigInt(days) * ofDay }),
      timestampFromMicroseconds: (micros: bigint) => ({ micros }),
      timestampFromMilliseconds: (millis: bigint) => ({ micros: millis * ofMilli }),
      timestampFromNanoseconds: (nanos: bigint) => ({ micros: nanos / ofMilli }),
    },
  });
  return Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((name) => [
      name,
      rows.map((row): Seen => seenInParquet(row[name])),
    ]),
  );
}

const quoted = (path: string): string => JSON.stringify(path);

/** Programs that are not ours, what they lack here, and what they read. */
const readers: Readonly<
  Record<
    ExportFormat,
    { readonly lacks?: string | null; readonly read: (path: string) => Promise<SeenColumns> }
  >
> = {
  csv: { read: (path) => delimited(path, ',') },
  tsv: { read: (path) => delimited(path, '\t') },
  jsonl: { read: jsonLines },
  arrow: { read: arrow },
  parquet: { read: parquet },
  sav: {
    lacks: interpreterFor('R', ['haven', 'jsonlite']).lacks,
    read: async (path) =>
      run('R', inR(`d <- haven::zap_labels(haven::read_sav(${quoted(path)}))`, 'milliseconds')),
  },
  dta: {
    lacks: interpreterFor('R', ['haven', 'jsonlite']).lacks,
    read: async (path) =>
      run('R', inR(`d <- haven::zap_labels(haven::read_dta(${quoted(path)}))`, 'milliseconds')),
  },
  xlsx: { read: async (path) => ofWorkbook(path) },
  r: {
    lacks: interpreterFor('R', ['jsonlite']).lacks,
    read: async (path) =>
      run('R', inR(`utils::unzip(${quoted(path)}); source("load.R"); d <- rows`, 'microseconds')),
  },
  python: {
    lacks: interpreterFor('Python', ['pandas']).lacks,
    read: async (path) =>
      run(
        'Python',
        `import json, zipfile
zipfile.ZipFile(${quoted(path)}).extractall(".")
exec(open("load.py", encoding="utf-8").read())
def seen(x):
    if x is None or x is pd.NA or x is pd.NaT: return None
    if isinstance(x, pd.Timestamp): return "us:%d" % (x.value // 1000)
    if isinstance(x, pd.Timedelta): return "us:%d" % (x.value // 1000)
    if isinstance(x, (bool,)): return "true" if x else "false"
    return None if x != x else x if isinstance(x, str) else repr(x) if isinstance(x, float) else str(x)
print(json.dumps({name: [seen(x) for x in rows[name].tolist()] for name in rows}))`,
      ),
  },
};

/** By our own reader of workbooks, which the files of other programs test. */
async function ofWorkbook(path: string): Promise<SeenColumns> {
  const { names, items } = await test.import(await readFile(path), 'rows.xlsx');
  return Object.fromEntries(
    names.map((name, i) => [
      name,
      items.map((row): Seen => {
        const cell = row[i] ?? null;
        return cell === null ? null : String(cell);
      }),
    ]),
  );
}

const plainDigits = (text: string): string =>
  text
    .replace(/^(-?)0*(?=\d)/, '$1')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^-0$/, '0');

/** Microseconds from 1970 to 1960, a day of which a time of Stata is. */
const dayOfStata = -315_619_200_000_000n;

/** What a reader makes of a value, which the file has as it is. */
const readOtherwise: Partial<Record<ExportFormat, Readonly<Record<string, Seen>>>> = {
  // Truth values are 0 and 1 with labels, which the test takes off.
  sav: { true: '1', false: '0' },
  python: { true: 'True', false: 'False' },
  // haven takes off blanks, which Stata has.
  dta: { true: '1', false: '0', 'a  ': 'a' },
  // The file has it as Excel writes it, _x0000_; what is read has no such character.
  xlsx: { 'a\0b': 'ab' },
};

/** Whether what was read is this value, exactly. */
function isSame(seen: Seen, truth: Truth, format: ExportFormat): boolean {
  if ('text' in truth)
    // An empty text is a missing value in some, as the documents say.
    return (
      seen === truth.text ||
      seen === readOtherwise[format]?.[truth.text] ||
      (truth.text === '' && seen === null)
    );
  if ('moment' in truth)
    return typeof seen === 'object' && seen !== null
      ? seen.micros === truth.micros ||
          (format === 'dta' && seen.micros === truth.micros + dayOfStata)
      : seen === truth.moment ||
          seen === `${truth.moment}T00:00:00` ||
          (format === 'parquet' && seen === String(truth.micros));
  if (typeof seen !== 'string') return truth.number === 'NaN' && seen === null;
  if (plainDigits(seen) === plainDigits(truth.number)) return true;
  const [read, exact] = [seen.replace(/^(-?)[Ii]nf$/, '$1Infinity'), Number(truth.number)];
  // hyparquet makes doubles of decimals, by a product.
  if (format === 'parquet')
    return Math.abs(Number(read) / exact - 1) < 1e-14 || read === truth.number;
  return String(exact) === String(Number(read)) && isDouble(truth.number);
}

/** Whether a double has these digits: any of 15, and those that are the shortest of one. */
const isDouble = (digits: string): boolean =>
  /[ein]/i.test(digits) ||
  digits.replace(/^-?[0.]*/, '').replace('.', '').length <= 15 ||
  plainDigits(digits) === String(Number(digits));

/** Sentences that say a value is not whole, and not how it is kept. */
const isLoss = (note: string): boolean => / (?:rounds|drops|leaves out) /.test(note);

/** Before pandas 2 dates of other years than 1678 to 2261 end its code with an error. */
const columnsFor = (format: ExportFormat): typeof everyType =>
  everyType.filter(([name]) => format !== 'python' || !['date', 'at', 'at_s'].includes(name));

for (const format of exportFormat.options) {
  const { lacks = null, read } = readers[format];
  it.skipIf(lacks !== null)(
    `every type is in a file of ${format} as it is, or its loss is said${lacks === null ? '' : ` (${lacks})`}`,
    async () => {
      const to = join(test.folder, `every.${format}`);
      const { notes } = await test.engine.exportAnswer(
        { sql: statementOf(columnsFor(format)), tables: [] },
        { format, forSpreadsheets: false },
        to,
      );
      const seen = await read(to);
      const wrong = columnsFor(format).flatMap(([name, , values]) =>
        values.flatMap(([, truth], row) => {
          const cell = seen[name]?.[row] ?? null;
          return isSame(cell, truth, format) ||
            notes.some((note) => isLoss(note) && note.includes(`'${name}'`))
            ? []
            : [{ name, truth, cell }];
        }),
      );
      expect(wrong).toEqual([]);
      expect({ format, notes }).toMatchSnapshot();
    },
    60_000,
  );

  it.skipIf(lacks !== null)(
    `numbers at the end of all are in a file of ${format}, or are refused with the reason`,
    async () => {
      const found = [];
      for (const column of refusedBySome) {
        const [name, , values] = column;
        const to = join(test.folder, `end.${format}`);
        const said = await test.engine
          .exportAnswer(
            { sql: statementOf([column]), tables: [] },
            { format, forSpreadsheets: false },
            to,
          )
          .then(
            async () => {
              const seen = await read(to);
              return values.map(([, truth], row) => {
                const cell = seen[name]?.[row] ?? null;
                return isSame(cell, truth, format) ? 'same' : cell;
              });
            },
            (error: unknown) => {
              if (!(error instanceof AppError)) throw error;
              return `${error.code}: ${error.message}`;
            },
          );
        found.push([name, said]);
      }
      expect({ format, found }).toMatchSnapshot();
    },
    60_000,
  );
}
