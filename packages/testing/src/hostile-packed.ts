import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { HostileFile } from './hostile-workbooks.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

const names =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ' +
  'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" ' +
  'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"';

const mimetype: ZipEntry = {
  name: 'mimetype',
  content: 'application/vnd.oasis.opendocument.spreadsheet',
};

/** A spreadsheet of OpenDocument with one cell of text, below this document type. */
const spreadsheet = (doctype: string, text: string, others: readonly ZipEntry[] = []) =>
  writeZip([
    mimetype,
    {
      name: 'content.xml',
      content:
        `<?xml version="1.0"?>${doctype}<office:document-content ${names}><office:body>` +
        '<office:spreadsheet><table:table table:name="T"><table:table-row>' +
        `<table:table-cell office:value-type="string"><text:p>${text}</text:p>` +
        '</table:table-cell></table:table-row></table:table></office:spreadsheet>' +
        '</office:body></office:document-content>',
    },
    ...others,
  ]);

const megabytes = (count: number, text: string): Buffer => Buffer.alloc(count * 1024 * 1024, text);

const bytes = (packed: Buffer): Buffer<ArrayBuffer> => Buffer.from(packed);

/** Hostile files that are packed: spreadsheets of OpenDocument, gzip and Zstandard. */
export const hostilePacked: readonly HostileFile[] = [
  {
    title: 'entities of OpenDocument that grow (billion laughs)',
    name: 'laughs.ods',
    content: () => spreadsheet('<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>', '&b;'),
    refusal: /document type/,
  },
  {
    title: 'an entity of OpenDocument that reads a file (XXE)',
    name: 'outside.ods',
    content: () => spreadsheet('<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>', '&f;'),
    refusal: /document type/,
  },
  {
    title: 'elements of OpenDocument 100,000 deep',
    name: 'deep.ods',
    content: () => spreadsheet('', '<x>'.repeat(100_000)),
    refusal: /inside one another/,
  },
  {
    title: 'a text of OpenDocument that is packed 1000 : 1',
    name: 'bomb.ods',
    content: () => spreadsheet('', megabytes(12, '0').toString('latin1')),
    refusal: /times as large/,
  },
  {
    title: 'a name in OpenDocument that leads out of the file',
    name: 'out.ods',
    content: () => spreadsheet('', 'a', [{ name: '../../../tmp/evil.xml', content: 'x' }]),
    refusal: /leads out of it/,
  },
  {
    title: 'parts of OpenDocument that share their bytes',
    name: 'overlap.ods',
    content: () => spreadsheet('', 'a', [{ name: 'b.xml', content: '', sharesWith: 1 }]),
    refusal: /inside one another/,
  },
  {
    title: 'a CSV file that gzip packs 1000 : 1',
    name: 'bomb.csv.gz',
    content: () => bytes(gzipSync(megabytes(12, 'a,b\n'))),
    refusal: /times as large/,
  },
  {
    title: 'lines of JSON that Zstandard packs 10,000 : 1',
    name: 'bomb.jsonl.zst',
    content: () => bytes(zstdCompressSync(megabytes(12, '{"a":1}\n'))),
    refusal: /times as large/,
  },
  {
    title: 'gzip in gzip in gzip',
    name: 'nested.csv.gz',
    content: () => bytes(gzipSync(gzipSync(gzipSync(megabytes(12, 'a,b\n'))))),
    refusal: /packed twice/,
  },
  {
    title: 'an archive that is packed once more',
    name: 'archive.csv.gz',
    content: () => bytes(gzipSync(writeZip([{ name: 'a.csv', content: 'a,b\n1,2\n' }]))),
    refusal: /ZIP archive/,
  },
  {
    title: 'records of a JSON text sequence that never end',
    name: 'endless.json-seq',
    content: () => Buffer.from('\u001e{"a":['.repeat(100_000)),
    refusal: /cut short/,
  },
];
