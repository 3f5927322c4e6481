import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { sheetOf, workbook, writeZip } from '@columnist/testing';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const packings = [
  ['gz', gzipSync],
  ['zst', zstdCompressSync],
] as const;

const sheet = sheetOf(
  '<row r="1"><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c></row>' +
    '<row r="2"><c><v>1</v></c><c t="inlineStr"><is><t>x</t></is></c></row>' +
    '<row r="3"><c><v>2</v></c><c t="inlineStr"><is><t>y</t></is></c></row>',
);

/** The same table in several formats. */
const files: readonly (readonly [name: string, content: Buffer])[] = [
  ['data.csv', Buffer.from('a,b\n1,x\n2,y\n')],
  ['data.tsv', Buffer.from('a\tb\n1\tx\n2\ty\n')],
  ['data.txt', Buffer.from('a;b\n1;x\n2;y\n')],
  ['data', Buffer.from('a,b\n1,x\n2,y\n')],
  ['data.jsonl', Buffer.from('{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n')],
  ['data.fwf', Buffer.from('a  b\n1  x\n2  y\n')],
  ['data.xlsx', workbook(sheet)],
];

describe('a file that is packed is read as it is unpacked', () => {
  it.each(
    files.flatMap(([name, content]) =>
      packings.map(([ending, pack]) => [`${name}.${ending}`, pack(content)] as const),
    ),
  )('%s', async (name, content) => {
    const { names, items, admitted } = await test.import(Buffer.from(content), name);
    expect({ names, items }).toEqual({
      names: ['a', 'b'],
      items: [
        [1, 'x'],
        [2, 'y'],
      ],
    });
    expect(admitted.part?.format).toBe('gz');
  });

  it('also where its name does not say so', async () => {
    const { items } = await test.import(Buffer.from(gzipSync('{"a":1}\n{"a":2}\n')), 'data.jsonl');
    expect(items).toEqual([[1], [2]]);
  });
});

describe('is refused with what to do', () => {
  it.each([
    ['bomb.csv.gz', gzipSync(Buffer.alloc(30_000_000, 'a,b\n')), /more than 250 times as large/],
    ['bomb.json.zst', zstdCompressSync(Buffer.alloc(30_000_000, '[1,')), /250 times as large/],
    ['cut.csv.gz', gzipSync('a,b\n1,2\n'.repeat(999)).subarray(0, 40), /gzip/],
    ['twice.csv.gz', gzipSync(gzipSync('a,b\n1,2\n')), /packed twice/],
    ['data.tar.gz', gzipSync(tarOf('a.csv', 'a,b\n1,2\n')), /tar archive/],
    ['zip.csv.gz', gzipSync(writeZip([{ name: 'a.csv', content: 'a\n1\n' }])), /ZIP archive/],
    ['frame.rds', gzipSync('RDX3\nX'), /a file of R/],
    ['frame.rds.gz', gzipSync('RDX3\nX'), /a file of R/],
  ])('%s', async (name, content, message) => {
    await expect(test.import(Buffer.from(content), name)).rejects.toMatchObject({
      code: 'invalid_file',
      message: expect.stringMatching(message),
      details: { fix: expect.any(String) },
    });
  });
});

/** An archive of one file, as tar writes it (POSIX ustar). */
function tarOf(name: string, content: string): Buffer {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write(content.length.toString(8).padStart(11, '0'), 124);
  head.write('ustar\u000000', 257);
  const body = Buffer.alloc(1536);
  body.write(content);
  return Buffer.concat([head, body]);
}
