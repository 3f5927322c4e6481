import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const wide = (value: string): string => Array.from({ length: 100_000 }, () => value).join(',');
const utf16 = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

describe('what cannot be read is refused with the line and the remedy, and nothing is left', () => {
  it.each<[string, string | Buffer, number, string]>([
    [
      'an HTML page',
      '<!DOCTYPE html><html><body>404</body></html>',
      1,
      'This file is an HTML or XML page, not CSV text.',
    ],
    [
      'an HTML page in UTF-16',
      utf16('<html><body>404</body></html>'),
      1,
      'This file is an HTML or XML page, not CSV text.',
    ],
    ['JSON', '[{"a": 1}, {"a": 2}]', 1, 'This file is JSON, not CSV text.'],
    [
      'a ZIP archive',
      Buffer.from('504b0304140000000800', 'hex'),
      1,
      'This file is a ZIP archive or an Excel workbook (.xlsx), not CSV text.',
    ],
    [
      'a gzip file that ends too early',
      gzipSync('a,b\n1,2\n').subarray(0, -9),
      1,
      'The file is packed with gzip and is damaged or ends too early.',
    ],
    [
      'a Zstandard file that ends too early',
      zstdCompressSync('a,b\n1,2\n').subarray(0, -5),
      1,
      'The file is packed with Zstandard and is damaged or ends too early.',
    ],
    [
      'a gzip file of a ZIP archive',
      gzipSync(Buffer.from('504b0304140000000800', 'hex')),
      1,
      'This file is a ZIP archive or an Excel workbook (.xlsx), not CSV text.',
    ],
    ...[gzipSync, zstdCompressSync].map((pack): [string, Buffer, number, string] => [
      `a bomb by ${pack.name}`,
      pack(Buffer.alloc(30_000_000, '1,2\n')),
      1,
      `The file is packed with ${pack === gzipSync ? 'gzip' : 'Zstandard'} and its text is more than 250 times as large, which no table is.`,
    ]),
    ['a PDF document', '%PDF-1.7\n', 1, 'This file is a PDF document, not CSV text.'],
    [
      'a program',
      Buffer.from('7f454c4602010100', 'hex'),
      1,
      'This file is a program (ELF), not CSV text.',
    ],
    ['nothing', '', 1, 'The file is empty.'],
    [
      'a byte order mark alone',
      Buffer.from([0xef, 0xbb, 0xbf]),
      1,
      'The file has no rows, only blank lines.',
    ],
    ['blank lines alone', '\n\r\n\n', 1, 'The file has no rows, only blank lines.'],
    ['a header alone', 'a,b,c\n', 2, "The file has a header line ('a', 'b', 'c') but no rows."],
    [
      'a header alone, of many names',
      'a,b,c,d,e,f,g,h\n',
      2,
      "The file has a header line ('a', 'b', 'c', 'd', 'e', 'f' and 2 more) but no rows.",
    ],
    [
      'empty rows below a header',
      'a,b,c\n,,\n,,\n',
      2,
      'The file has a header line, but every row below it is empty.',
    ],
    ['delimiters alone', ',,\n,,\n', 1, 'Every cell of the file is empty.'],
    ['empty quotes alone', '"",""\n"",""\n', 1, 'Every cell of the file is empty.'],
    [
      'the end of a text of DOS alone',
      '\u001a',
      1,
      'The file holds nothing but the mark with which DOS ends a text.',
    ],
    [
      'half a character of UTF-16',
      Buffer.concat([utf16('a,b\n1,x\n'), Buffer.from([0x41])]),
      3,
      'The text is not whole UTF-16LE: near line 3 a character is broken.',
    ],
    [
      'NUL bytes in more than three rows',
      `a,b\n${'1,x\u0000y\n'.repeat(4)}`,
      5,
      'Line 5 contains a NUL byte: this is not plain text.',
    ],
    [
      'SQL',
      "INSERT INTO t VALUES (1, 'a');\nINSERT INTO t VALUES (2, 'b');\n",
      1,
      'This file holds SQL statements, not a table.',
    ],
    [
      'prose with commas',
      'Rain, wind and snow\nSun\nSun, rain, wind, hail\nFog, mist and so on, for days, and weeks\n'.repeat(
        20,
      ),
      5,
      'The file holds no table that can be read without doubt: 38 of 78 rows do not have the fields of the rest.',
    ],
    [
      '100,000 columns',
      `${wide('c')}\n${wide('1')}\n`,
      1,
      'Line 1 has 100000 columns; at most 2000 can be read.',
    ],
    [
      'a first line of 3 MB',
      `${Array.from({ length: 400_000 }, (_, i) => `c${i}`).join(',')}\n`,
      1,
      'Line 1 has 400000 columns; at most 2000 can be read.',
    ],
    [
      'a name of 2 MB',
      `id,${'x'.repeat(2_000_000)}\n1,2\n`,
      1,
      'The name of column 2 has 2,000,000 characters; at most 10,000 can be read.',
    ],
    [
      'a thousand names of 2,100 characters',
      `${Array.from({ length: 1000 }, (_, i) => String(i).padStart(2100, 'x')).join(',')}\n${'1,'.repeat(999)}1\n`,
      1,
      'The names of the columns have 2,100,000 characters together; at most 2,000,000 can be read.',
    ],
    [
      'a name of 20 kB below two lines of text',
      `Report of the year\n\nid,${'x'.repeat(20_000)}\n1,2\n3,4\n5,6\n`,
      3,
      'The name of column 2 has 20,000 characters; at most 10,000 can be read.',
    ],
    [
      'one line of 50 MB',
      `a,b\n1,${'x'.repeat(50_000_000)}\n2,y\n`,
      2,
      'Line 2 is longer than 8 MB.',
    ],
  ])('%s', async (_, content, row, message) => {
    const refused = await test.refusal(content);
    expect(refused).toEqual({
      code: 'invalid_file',
      message,
      row,
      fix: expect.stringMatching(/\w+/),
    });
    expect(await test.leftovers()).toEqual([]);
  });
});
