import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, mustBe, type Check } from './check.ts';
import { asSession } from './site.ts';

const samples = join(import.meta.dirname, '../../packages/tables/src/formats/samples');
const sample = (name: string): Buffer => readFileSync(join(samples, name));

/** A file in which some bytes are others. */
function changed(name: string, change: (bytes: Buffer) => void): Buffer {
  const bytes = sample(name);
  change(bytes);
  return bytes;
}

const tooMany = (): string =>
  Array.from(
    { length: 500 },
    (_, i) => `{${Array.from({ length: 1000 }, (_, k) => `"${i}_${k}":1`).join(',')}}`,
  ).join('\n');

/** One record: parsing so many names would take a worker's time and memory before they are counted. */
const oneWide = (): string =>
  `{"a":1}\n{${Array.from({ length: 600_000 }, (_, i) => `"n${i}":1`).join(',')}}\n`;

/** Files that lie about themselves, and what the refusal says. */
const files: readonly (readonly [name: string, content: () => Buffer | string, refusal: RegExp])[] =
  [
    ['cut.sav', () => sample('haven-none.sav').subarray(0, 900), /ends within row/],
    ['cut.zsav', () => sample('pspp.zsav').subarray(0, 2000), /damaged/],
    [
      'rows.dta',
      () => changed('haven-8.dta', (bytes) => bytes.writeInt32LE(2e9, 6)),
      /states 2000000000 rows/,
    ],
    [
      'labels.dta',
      () =>
        changed('haven-14.dta', (bytes) =>
          bytes.writeUInt32LE(0xffffffff, bytes.indexOf('<lbl>') + 141),
        ),
      /damaged/,
    ],
    [
      'columns.xpt',
      // The number of columns, in the record that begins their descriptions.
      () => changed('haven-8.xpt', (bytes) => bytes.write('9999', bytes.indexOf('NAMSTV8') + 34)),
      /damaged|columns/,
    ],
    ['deep.json', () => '['.repeat(2_000_000), /nested more than 64 deep/],
    ['names.jsonl', tooMany, /more than 2000 different names/],
    ['wide.jsonl', oneWide, /more than 2000 different names/],
    ['endless.json', () => `[${'{"a":1},'.repeat(100_000)}`, /cut short/],
    ['pages.db', () => changed('python.sqlite', (bytes) => bytes.fill(0xa5, 100, 4096)), /damaged/],
    ['cut.parquet', () => Buffer.from('PAR1'.padEnd(5000, 'x')), /damaged/],
    ['cut.arrow', () => Buffer.from('ARROW1'.padEnd(5000, 'x')), /cut short/],
    [
      'data.sas7bdat',
      () =>
        Buffer.concat([
          Buffer.alloc(12),
          Buffer.from('c2ea8160b31411cfbd92080009c7318c181f1011', 'hex'),
          Buffer.alloc(500),
        ]),
      /not read/,
    ],
  ];

/** Files of other programs, by the numbers of the standard. */
export const formatChecks: readonly Check[] = [
  {
    number: '5.2.3',
    title: 'Files of other programs that lie about themselves are refused, and the server goes on',
    run: async (site) => {
      for (const [name, content, refusal] of files) {
        const form = new FormData();
        form.append('file', new Blob([new Uint8Array(Buffer.from(content()))]), name);
        const response = await fetch(`${site.url}/api/v1/imports`, {
          method: 'POST',
          headers: asSession(site.mallory),
          body: form,
        });
        const text = await response.text();
        must(response.status === 422, `${name}: ${response.status} ${text.slice(0, 200)}`);
        must(refusal.test(text), `${name}: ${text.slice(0, 200)}`);
      }
      mustBe(await site.ask('GET', '/health'), 200, 'the server afterwards');
      return `${files.length} refused`;
    },
  },
];
