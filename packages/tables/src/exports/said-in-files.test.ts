import {
  columnEntry,
  exportFormat,
  type CountedColumn,
  type ExportFormat,
} from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: TestEngine;
let folder: string;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
  folder = await mkdtemp(join(tmpdir(), 'columnist-said-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

type Field = keyof typeof columnEntry.shape;

/** What is said about one column, what shows it in a file, and how a note calls it. */
const said: Record<
  Field,
  { readonly of: Partial<CountedColumn>; readonly shown: RegExp; readonly named: string }
> = {
  label: { of: { label: 'Tokenlabel' }, shown: /Tokenlabel/, named: 'the label' },
  unit: { of: { unit: 'Tokenunit' }, shown: /Tokenunit/, named: 'the unit' },
  description: {
    of: { description: 'Token "text"\nof two lines' },
    shown: /Token .{0,7}text.{0,7}(\n|\\n|&#10;|&#xA;)of two lines/,
    named: 'the description',
  },
  levels: {
    of: { levels: ['z', 'm', 'a'] },
    shown: /z\W{1,7}m\W{1,7}a/,
    named: 'the order of the levels',
  },
  reference: {
    of: { reference: 'Tokenreference' },
    shown: /Tokenreference/,
    named: 'the reference level',
  },
  value_labels: {
    of: { value_labels: [{ value: 'm', label: 'Tokenvalue' }] },
    shown: /Tokenvalue/,
    named: 'labels of values',
  },
  type: {
    of: { type: 'category', storage: 'VARCHAR', stored: 'BIGINT' },
    shown: /category|factor\(/,
    named: 'the type that was set',
  },
};

const columnOf = (field: Field): string => (field === 'type' ? 'b' : 'a');

async function written(field: Field, format: ExportFormat) {
  const { table } = await test.admit('a,b\na,1\nm,2\nz,1\n');
  const columns = table.columns.map((column) =>
    column.name === columnOf(field) ? { ...column, ...said[field].of } : column,
  );
  const of = { ...table, columns };
  const to = join(folder, `said.${format}`);
  const asked = { forSpreadsheets: false };
  const { notes } =
    format === 'csv'
      ? await test.engine.exportRows(of, asked, to)
      : format === 'parquet'
        ? await test.engine.exportParquet(of, {}, to)
        : await test.engine.exportFile(of, { ...asked, format }, to);
  return { notes, bytes: await readFile(to) };
}

/** The text of a file, and of the files of a ZIP but the rows. */
function textOf(bytes: Buffer): string {
  if (bytes.readUInt32LE(0) !== 0x04034b50) return bytes.toString('utf8');
  const texts: string[] = [];
  let at = bytes.indexOf('PK\u0001\u0002');
  while (at >= 0) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const head = bytes.readUInt32LE(at + 42);
    const from = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28);
    const content = bytes.subarray(from, from + size);
    if (/sheet2|load/.test(name))
      texts.push((method === 8 ? inflateRawSync(content) : content).toString('utf8'));
    at = bytes.indexOf('PK\u0001\u0002', at + 46);
  }
  return texts.join('\n');
}

/** Files that a type is in because a code is a text there. */
const asText: ReadonlySet<ExportFormat> = new Set(['parquet', 'jsonl', 'sav', 'dta']);

const pairs = columnEntry
  .keyof()
  .options.flatMap((field) => exportFormat.options.map((format) => ({ field, format })));

it.each(pairs)('$field is in a file of $format, or is named in its notes', async (pair) => {
  const { field, format } = pair;
  const { notes, bytes } = await written(field, format);
  const isNamed = notes.some(
    (note) => note.includes(said[field].named) && note.includes(`'${columnOf(field)}'`),
  );
  const isThere =
    field === 'type' && asText.has(format)
      ? (await test.import(bytes, `said.${format}`)).items.every(([, b]) => typeof b === 'string')
      : said[field].shown.test(textOf(bytes));
  expect({ isNamed, isThere }).toEqual({ isNamed: !isThere, isThere });
});
