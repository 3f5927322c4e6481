import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

describe('what is accepted is read right', () => {
  it('keeps integers beyond 2^53, decimals and zero-padded codes as written', async () => {
    const read = await test.read(
      'big,code,price\n12345678901234567890123,007,0.10\n1,010,12345.67\n',
    );
    expect(read.types).toEqual(['DECIMAL(23,0)', 'VARCHAR', 'DECIMAL(7,2)']);
    expect(read.items).toEqual([
      ['12345678901234567890123', '007', 0.1],
      ['1', '010', 12345.67],
    ]);
    expect(read.messages).toEqual([
      '2 cells have leading zeros, as codes do: the column is kept as text.',
    ]);
  });

  it('reads names of more than 1 MB together', async () => {
    const names = Array.from({ length: 200 }, (_, i) => `${i} ${'x'.repeat(6000)}`);
    const values = names.map((_, i) => i);
    const read = await test.read(`${names.join(',')}\n${values.join(',')}\n`);
    expect(read.types).toEqual(names.map(() => 'BIGINT'));
    expect(read.items).toEqual([values]);
    expect(read.messages).toEqual([]);
  });

  it.each<[string, string[], string, (string | number | boolean | null)[]]>([
    [
      '64-bit integers',
      ['9223372036854775807', '-9223372036854775808'],
      'BIGINT',
      ['9223372036854775807', '-9223372036854775808'],
    ],
    [
      '64-bit integers beside a missing word',
      ['9223372036854775807', 'NA'],
      'BIGINT',
      ['9223372036854775807', null],
    ],
    [
      'integers of 38 digits',
      ['9'.repeat(38), `-${'9'.repeat(38)}`],
      'DECIMAL(38,0)',
      ['9'.repeat(38), `-${'9'.repeat(38)}`],
    ],
    ['longer identifiers as text', ['9'.repeat(39), '1'], 'VARCHAR', ['9'.repeat(39), '1']],
    [
      'decimals of unequal length',
      ['1.5', '-22.25', '3', '.125', '4.'],
      'DECIMAL(5,3)',
      [1.5, -22.25, 3, 0.125, 4],
    ],
    ['numbers with spaces around them', [' 1', '2 ', ' 3 '], 'BIGINT', [1, 2, 3]],
    [
      'exponents and infinities',
      ['1e5', '-2.5E-3', 'inf', '-Infinity'],
      'DOUBLE',
      [100000, -0.0025, 'Infinity', '-Infinity'],
    ],
    ['numbers too large for a double as text', ['1e5', '1e999'], 'VARCHAR', ['1e5', '1e999']],
    [
      'more than 18 digits as the nearest double',
      ['0.30000000000000004', '10.1'],
      'DOUBLE',
      [0.30000000000000004, 10.1],
    ],
    ['telephone numbers as text', ['+4930123', '+49171555'], 'VARCHAR', ['+4930123', '+49171555']],
    ['hexadecimal and grouped digits as text', ['0x1F', '1_000'], 'VARCHAR', ['0x1F', '1_000']],
    ['true and false', ['true', 'FALSE', 'True'], 'BOOLEAN', [true, false, true]],
    ['yes and no', ['Yes', 'no', 'NA'], 'BOOLEAN', [true, false, null]],
    ['dates', ['2024-02-29', '1969-07-20', '-'], 'DATE', ['2024-02-29', '1969-07-20', null]],
    [
      'days that do not exist as text',
      ['2024-02-29', '2023-02-29'],
      'VARCHAR',
      ['2024-02-29', '2023-02-29'],
    ],
    ['times of a day', ['09:30', '23:59:59.5'], 'TIME', ['09:30:00', '23:59:59.5']],
    [
      'moments',
      ['2024-01-02T03:04', '2024-01-02 03:04:05.25'],
      'TIMESTAMP',
      ['2024-01-02T03:04:00', '2024-01-02T03:04:05.25'],
    ],
    [
      'moments with a zone in UTC',
      ['2026-02-28T10:00:00+02:00', '2026-02-28T10:00:00Z'],
      'TIMESTAMPTZ',
      ['2026-02-28T08:00:00Z', '2026-02-28T10:00:00Z'],
    ],
    [
      'moments with a zone and without seconds, beside others, in UTC',
      [
        '2024-01-13T10:00+02:00',
        '2024-01-13T10:00Z',
        '2024-01-13 10:00-0530',
        '2024-01-13T10:00+02',
        '2024-01-13T10:00:30.5+02:00',
      ],
      'TIMESTAMPTZ',
      [
        '2024-01-13T08:00:00Z',
        '2024-01-13T10:00:00Z',
        '2024-01-13T15:30:00Z',
        '2024-01-13T08:00:00Z',
        '2024-01-13T08:00:30.5Z',
      ],
    ],
    [
      'dates of unknown order as text',
      ['01/02/2024', '03/04/2024'],
      'VARCHAR',
      ['01/02/2024', '03/04/2024'],
    ],
    ['percentages as text', ['12%', '3.5 %'], 'VARCHAR', ['12%', '3.5 %']],
    ['money as text', ['$1,234.50', '€ 3'], 'VARCHAR', ['$1,234.50', '€ 3']],
    ['text with its spaces', [' a', 'b ', 'NaN'], 'VARCHAR', [' a', 'b ', 'NaN']],
  ])('%s', async (_, cells, storage, expected) => {
    // A second column keeps a missing cell from being a blank line.
    const read = await test.read(`x,y\n${cells.map((cell) => `"${cell}",.\n`).join('')}`);
    expect(read.types[0]).toBe(storage);
    expect(read.items.map(([x]) => x)).toEqual(expected);
  });

  it.each([
    ['x\n12%\n3%\n', '2 cells look like percentages: the column is kept as text.'],
    [
      'x\n01/02/2024\n03/04/2024\n',
      '2 cells look like dates that do not begin with the year: the column is kept as text.',
    ],
    [
      `x\n${'1\n'.repeat(2000)}oops\n`,
      "1 cell is not numbers, such as 'oops': the column is kept as text.",
    ],
    [
      'x\n2024-02-30\n2024-02-29\n',
      "1 cell names a moment that does not exist, such as '2024-02-30': the column is kept as text.",
    ],
    [
      'x\n1e5\n123456789012345678901.5\n',
      '1 cell has 21 digits, which a number with an exponent or with as many decimals would round: the column is kept as text.',
    ],
    [
      'x\n2.5e5\n0.123456789012345678901\n',
      '1 cell has more digits than a 64-bit float holds and is rounded to the nearest.',
    ],
    ['x\nyes\nno\n', '2 cells say yes or no and are read as true or false.'],
    ['x,y\n1,a\n-,b\nN/A,c\n', "2 cells '-', 'N/A' are read as missing."],
    ['x,y\n1,a\n  ,b\n', '1 cell of spaces alone is read as missing.'],
    ['x,y\n1,a\n\n2,b\n', '1 blank line is skipped.'],
    ['x,y, "z"\n1,a, "b"\n', 'Spaces outside the quotes of a field do not belong to it.'],
  ])('says what it did to %j', async (content, message) => {
    expect((await test.read(content)).messages).toEqual([message]);
  });

  it('says once how a column is read of which the numbers beside it are looked at twice', async () => {
    // Amounts with a sign come after the first records.
    const rows = Array.from({ length: 400 }, (_, i) =>
      [i % 3 === 0 ? 'yes' : 'No', i > 200 && i % 50 === 0 ? `$${i}.50` : `${i}.25`].join(','),
    );
    const { messages } = await test.read(`paid,amount\n${rows.join('\n')}\n`);
    expect(messages.filter((message) => message.includes('yes or no'))).toEqual([
      '400 cells say yes or no and are read as true or false.',
    ]);
  });

  it.each<[string, string, string[], unknown[][], string[]]>([
    [
      'decimal commas',
      'a;b\n1,5;x\n-2,25;y\n3;z\n',
      ['DECIMAL(3,2)', 'VARCHAR'],
      [
        [1.5, 'x'],
        [-2.25, 'y'],
        [3, 'z'],
      ],
      ['3 cells are read as numbers with a decimal comma.'],
    ],
    [
      'decimal commas and thousands',
      'a;b\n1.234,50;x\n99,00;NA\n',
      ['DECIMAL(6,2)', 'VARCHAR'],
      [
        [1234.5, 'x'],
        [99, null],
      ],
      ['2 cells are read as numbers with a decimal comma.', "1 cell 'NA' is read as missing."],
    ],
    [
      'thousands',
      'a,b\n"1,234,567",x\n"12",y\n',
      ['BIGINT', 'VARCHAR'],
      [
        [1234567, 'x'],
        [12, 'y'],
      ],
      ['2 cells are read as numbers with thousands separators.'],
    ],
    [
      'three digits after a comma, shown by another column',
      'a;b\n1,234;0,5\n5,678;0,25\n',
      ['DECIMAL(4,3)', 'DECIMAL(3,2)'],
      [
        [1.234, 0.5],
        [5.678, 0.25],
      ],
      [
        '2 cells are read as numbers with a decimal comma.',
        '2 cells are read as numbers with a decimal comma.',
      ],
    ],
    [
      'three digits after a comma, shown by nothing',
      'a\tb\n1,234\tx\n5,678\ty\n',
      ['VARCHAR', 'VARCHAR'],
      [
        ['1,234', 'x'],
        ['5,678', 'y'],
      ],
      [
        "2 cells such as '1,234' are kept as text; they could be whole numbers with thousands separators (1234) or decimals (1.234). State the decimal mark '.' for the first, ',' for the second (decimal_mark).",
      ],
    ],
    [
      'amounts in one currency',
      'a,b\n"$1,234.50",x\n-$3,y\nNA,z\n',
      ['DECIMAL(6,2)', 'VARCHAR'],
      [
        [1234.5, 'x'],
        [-3, 'y'],
        [null, 'z'],
      ],
      ['2 cells are amounts in $ and are read as numbers.', "1 cell 'NA' is read as missing."],
    ],
    [
      'amounts with decimal commas',
      'a;b\n1.234,50 €;x\n3 €;y\n',
      ['DECIMAL(6,2)', 'VARCHAR'],
      [
        [1234.5, 'x'],
        [3, 'y'],
      ],
      [
        '2 cells are amounts in € and are read as numbers.',
        '2 cells are read as numbers with a decimal comma.',
      ],
    ],
    [
      'dates with the day first',
      'a,b\n28/02/2024,x\n1/3/2024,y\n',
      ['DATE', 'VARCHAR'],
      [
        ['2024-02-28', 'x'],
        ['2024-03-01', 'y'],
      ],
      ['2 cells are read as dates that begin with the day.'],
    ],
    [
      'moments with the month first',
      'a,b\n02/28/2024 10:30,x\n3/1/2024 11:00,y\n',
      ['TIMESTAMP', 'VARCHAR'],
      [
        ['2024-02-28T10:30:00', 'x'],
        ['2024-03-01T11:00:00', 'y'],
      ],
      ['2 cells are read as dates that begin with the month.'],
    ],
    [
      'dates with points',
      'a,b\n01.02.2024,x\n03.04.2024,y\n',
      ['DATE', 'VARCHAR'],
      [
        ['2024-02-01', 'x'],
        ['2024-04-03', 'y'],
      ],
      ['2 cells are read as dates that begin with the day.'],
    ],
    [
      'dates of both orders',
      'a,b\n28/02/2024,x\n02/28/2024,y\n',
      ['VARCHAR', 'VARCHAR'],
      [
        ['28/02/2024', 'x'],
        ['02/28/2024', 'y'],
      ],
      ['2 cells look like dates that do not begin with the year: the column is kept as text.'],
    ],
  ])('%s', async (_, content, types, items, messages) => {
    const read = await test.read(content);
    expect({ types: read.types, items: read.items, messages: read.messages }).toEqual({
      types,
      items,
      messages,
    });
  });

  it('names the cells that keep a column from being numbers', async () => {
    const { admitted } = await test.admit(`x,y\n${'1,a\n'.repeat(2000)}oops,b\n2,c\n ?!,d\n`);
    expect(admitted.admission.notes).toEqual([
      {
        code: 'kept_as_text',
        message: "2 cells are not numbers, such as '?!': the column is kept as text.",
        column: 'x',
        count: 2,
        rows: [2001, 2003],
        examples: [
          { line: 2001, before: 'oops', after: 'oops' },
          { line: 2003, before: ' ?!', after: ' ?!' },
        ],
      },
    ]);
  });

  it('reads missing words, and keeps words that only mean something in text', async () => {
    const read = await test.read('x,y\n1,a\nNA,NULL\nN/A,-\n-,b\n');
    expect(read.types).toEqual(['BIGINT', 'VARCHAR']);
    expect(read.items).toEqual([
      [1, 'a'],
      [null, null],
      [null, '-'],
      [null, 'b'],
    ]);
    expect(read.dialect.missing_words).toEqual(['-', 'N/A', 'NA', 'NULL']);
  });

  it('finds the type of a column that begins with a thousand missing cells', async () => {
    const read = await test.read(`a,b,c\n${',,x\n'.repeat(1200)}7,2024-01-02,x\n`);
    expect(read.types).toEqual(['BIGINT', 'DATE', 'VARCHAR']);
  });

  it('reads UTF-16 with and without byte order mark, UTF-8 with one, and says so', async () => {
    const text = 'city,n\r\nZürich,1\r\nBerlin,2\r\n';
    const little = Buffer.from(text, 'utf16le');
    const files: [Buffer, string, boolean][] = [
      [Buffer.concat([Buffer.from([0xff, 0xfe]), little]), 'utf-16le', true],
      [Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(little).swap16()]), 'utf-16be', true],
      [little, 'utf-16le', false],
      [Buffer.from(`\ufeff${text}`), 'utf-8', true],
    ];
    for (const [file, encoding, byteOrderMark] of files) {
      const read = await test.read(file);
      expect(read.items).toEqual([
        ['Zürich', 1],
        ['Berlin', 2],
      ]);
      expect(read.names).toEqual(['city', 'n']);
      expect(read.dialect).toMatchObject({ encoding, byte_order_mark: byteOrderMark });
    }
    expect((await test.leftovers()).filter((name) => !name.endsWith('.parquet'))).toEqual([]);
  });

  it.each([
    ['line feeds', 'a,b\n1,2\n3,4\n', ',', 'lf'],
    ['carriage returns and line feeds', 'a,b\r\n1,2\r\n3,4\r\n', ',', 'crlf'],
    ['carriage returns', 'a,b\r1,2\r3,4\r', ',', 'cr'],
    ['mixed line ends', 'a,b\r\n1,2\n3,4\r', ',', 'mixed'],
    ['semicolons', 'a;b\n1;2\n3;4\n', ';', 'lf'],
    ['tabs', 'a\tb\n1\t2\n3\t4\n', '\t', 'lf'],
    ['bars', 'a|b\n1|2\n3|4\n', '|', 'lf'],
    ['no end of the last line', 'a,b\n1,2\n3,4', ',', 'lf'],
    ['blank lines', '\na,b\n1,2\n\n3,4\n\n', ',', 'lf'],
    ['blank lines that end in CR LF', 'a,b\r\n\r\n1,2\r\n3,4\r\n\r\n', ',', 'crlf'],
    ['spaces around quotes', 'a, "b"\n1, "2"\n"3" ,4\n', ',', 'lf'],
  ])('reads a file with %s', async (_, content, delimiter, lineEnding) => {
    const read = await test.read(content);
    expect(read.names).toEqual(['a', 'b']);
    expect(read.items).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(read.dialect).toMatchObject({ delimiter, line_ending: lineEnding, header_rows: 1 });
  });

  it.each(['\n', '\r\n', '\r'])(
    'reads quotes, quotes within quotes and line ends within quotes, lines ending in %j',
    async (end) => {
      const read = await test.read(
        [
          'a,b',
          '"x, ""y""","two\nlines"',
          '"three\r\nlines","one\rmore"',
          'plain "inside" text,z',
          '',
        ].join(end),
      );
      expect(read.items).toEqual([
        ['x, "y"', 'two\nlines'],
        ['three\r\nlines', 'one\rmore'],
        ['plain "inside" text', 'z'],
      ]);
    },
  );

  it('reads a single column, with an empty cell in quotes', async () => {
    const read = await test.read('x\n1\n""\n3\n');
    expect(read.items).toEqual([[1], [null], [3]]);
  });

  it('makes names unique, never taking one that the file gives, and says so', async () => {
    const read = await test.read('a,a,a_2,,a\n1,2,3,4,5\n');
    expect(read.names).toEqual(['a', 'a_3', 'a_2', 'column_4', 'a_4']);
    expect(read.notes).toEqual(['header_renamed', 'header_renamed', 'header_renamed']);
  });

  it('names the columns of a file without a header', async () => {
    const read = await test.read('1,2\n3,4\n');
    expect(read.names).toEqual(['column_1', 'column_2']);
    expect(read.items).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(read.notes).toEqual(['no_header']);
  });

  it('reads names that differ in case or mean something to SQL', async () => {
    const read = await test.read('a,A,file_row_number,"x"";drop table"\n1,2,3,4\n');
    expect(read.names).toEqual(['a', 'A', 'file_row_number', 'x";drop table']);
    expect(read.items).toEqual([[1, 2, 3, 4]]);
  });

  it.each([350, 450, 800])('reads cells of %i lines each', async (lines) => {
    const cell = `"${'line\n'.repeat(lines)}"`;
    const rows = Array.from({ length: 60 }, (_, i) => i);
    const { table, admitted } = await test.admit(
      `id,text\n${rows.map((i) => `${i},${cell}\n`).join('')}`,
    );
    const { items } = await test.engine.rows(table, { limit: 100, offset: 0 });
    expect([admitted.columns.map(({ name }) => name), admitted.admission.notes]).toEqual([
      ['id', 'text'],
      [],
    ]);
    expect(items).toEqual(rows.map((i) => [i, 'line\n'.repeat(lines)]));
  });

  it('reads 300 columns, each with a missing word', async () => {
    const columns = Array.from({ length: 300 }, (_, i) => i);
    const { admitted } = await test.admit(
      `${columns.map((i) => `c${i}`).join(',')}\n${`${columns.join(',')}\n`.repeat(3)}${columns.map(() => 'NA').join(',')}\n`,
    );
    expect(admitted.columns.map(({ low, missing }) => [low, missing])).toEqual(
      columns.map((i) => [i, 1]),
    );
  }, 120_000);
});
