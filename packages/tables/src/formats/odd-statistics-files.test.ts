import { writeDta, writeSav, writeXpt } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const read = async (content: Buffer, name: string) => {
  const { storages, items, admitted } = await test.import(content, name);
  return {
    storages,
    items,
    notes: admitted.admission.notes.map(({ code, message, column, count }) => [
      code,
      message,
      column,
      count,
    ]),
  };
};

const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};
const [aDouble, aFloat] = [65_526, 65_527];

describe('dates that are not of the years 1 to 9999 are missing, and counted', () => {
  const outside = (name: string, count: number) => [
    'read_as_missing',
    `${count === 1 ? '1 date is' : `${count} dates are`} not of the years 1 to 9999 and read as missing.`,
    name,
    count,
  ];

  it('of Stata, also in weeks and months', async () => {
    const formats = ['%td', '%tc', '%tm', '%tw'];
    const content = writeDta({
      variables: formats.map((format, i) => ({ name: `v${i}`, type: aDouble, format })),
      rows: [
        [20_240_113, 1e18, 1e6, 1e6],
        [23_388, 0, (50 - 1960) * 12, (50 - 1960) * 52],
        [-1e12, -1e18, -1e6, -1e6],
      ].map((row) => Buffer.concat(row.map(double))),
    });
    expect(await read(content, 'x.dta')).toEqual({
      storages: ['DATE', 'TIMESTAMP', 'DATE', 'DATE'],
      items: [
        [null, null, null, null],
        ['2024-01-13', '1960-01-01T00:00:00', '0050-01-01', '0050-01-01'],
        [null, null, null, null],
      ],
      notes: [
        ['read_as_date', 'Months are read as the date on which they begin.', 'v2', 1],
        ['read_as_date', 'Weeks are read as the date on which they begin.', 'v3', 1],
        ...['v0', 'v1', 'v2', 'v3'].map((name) => outside(name, 2)),
      ],
    });
  });

  it('of SPSS, and NaN', async () => {
    const content = writeSav({
      variables: [{ name: 'DAY', format: 20 }, { name: 'MOMENT', format: 22 }, { name: 'N' }],
      rows: [
        [12_219_379_200, 12_219_379_200, 1],
        [1e15, 1e15, Number.NaN],
        [-1e15, 12_219_379_201, 2],
      ].map((row) => Buffer.concat(row.map(double))),
    });
    expect(await read(content, 'x.sav')).toEqual({
      storages: ['DATE', 'TIMESTAMP', 'BIGINT'],
      items: [
        ['1970-01-01', '1970-01-01T00:00:00', 1],
        [null, null, null],
        [null, '1970-01-01T00:00:01', 2],
      ],
      notes: [
        outside('DAY', 2),
        outside('MOMENT', 1),
        ['read_as_missing', '1 cell is NaN and read as missing.', 'N', 1],
      ],
    });
  });

  it('of SAS', async () => {
    const content = writeXpt(
      [
        { name: 'DAY', format: 'DATE' },
        { name: 'MOMENT', format: 'DATETIME' },
      ],
      [
        [3653, 86_400],
        [4e6, 1e15],
        [-4e6, 0],
      ],
    );
    expect(await read(content, 'x.xpt')).toEqual({
      storages: ['DATE', 'TIMESTAMP'],
      items: [
        ['1970-01-01', '1960-01-02T00:00:00'],
        [null, null],
        [null, '1960-01-01T00:00:00'],
      ],
      notes: [outside('DAY', 2), outside('MOMENT', 1)],
    });
  });
});

describe('Stata', () => {
  it('numbers that Stata does not have are missing, and counted', async () => {
    const bits = (...values: readonly string[]) => Buffer.from(values.join(''), 'hex').reverse();
    const content = writeDta({
      variables: [
        { name: 'f', type: aFloat, format: '%9.0g' },
        { name: 'd', type: aDouble, format: '%9.0g' },
      ],
      rows: [
        ['3fc00000', '3ff8000000000000'],
        ['7f800000', '7ff0000000000000'],
        ['ff800000', 'fff0000000000000'],
        ['7fc00000', '7ff8000000000000'],
        ['7f000001', '7fe0000000000101'],
        ['7f00d800', '7fe01b0000000000'],
        ['7f000000', '7fe0000000000000'],
        ['7f00d000', '7fe01a0000000000'],
      ].map(([single = '', both = '']) => Buffer.concat([bits(single), bits(both)])),
    });
    const said = (name: string) => [
      [
        'read_as_missing',
        '5 cells are NaN, infinite or too large for Stata and read as missing.',
        name,
        5,
      ],
    ];
    const declared = (name: string) => [
      'read_as_missing',
      '1 cell is missing by what the file declares: .z.',
      name,
      1,
    ];
    expect(await read(content, 'x.dta')).toEqual({
      storages: ['DECIMAL(2,1)', 'DECIMAL(2,1)'],
      items: [[1.5, 1.5], ...Array.from({ length: 7 }, () => [null, null])],
      notes: [...said('f'), ...said('d'), declared('f'), declared('d')],
    });
  });
});

describe('SPSS', () => {
  const integers = (...values: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(4 * values.length);
    values.forEach((value, i) => bytes.writeInt32LE(value, 4 * i));
    return bytes;
  };
  /** Record 3 states a code page, record 20 the name of an encoding. */
  const encoded = (content: string, stated: number | string): Buffer =>
    writeSav({
      variables: [{ name: 'T', width: 8 }],
      rows: [Buffer.concat([Buffer.from(content, 'hex'), Buffer.alloc(8, 0x20)]).subarray(0, 8)],
      extensions:
        typeof stated === 'number'
          ? { 3: integers(20, 0, 0, -1, 1, 1, 2, stated) }
          : { 20: Buffer.from(stated) },
    });

  it.each([
    [437, '5a81', 'Zü'],
    [850, '5a9b', 'Zø'],
    [866, '8fe0', 'Пр'],
    [932, '93fa', '日'],
    [936, 'c4e3', '你'],
    [10_000, '5a8e', 'Zé'],
    [10_007, '80', 'А'],
    [20_866, 'cdc9', 'ми'],
    [1250, 'b9', 'ą'],
    ['CP850', '5a9b', 'Zø'],
    ['IBM850', '5a9b', 'Zø'],
    ['CP932', '93fa', '日'],
    ['CP936', 'c4e3', '你'],
    ['macroman', '5a8e', 'Zé'],
    ['windows-949', 'c7d1', '한'],
    ['UTF-8', '5ac3a9', 'Zé'],
  ])('texts of the encoding %s', async (stated, bytes, written) => {
    expect(await read(encoded(bytes, stated), 'x.sav')).toEqual({
      storages: ['VARCHAR'],
      items: [[written]],
      notes: [],
    });
  });

  it.each([
    ['EUC-TW', 'EUC-TW'],
    [37, 'cp37'],
    [20_420, 'windows-20420'],
  ])('texts of an encoding that is not known, %s, are said', async (stated, name) => {
    expect(await read(encoded('5ae9', stated), 'x.sav')).toEqual({
      storages: ['VARCHAR'],
      items: [['Zé']],
      notes: [
        [
          'transcoded',
          `1 text is read as windows-1252, for the encoding that the file states, ${name}, is not known.`,
          null,
          1,
        ],
      ],
    });
  });

  it('texts are counted once where rows are read twice', async () => {
    const content = writeSav({
      variables: [
        { name: 'T', width: 8 },
        { name: 'CLOCK', format: 21 },
      ],
      rows: [Buffer.concat([Buffer.from('5ae9202020202020', 'hex'), double(3600)])],
      extensions: { 20: Buffer.from('UTF-8') },
    });
    expect(await read(content, 'x.sav')).toEqual({
      storages: ['VARCHAR', 'TIME'],
      items: [['Zé', '01:00:00']],
      notes: [
        [
          'transcoded',
          '1 text is not written in the stated encoding utf-8, and read as windows-1252.',
          null,
          1,
        ],
      ],
    });
  });

  it('missing values of texts of more than eight bytes are missing, and counted', async () => {
    const texts = ['answer', 'NA', 'NOT APPL', 'NOT APPLICABLE', 'NA'];
    const content = writeSav({
      variables: [{ name: 'S', width: 16 }],
      rows: texts.map((text) => Buffer.from(text.padEnd(16, ' '))),
      extensions: {
        22: Buffer.concat([
          integers(1),
          Buffer.from('S'),
          Buffer.of(2),
          integers(8),
          Buffer.from('NOT APPLNA      '),
        ]),
      },
    });
    expect(await read(content, 'x.sav')).toEqual({
      storages: ['VARCHAR'],
      items: [['answer'], [null], [null], ['NOT APPLICABLE'], [null]],
      notes: [
        [
          'read_as_missing',
          '3 cells are missing by what the file declares: NA, 2 times; NOT APPL.',
          'S',
          3,
        ],
      ],
    });
  });
});

it('parts of days of SAS dates are said, and blanks that may be rows of texts', async () => {
  const dates = writeXpt([{ name: 'D', format: 'DATE' }], [[22_000.5], [22_001]]);
  expect(await read(dates, 'x.xpt')).toEqual({
    storages: ['DATE'],
    items: [['2020-03-26'], ['2020-03-27']],
    notes: [['rounded', '1 date has a part of a day, which is cut off.', 'D', 1]],
  });
  const texts = writeXpt([{ name: 'T', format: '' }], [[1]]);
  // The kind of its variable: 1 is a number, 2 a text.
  texts.writeInt16BE(2, texts.indexOf(Buffer.from([0, 1, 0, 0, 0, 8])));
  texts.write('anything', texts.length - 80);
  const { items, notes } = await read(texts, 'x.xpt');
  expect({ items, notes }).toEqual({
    items: [['anything']],
    notes: [
      [
        'blank_rows',
        'The blanks that fill up the last line of the file have room for 9 rows without values; none is read of them.',
        null,
        9,
      ],
    ],
  });
});

it('fractions of a second in SPSS have the digits that they were written with', async () => {
  // Seconds since 1582, whose doubles have no whole number of microseconds.
  const times = Array.from({ length: 1000 }, (_, i) => 13_928_503_200 + i + i / 1000);
  const content = writeSav({
    variables: [{ name: 'T', width: 0, format: 22 }],
    rows: times.map(double),
  });
  const { items } = await read(content, 'x.sav');
  expect(items).toEqual(
    times.map((_, i) => [
      new Date(Date.UTC(2024, 1, 28, 12, 40) + 1001 * i).toISOString().replace(/\.?0*Z$/, ''),
    ]),
  );
});

it.each([
  ['MOYR', 28],
  ['QYR', 29],
  ['WKYR', 30],
])('dates of SPSS that are shown as %s are whole dates, which is said', async (_, format) => {
  const value = Buffer.alloc(8);
  // Seconds since 14 October 1582.
  value.writeDoubleLE((Date.UTC(2023, 10, 27) - Date.UTC(1582, 9, 14)) / 1000);
  const content = writeSav({ variables: [{ name: 'D', format }], rows: [value] });
  expect(await read(content, 'x.sav')).toMatchObject({
    items: [['2023-11-27']],
    notes: [
      [
        'read_as_date',
        'Its format shows the month, quarter or week of a date alone; the whole date is read.',
        'D',
        1,
      ],
    ],
  });
});

it.each([
  ...'YEAR MONTH QTR QTRR DAY WEEKDAY MONNAME DOWNAME JULDAY'
    .split(' ')
    .map((format) => ({ format, seconds: 1, moment: '2020-03-26', isPart: true })),
  ...'YYMON MMYY WEEKU PDJULG'
    .split(' ')
    .map((format) => ({ format, seconds: 1, moment: '2020-03-26', isPart: false })),
  ...'DTDATE DTMONYY E8601DZ E8601DN'
    .split(' ')
    .map((format) => ({ format, seconds: 86_400, moment: '2020-03-26T00:00:00', isPart: false })),
])(
  'dates of SAS that are shown as $format are dates',
  async ({ format, seconds, moment, isPart }) => {
    const content = writeXpt([{ name: 'D', format }], [[22_000 * seconds]]);
    const said = `Its format ${format} shows a part of a date; the whole date is read.`;
    expect(await read(content, 'x.xpt')).toMatchObject({
      items: [[moment]],
      notes: isPart ? [['read_as_date', said, 'D', 1]] : [],
    });
  },
);
