import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('byte order marks at the start of cells are left out, and said', () => {
  // As of two files that were put below one another.
  const text = 'a,b\nx,1\n\ufeffy,2\nz,\ufeff3\n"\ufeffw",4\nin\ufeffside,5\n';
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its own mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ])('%s', async (_, content) => {
    const { names, items } = await test.read(content);
    const { admitted } = await test.admit(content);
    const notes = admitted.admission.notes
      .filter(({ code }) => code === 'byte_order_marks')
      .map(({ message, rows }) => [message, rows]);
    expect({ names, items, notes }).toEqual({
      names: ['a', 'b'],
      items: [
        ['x', 1],
        ['y', 2],
        ['z', 3],
        ['w', 4],
        ['in\ufeffside', 5],
      ],
      notes: [['3 byte order marks (U+FEFF) at the start of cells are left out.', [3, 4, 5]]],
    });
  });

  it('also where one goes over two pieces of the file', async () => {
    // Rows of 11 bytes: pieces of 64 KiB end at each place of one.
    const rows = Array.from({ length: 72_000 }, (_, i) => `\ufeff${10_000 + i},x`);
    const { admitted } = await test.admit(`n,t\n${rows.join('\n')}\n`);
    expect([
      admitted.columns.map(({ storage, distinct }) => [storage, distinct]),
      admitted.admission.notes.map(({ code, count }) => [code, count]),
    ]).toEqual([
      [
        ['BIGINT', 72_000],
        ['VARCHAR', 1],
      ],
      [['byte_order_marks', 72_000]],
    ]);
  });
});

describe('text that looks like ASCII and is none is refused by name', () => {
  it.each([
    // Python: 'name,n\n서울,1\n'.encode('iso2022_kr') and '名字,n\n北京,1\n上海,2\n'.encode('hz').
    ['ISO-2022-KR', latin1('\x1b$)Cname,n\n\x0e<-?o\x0f,1\n')],
    ['HZ-GB-2312', latin1('~{C{WV~},n\n~{11>)~},1\n~{IO:#~},2\n')],
    ['ISO-2022-CN', latin1('\x1b$)A\x0eC{WV\x0f,n\n\x0e11>)\x0f,1\n')],
  ])('%s', async (name, content) => {
    expect(await test.refusal(content)).toEqual({
      code: 'invalid_file',
      message: `The text is ${name}, an encoding that is not read.`,
      row: 1,
      fix: 'Save the file as "CSV UTF-8", then upload again. If it is plain text, state its encoding as utf-8.',
    });
  });

  it('a text with such signs once is plain', async () => {
    expect((await test.read('name,n\n~{ab~},1\nc,2\n')).items).toEqual([
      ['~{ab~}', 1],
      ['c', 2],
    ]);
  });
});

describe('ASCII that was appended to UTF-16 is refused with its line', () => {
  const wide = Buffer.from('\ufeffa,b\nx,1\ny,2\n', 'utf16le');
  it.each([
    ['of an even number of bytes', wide, 'z,3\nw,4\n'],
    ['of an odd one', wide, 'z,33\nw,4\n'],
    ['high bytes first', Buffer.from(wide).swap16(), 'z,3\nw,4\n'],
  ])('%s', async (_, before, log) => {
    expect(await test.refusal(Buffer.concat([before, Buffer.from(log)]))).toMatchObject({
      message:
        'From line 4 on the file is no longer UTF-16: lines in another encoding were appended.',
      row: 4,
    });
  });

  it('letters whose bytes are ASCII are no such lines', async () => {
    // 中 is 4E2D, 上 is 4E0A.
    expect((await test.read(Buffer.from('\ufeff字,n\n上上中,1\n上中,2', 'utf16le'))).items).toEqual(
      [
        ['上上中', 1],
        ['上中', 2],
      ],
    );
  });
});

describe('decimal commas without quotes in a file with commas are said', () => {
  const noted = async (text: string) => {
    const { admitted } = await test.admit(text);
    return admitted.admission.notes
      .filter(({ code }) => code === 'decimal_commas')
      .map(({ message, rows }) => [message, rows]);
  };
  const said = (names: number, cells: number) =>
    `Line 1 names ${names} columns and the rows have ${cells} cells: numbers with a decimal comma may ` +
    'stand in the file without quotes. Every comma separates here. Put such numbers in quotes, or ' +
    'save the file with semicolons.';
  it.each([
    ['two numbers', 'x,y\n1,5,2,7\n3,2,4,1\n0,9,8,4\n', [[said(2, 4), [2, 3, 4]]]],
    ['a text before', 'name,x,y\na,1,5,2,7\nb,3,2,4,1\n', [[said(3, 5), [2, 3]]]],
    ['cents', 'name,price\na,1,05\nb,3,20\nc,4,99\n', [[said(2, 3), [2, 3, 4]]]],
    ['names of rows, as R writes them', 'cyl,gear\nMazda,6,4\nDatsun,4,4\n', []],
    ['names for all cells', 'a,b,c,d\n1,5,2,7\n3,2,4,1\n', []],
    ['another delimiter', 'x;y\n1,5;2,7\n3,2;4,1\n', []],
  ])('%s', async (_, text, expected) => {
    expect(await noted(text)).toEqual(expected);
  });
});
