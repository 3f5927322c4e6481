import { writeZip } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

it('text with tabs is read as CSV is, and says what it was', async () => {
  const { names, items, storages, admitted } = await test.import(
    'shop\tsold\nA, B\t3\n"C"\t4\n',
    'sales.tsv',
  );
  expect(names).toEqual(['shop', 'sold']);
  expect(storages).toEqual(['VARCHAR', 'BIGINT']);
  expect(items).toEqual([
    ['A, B', 3],
    ['C', 4],
  ]);
  expect(admitted.admission.source).toEqual({
    format: 'tsv',
    title: 'delimited text',
    table: null,
    range: null,
    tables: 1,
    typed: false,
  });
  expect(admitted.part).toEqual({ format: 'tsv' });
});

it('the tables of a page that are not read are named', async () => {
  const table = (caption: string, cells: readonly string[]): string =>
    `<table><caption>${caption}</caption><tr><th>k</th><th>v</th></tr>${cells.map((cell) => `<tr><td>${cell}</td><td>1</td></tr>`).join('')}</table>`;
  const page = `<html><body>${table('Shops', ['a', 'b'])}${table('Towns', ['c', 'd'])}</body></html>`;
  const { items, messages } = await test.import(page, 'x.html', { part: { table: 'Towns' } });
  expect({ items, messages }).toEqual({
    items: [
      ['c', 1],
      ['d', 1],
    ],
    messages: ["The file has another table that is not read: 'Shops'."],
  });
});

it('a cell of a web page without a height reaches down to the end of its part of the table', async () => {
  const row = (...cells: string[]): string => `<tr>${cells.join('')}</tr>`;
  const page = `<table>${row('<th>g', '<th>v')}<tbody>${row('<td rowspan=0>A', '<td>1')}${row('<td>2')}</tbody><tbody>${row('<td>B', '<td>3')}</tbody>${row('<td rowspan="0">C', '<td>4')}${row('<td>5')}</table>`;
  const { items } = await test.import(page, 'x.html');
  expect(items).toEqual([
    ['A', 1],
    ['A', 2],
    ['B', 3],
    ['C', 4],
    ['C', 5],
  ]);
  const wide = `<table><tr>${'<td rowspan=0>x'.repeat(1000)}</tr>${'<tr></tr>'.repeat(6000)}</table>`;
  await expect(test.import(wide, 'x.html')).rejects.toMatchObject({
    code: 'invalid_file',
    message: 'The tables of the page have more than 5,000,000 cells.',
  });
});

it.each([
  // Excel puts the count of days beside a date, and the whole number beside a shorter one.
  ['29.02.2024', '45351', '2024-02-29'],
  ['09:30', '0.395833333333333', '09:30:00'],
  ['Jan 5', '45296', 'Jan 5'],
  ['1,234.57', '1234.5678', 1234.5678],
  ['-1.234,57 €', '-1234.5678', -1234.5678],
  ['(12)', '-12.25', -12.25],
  ['13%', '0.125', 0.125],
  ['1.23E+05', '123456', 123_456],
  ['1/3', '0.333333333333333', 0.333_333_333_333_333],
  ['#####', '45351', 45_351],
  ['12 kg', '12', 12],
])('what Excel shows as %s with x:num %s is read as it is shown', async (shown, number, cell) => {
  const page = `<table><tr><th>k</th><th>v</th></tr><tr><td>a</td><td x:num="${number}">${shown}</td></tr></table>`;
  const { items } = await test.import(page, 'x.html');
  expect(items).toEqual([['a', cell]]);
});

it('text that a page hides is no part of a value', async () => {
  const page =
    '<table><tr><th>City</th><th>n</th></tr>' +
    '<tr><td>A</td><td><span style="display:none">7003<b>12</b><br></span>12</td></tr>' +
    '<tr><td>B<span hidden>b</span></td><td>1<i style="color:red; visibility: hidden">0</i>4</td></tr></table>';
  const { items } = await test.import(page, 'x.html');
  expect(items).toEqual([
    ['A', 12],
    ['B', 14],
  ]);
});

it.each(['txt', 'dat', 'log', ''])(
  'text with tabs is read whatever its name: .%s',
  async (ending) => {
    const { admitted, names, items } = await test.import('a\tb\n1\t2\n3\t4\n', `x.${ending}`);
    expect([admitted.part, names, items]).toEqual([
      { format: 'tsv' },
      ['a', 'b'],
      [
        [1, 2],
        [3, 4],
      ],
    ]);
  },
);

it.each([
  ['a.csv', ''],
  ['a.csv', 'p,q\n'],
  ['a.txt', 'Read me.\n\n'],
])('of an archive that begins with %s of %o the file with rows is read', async (name, content) => {
  const { admitted, items } = await test.import(
    writeZip([
      { name, content },
      { name: 'b.csv', content: 'x,y\n1,2\n' },
    ]),
    'x.zip',
  );
  expect([admitted.part?.table, items]).toEqual(['b.csv', [[1, 2]]]);
});

it('of a page that begins with a table of one row the table with rows is read', async () => {
  const page =
    '<table><tr><td>Home</td><td>About</td></tr></table>' +
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>';
  const { admitted, items } = await test.import(page, 'x.html');
  expect([admitted.part?.table, items]).toEqual(['Table 2', [[1, 2]]]);
});

it('a word alone behind the blanks of others is no column of its own', async () => {
  const text = [
    'id    name           val',
    '1     Bob',
    '2     Cy van der Ö   12.5',
    '3     Ann Lee        3.5',
    '',
  ].join('\n');
  const { names, items } = await test.import(text, 'x.fwf');
  expect([names, items]).toEqual([
    ['id', 'name', 'val'],
    [
      [1, 'Bob', null],
      [2, 'Cy van der Ö', 12.5],
      [3, 'Ann Lee', 3.5],
    ],
  ]);
});

it('words before a right-aligned text are its first, where the column before is even', async () => {
  const text = [
    '  a        b    c',
    '  1        x  1.5',
    ' 22 yy zz qq  NaN',
    '333        w -2.0',
    '',
  ];
  const { names, items } = await test.import(text.join('\n'), 'x.txt');
  expect([names, items]).toEqual([
    ['a', 'b', 'c'],
    [
      [1, 'x', 1.5],
      [22, 'yy zz qq', null],
      [333, 'w', -2],
    ],
  ]);
});

it('any text is of fixed width where its borders are stated', async () => {
  const { items, admitted } = await test.import('CD4562.5\nAB1231.5\nEF7893.5\n', 'x.txt', {
    part: { borders: '1,3,6' },
  });
  expect([items, admitted.part]).toEqual([
    [
      ['CD', 456, 2.5],
      ['AB', 123, 1.5],
      ['EF', 789, 3.5],
    ],
    { format: 'fwf', borders: '1,3,6' },
  ]);
});

it.each([
  [',', 'a,b\n1,2\n3,4\n'],
  [';', 'a;b\n1;2\n3;4\n'],
])('text named .tsv that has %s between its fields is read as CSV is', async (sign, text) => {
  const { names, items, messages } = await test.import(text, 'x.tsv');
  expect([names, items, messages]).toEqual([
    ['a', 'b'],
    [
      [1, 2],
      [3, 4],
    ],
    [
      `The file has no tabs between its fields, as its name says, but '${sign}': it is read as CSV is.`,
    ],
  ]);
});

it.each([
  [
    'notes.txt',
    'a;b\n1;2,5\n3;4,5\n',
    [
      [1, 2.5],
      [3, 4.5],
    ],
  ],
  [
    'x.dat',
    'a|b\n1|x\n2|y\n',
    [
      [1, 'x'],
      [2, 'y'],
    ],
  ],
  [
    'x',
    'a,b\n1,x\n2,y\n',
    [
      [1, 'x'],
      [2, 'y'],
    ],
  ],
])('text is read as CSV is, whatever its name: %s', async (name, text, rows) => {
  const { names, items, messages, admitted } = await test.import(text, name);
  expect([names, items, messages, admitted.part]).toEqual([
    ['a', 'b'],
    rows,
    name === 'notes.txt' ? [expect.stringContaining('decimal comma')] : [],
    { format: 'tsv' },
  ]);
});

it('names with commas in lines of fixed width stay there', async () => {
  const text = 'Rowan, Jim   31\nDoe, Jane     9\nPo, Ed       44\n';
  const { items } = await test.import(text, 'x.txt');
  expect(items).toEqual([
    ['Rowan, Jim', 31],
    ['Doe, Jane', 9],
    ['Po, Ed', 44],
  ]);
});

it('texts with commas below one name stay one column of text with tabs', async () => {
  const { names, items } = await test.import('Name\nRoe, Jim\nDoe, Jane\n', 'x.tsv');
  expect([names, items]).toEqual([['Name'], [['Roe, Jim'], ['Doe, Jane']]]);
});

it('files of an archive that are not read are named, an archive in it too', async () => {
  const content = writeZip([
    { name: 'd\\a.csv', content: 'x\n1\n' },
    { name: 'b.csv', content: 'y\n2\n' },
    { name: 'inner.zip', content: writeZip([{ name: 'c.csv', content: 'z\n3\n' }]) },
  ]);
  const { admitted, items, messages } = await test.import(content, 'x.zip');
  expect([admitted.part?.table, items, messages]).toEqual([
    'd/a.csv',
    [[1]],
    ["The archive holds 2 other files that are not read: 'b.csv', 'inner.zip'."],
  ]);
});
