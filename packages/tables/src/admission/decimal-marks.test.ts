import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const file = (...lines: string[]): string => `${lines.join('\n')}\n`;
const reading = async (
  content: string,
  stated: { decimal_mark?: '.' | ','; text_columns?: string[] },
) => {
  const source = await test.write(content);
  const parquet = source.replace(/csv$/, 'parquet');
  const { columns, rowCount, admission, dialect } = await test.engine.admit({
    source,
    parquet,
    reading: stated,
  });
  const { items } = await test.engine.rows(
    { parquet, datasetId: null, version: null, rowCount, columns },
    { limit: 1000, offset: 0 },
  );
  return {
    types: columns.map(({ storage }) => storage),
    items,
    notes: admission.notes,
    mark: dialect.decimal_mark,
  };
};

describe('a file has one decimal mark', () => {
  it.each<[string, string, string[], unknown[][], string, string[]]>([
    [
      'points are thousands beside decimal commas',
      file('Menge;Preis', '1.613;2,35', '379;1,10', '126.310;0,99'),
      ['BIGINT', 'DECIMAL(3,2)'],
      [
        [1613, 2.35],
        [379, 1.1],
        [126310, 0.99],
      ],
      ',',
      [
        "3 cells are read as numbers with thousands separators, since column 'Preis' has decimal commas.",
        '3 cells are read as numbers with a decimal comma.',
      ],
    ],
    [
      'commas are thousands beside decimal points',
      file('n,share', '"1,613",2.35', '379,1.10', '"126,310",0.99'),
      ['BIGINT', 'DECIMAL(3,2)'],
      [
        [1613, 2.35],
        [379, 1.1],
        [126310, 0.99],
      ],
      '.',
      ['3 cells are read as numbers with thousands separators.'],
    ],
    [
      'a percentage shows the mark, too',
      file('Menge;Anteil', '1.613;12,5 %', '379;7,5 %'),
      ['BIGINT', 'VARCHAR'],
      [
        [1613, '12,5 %'],
        [379, '7,5 %'],
      ],
      ',',
      [
        "2 cells are read as numbers with thousands separators, since column 'Anteil' has decimal commas.",
        '2 cells look like percentages: the column is kept as text.',
      ],
    ],
    [
      'a number that begins with 0 has no thousands',
      file('p,n', '0.125,"1,613"', '0.250,379'),
      ['DECIMAL(4,3)', 'BIGINT'],
      [
        [0.125, 1613],
        [0.25, 379],
      ],
      '.',
      ['2 cells are read as numbers with thousands separators.'],
    ],
    [
      'points that nothing explains, between semicolons',
      file('id;Einwohner', '1;1.234', '2;12.345'),
      ['BIGINT', 'BIGINT'],
      [
        [1, 1234],
        [2, 12345],
      ],
      ',',
      [
        "2 cells such as '1.234' are read as whole numbers with thousands separators (1234); they could also be decimals (1.234). If so, state the decimal mark '.' (decimal_mark).",
      ],
    ],
    [
      'points that nothing explains, between commas',
      file('id,length', '1,1.234', '2,2.345'),
      ['BIGINT', 'DECIMAL(4,3)'],
      [
        [1, 1.234],
        [2, 2.345],
      ],
      '.',
      [
        "2 cells such as '1.234' are read as decimals (1.234); they could also be whole numbers with thousands separators (1234). If so, state the decimal mark ',' (decimal_mark).",
      ],
    ],
    [
      'commas that nothing explains, between semicolons',
      file('id;Laenge', '1;1,234', '2;2,345'),
      ['BIGINT', 'DECIMAL(4,3)'],
      [
        [1, 1.234],
        [2, 2.345],
      ],
      ',',
      [
        "2 cells such as '1,234' are read as decimals (1.234); they could also be whole numbers with thousands separators (1234). If so, state the decimal mark '.' (decimal_mark).",
      ],
    ],
    [
      'commas that nothing explains, in quotes between commas',
      file('o,ew', 'A,379', 'B,"1,613"', 'C,"12,004"'),
      ['VARCHAR', 'VARCHAR'],
      [
        ['A', '379'],
        ['B', '1,613'],
        ['C', '12,004'],
      ],
      '.',
      [
        "3 cells such as '1,613' are kept as text; they could be whole numbers with thousands separators (1613) or decimals (1.613). State the decimal mark '.' for the first, ',' for the second (decimal_mark).",
      ],
    ],
    [
      'a plus sign before thousands',
      file('o;ew;fl', 'A;379;1,5', 'B;1.613;22,75', 'C;+12.004;3,1'),
      ['VARCHAR', 'BIGINT', 'DECIMAL(4,2)'],
      [
        ['A', 379, 1.5],
        ['B', 1613, 22.75],
        ['C', 12004, 3.1],
      ],
      ',',
      [
        "3 cells are read as numbers with thousands separators, since column 'fl' has decimal commas.",
        '3 cells are read as numbers with a decimal comma.',
      ],
    ],
    [
      'a plus sign before decimals',
      file('n;t', '+3,5;x', '1,25;y', '-2,75;z'),
      ['DECIMAL(3,2)', 'VARCHAR'],
      [
        [3.5, 'x'],
        [1.25, 'y'],
        [-2.75, 'z'],
      ],
      ',',
      ['3 cells are read as numbers with a decimal comma.'],
    ],
    [
      'telephone numbers in groups of three',
      file('n;t', '+49 123 456;x', '+44 207 123;y'),
      ['VARCHAR', 'VARCHAR'],
      [
        ['+49 123 456', 'x'],
        ['+44 207 123', 'y'],
      ],
      '.',
      ['2 cells look like numbers with thousands separators: the column is kept as text.'],
    ],
    [
      'codes among thousands stay as written',
      file('n;p', '1.613;1,5', '007;2,5'),
      ['VARCHAR', 'DECIMAL(2,1)'],
      [
        ['1.613', 1.5],
        ['007', 2.5],
      ],
      ',',
      [
        '2 cells are read as numbers with a decimal comma.',
        '2 cells look like numbers, but some are none, such as codes with leading zeros: the column is kept as text.',
      ],
    ],
    [
      'both marks in two columns',
      file('a;b;c', '1.5;2,5;1.613', '2.25;3,75;2.700'),
      ['DECIMAL(3,2)', 'DECIMAL(3,2)', 'VARCHAR'],
      [
        [1.5, 2.5, '1.613'],
        [2.25, 3.75, '2.700'],
      ],
      ',',
      [
        "2 cells are read as numbers with a decimal point, while column 'b' has decimal commas: if they are codes, times or versions, state the column in text_columns.",
        '2 cells are read as numbers with a decimal comma.',
        "2 cells such as '1.613' may have decimal points or thousands separators, and the file has numbers of both kinds: the column is kept as text.",
      ],
    ],
    [
      'both marks in one column',
      file('v;w', '1.5;a', '2,7;b'),
      ['VARCHAR', 'VARCHAR'],
      [
        ['1.5', 'a'],
        ['2,7', 'b'],
      ],
      '.',
      [
        "2 cells have different decimal marks, such as '1.5' and '2,7': the column is kept as text.",
      ],
    ],
  ])('%s', async (_, content, types, items, mark, messages) => {
    const read = await reading(content, {});
    expect({ ...read, notes: read.notes.map(({ message }) => message) }).toEqual({
      types,
      items,
      mark,
      notes: messages,
    });
  });

  it('the mark that is stated decides for every column', async () => {
    const dots = file('id,Einwohner', '1,1.613', '2,379');
    expect(await reading(dots, { decimal_mark: ',' })).toMatchObject({
      types: ['BIGINT', 'BIGINT'],
      items: [
        [1, 1613],
        [2, 379],
      ],
      mark: ',',
      notes: [{ code: 'interpreted', column: 'Einwohner' }],
    });
    expect(await reading(dots, { decimal_mark: '.' })).toMatchObject({
      types: ['BIGINT', 'DECIMAL(6,3)'],
      items: [
        [1, 1.613],
        [2, 379],
      ],
      mark: '.',
      notes: [],
    });
    const commas = file('id;n', '1;1,613', '2;379');
    expect(await reading(commas, { decimal_mark: '.' })).toMatchObject({
      types: ['BIGINT', 'BIGINT'],
      items: [
        [1, 1613],
        [2, 379],
      ],
      mark: '.',
    });
    expect(await reading(commas, { decimal_mark: ',' })).toMatchObject({
      types: ['BIGINT', 'DECIMAL(6,3)'],
      items: [
        [1, 1.613],
        [2, 379],
      ],
      mark: ',',
    });
  });

  it('cells that cannot have the mark that is stated stay text, with a note', async () => {
    const read = await reading(file('a;b', '1.5;2,5', '2.25;3,75'), { decimal_mark: ',' });
    expect(read).toMatchObject({
      types: ['VARCHAR', 'DECIMAL(3,2)'],
      items: [
        ['1.5', 2.5],
        ['2.25', 3.75],
      ],
      mark: ',',
    });
    expect(read.notes[0]).toEqual({
      code: 'kept_as_text',
      message:
        "2 cells do not fit the decimal comma that is stated, such as '1.5': the column is kept as text.",
      column: 'a',
      count: 2,
      rows: [],
      examples: [],
    });
  });

  it.each([
    [
      'the proof is below the first thousand rows of another column',
      (i: number) => `${1000 + i}`.replace(/^1/, '1.'),
      (i: number) => (i < 1999 ? '1' : '2,5'),
    ],
    [
      'the first thousands are below the first thousand rows',
      (i: number) => (i < 1500 ? `${i % 1000}` : `1.${i % 1000}`),
      () => '1,5',
    ],
  ])('%s', async (_, whole, other) => {
    const { admitted } = await test.admit(
      file('v;w', ...Array.from({ length: 2000 }, (__, i) => `${whole(i)};${other(i)}`)),
    );
    const values = Array.from({ length: 2000 }, (__, i) => Number(whole(i).replace('.', '')));
    expect(admitted.columns.map(({ storage }) => storage)).toEqual(['BIGINT', 'DECIMAL(2,1)']);
    expect(admitted.columns[0]).toMatchObject({
      low: Math.min(...values),
      high: Math.max(...values),
    });
  });
});
