import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const people = {
  names: ['name', 'age'],
  types: ['VARCHAR', 'BIGINT'],
  items: [
    ['Ada', 36],
    ['Alan', 41],
  ],
};
const read = async (content: string | Buffer) => {
  const { names, types, items, messages } = await test.read(content);
  return { names, types, items, messages };
};

describe('the byte with which DOS ends a text is left out at its end, and said', () => {
  const messages = [
    'The byte 0x1A at the end, with which programs of DOS end a text, is left out.',
  ];
  it.each([
    ['below the last line', 'name,age\r\nAda,36\r\nAlan,41\r\n\u001a'],
    ['behind the last cell', 'name,age\nAda,36\nAlan,41\u001a'],
    ['until a block is full', `name,age\r\nAda,36\r\nAlan,41\r\n${'\u001a'.repeat(97)}`],
    ['before a line end and zeros', 'name,age\r\nAda,36\r\nAlan,41\r\n\u001a\r\n\0\0'],
  ])('%s', async (_, content) => {
    expect(await read(content)).toEqual({ ...people, messages });
  });

  it('also in a code page, and below more than a piece of the file', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `Café ${i},${i}`);
    const content = Buffer.from(`name,age\n${rows.join('\n')}\n\u001a`, 'latin1');
    const { admitted, table } = await test.admit(content);
    const { items } = await test.engine.rows(table, { limit: 5, offset: 19_998 });
    expect({
      items,
      rows: admitted.rowCount,
      notes: admitted.admission.notes.map(({ code }) => code),
    }).toEqual({
      items: [
        ['Café 19998', 19_998],
        ['Café 19999', 19_999],
      ],
      rows: 20_000,
      notes: ['end_of_file_mark', 'transcoded'],
    });
  });

  it('a letter of UTF-16 with this byte is none', async () => {
    const content = Buffer.from('name,age\nAda,36\nAlan,41\nĚ,1\nx,\u1a20', 'utf16le');
    const { items, messages: said } = await read(content);
    expect(items.at(-1)).toEqual(['x', '\u1a20']);
    expect(said.filter((message) => message.includes('0x1A'))).toEqual([]);
  });

  it('within a text it is kept, and said', async () => {
    expect(await read('name,age\nA\u001ada,36\nAlan,41\n')).toEqual({
      ...people,
      items: [
        ['A\u001ada', 36],
        ['Alan', 41],
      ],
      messages: [
        '1 character is U+001A, which programs put in place of a letter that they cannot write, ' +
          'and with which DOS ends a text. It is kept as it is.',
      ],
    });
  });
});

describe('text whose records end in the record separator of ASCII is read by it, and that is said', () => {
  const messages = [
    'Records end in the record separator of ASCII (0x1E), and each is read as a row.',
  ];
  it.each([
    ['units and records', 'name\u001fage\u001eAda\u001f36\u001eAlan\u001f41\u001e'],
    ['without one at the end', 'name\u001fage\u001eAda\u001f36\u001eAlan\u001f41'],
    [
      'with line ends besides',
      'name\u001fage\u001e\r\nAda\u001f36\u001e\r\nAlan\u001f41\u001e\r\n',
    ],
    ['below commas', 'name,age\u001eAda,36\u001eAlan,41\u001e'],
    [
      'in UTF-16',
      Buffer.from('\ufeffname\u001fage\u001eAda\u001f36\u001eAlan\u001f41\u001e', 'utf16le'),
    ],
  ])('%s', async (kind, content) => {
    expect(await read(content)).toEqual({
      ...people,
      messages:
        kind === 'in UTF-16' ? [...messages, 'The text was UTF-16 and is read as such.'] : messages,
    });
  });

  it('line ends, commas and quotes are a part of the cells', async () => {
    expect(
      await read(
        'name\u001fnote\u001eAda\u001ffirst\nsecond\u001eAlan\u001fa 5" pipe, "long"\u001eKarl\u001fé\u001e',
      ),
    ).toEqual({
      names: ['name', 'note'],
      types: ['VARCHAR', 'VARCHAR'],
      items: [
        ['Ada', 'first\nsecond'],
        ['Alan', 'a 5" pipe, "long"'],
        ['Karl', 'é'],
      ],
      messages,
    });
  });

  it('records go over pieces of the file', async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => `ä${i}\u001f${i}\u001e`);
    const { admitted, table } = await test.admit(`name\u001fn\u001e${rows.join('')}`);
    const { items } = await test.engine.rows(table, { limit: 1, offset: 59_999 });
    expect([admitted.rowCount, items]).toEqual([60_000, [['ä59999', 59_999]]]);
  });

  it.each(['\u001c', '\u001d', '\u001e', '\u001f'])('as a delimiter of lines: %j', async (sign) => {
    const content = ['name,age', 'Ada,36', 'Alan,41', ''].join('\n').replaceAll(',', sign);
    expect(await read(content)).toEqual({ ...people, messages: [] });
  });

  it('within cells they are kept, and said', async () => {
    expect(await read('name,age\nA\u001eda,36\nAl\u001ean\u001f,41\n')).toEqual({
      ...people,
      items: [
        ['A\u001eda', 36],
        ['Al\u001ean\u001f', 41],
      ],
      messages: [
        '3 separators of ASCII (U+001C to U+001F) are in cells and are kept: no rows and columns ' +
          'are found by them.',
      ],
    });
  });
});
