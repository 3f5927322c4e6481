import type { Cell, OtherReading, Reading } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

/** A file whose second column is numbered, so that no line is blank. */
const fileOf = (name: string, cells: readonly string[]): string =>
  `${quoted(name)},row\n${cells.map((cell, i) => `${quoted(cell)},${i + 1}\n`).join('')}`;
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

async function columnOf(
  name: string,
  cells: readonly string[],
  reading: Reading = {},
): Promise<{
  storage: string | undefined;
  values: Cell[];
  notes: string[];
  others: OtherReading[] | undefined;
}> {
  const source = await test.write(fileOf(name, cells));
  const parquet = source.replace(/csv$/, 'parquet');
  const { columns, rowCount, admission } = await test.engine.admit({ source, parquet, reading });
  const { items } = await test.engine.rows(
    { parquet, datasetId: null, version: null, rowCount, columns },
    { limit: 1000, offset: 0 },
  );
  return {
    storage: columns[0]?.storage,
    values: items.map(([cell = null]) => cell),
    notes: admission.notes.filter(({ column }) => column === name).map(({ message }) => message),
    others: columns[0]?.other_readings,
  };
}

type Case = readonly [
  what: string,
  name: string,
  cells: string[],
  storage: string,
  values: Cell[],
  notes: string[],
];

describe('what is certain is read, with a note where something goes that cannot be seen', () => {
  it.each<Case>([
    [
      'accounting negatives',
      'result',
      ['1,204.50', '(88.00)', '17.25'],
      'DECIMAL(6,2)',
      [1204.5, -88, 17.25],
      [
        "1 cell such as '(88.00)' is read as a negative number.",
        '3 cells are read as numbers with thousands separators.',
      ],
    ],
    [
      'a minus behind the number',
      'result',
      ['120.50', '88.25-', '3.00'],
      'DECIMAL(5,2)',
      [120.5, -88.25, 3],
      ["1 cell such as '88.25-' is read as a negative number."],
    ],
    [
      'a Unicode minus',
      'change',
      ['\u22120.5', '2.25'],
      'DECIMAL(3,2)',
      [-0.5, 2.25],
      ["1 cell such as '\u22120.5' is read as a negative number."],
    ],
    [
      'groups as in India',
      'people',
      ['4,56,789', '12,34,56,789', '950'],
      'BIGINT',
      [456789, 123456789, 950],
      ['3 cells are read as numbers with thousands separators.'],
    ],
    [
      'a currency of two signs',
      'price',
      ['HK$ 12.50', 'HK$ 1,300.00'],
      'DECIMAL(6,2)',
      [12.5, 1300],
      ['2 cells are amounts in HK$ and are read as numbers.'],
    ],
    [
      'dollars as shops write them',
      'price',
      ['US $12.50', 'US $1,300.00'],
      'DECIMAL(6,2)',
      [12.5, 1300],
      ['2 cells are amounts in US $ and are read as numbers.'],
    ],
    [
      'a backslash in the place of the yen',
      'price',
      [String.raw`\8,540`, String.raw`\250,000`, String.raw`\500`],
      'BIGINT',
      [8540, 250000, 500],
      [
        String.raw`3 cells are amounts in \ (¥ or ₩ in Japanese and Korean encodings) and are read as numbers.`,
      ],
    ],
    [
      'a dash in place of decimals behind a currency',
      'price',
      ['Fr. 12.-', 'Fr. 9.95', 'Fr. 10.-'],
      'DECIMAL(4,2)',
      [12, 9.95, 10],
      [
        '3 cells are amounts in Fr. and are read as numbers.',
        "2 cells such as 'Fr. 10.-' are read as amounts with a dash in place of decimals.",
      ],
    ],
    [
      'a plus before decimals',
      'change',
      ['+5.2', '-3.1', '+0.4'],
      'DECIMAL(2,1)',
      [5.2, -3.1, 0.4],
      [],
    ],
    [
      'months by name before a day and a year of two digits',
      'day',
      ['Mar-05-24', 'Apr-01-24'],
      'DATE',
      ['2024-03-05', '2024-04-01'],
      [
        '2 cells are read as dates that name their month; years of two digits are read as 1969 to 2068.',
      ],
    ],
    ...['원', '円', '元', 'euros'].map((sign): Case => [
      `the currency ${sign} behind its amounts`,
      'price',
      [`1,234.50${sign}`, `500.00${sign}`],
      'DECIMAL(6,2)',
      [1234.5, 500],
      [`2 cells are amounts in ${sign} and are read as numbers.`],
    ]),
    [
      'a slash and a dash in place of decimals, as in India',
      'price',
      ['₹1,23,456/-', '₹500/-'],
      'BIGINT',
      [123456, 500],
      ['2 cells are amounts in ₹ and are read as numbers.'],
    ],
    [
      'rand, by their decimals',
      'price',
      ['R 1 234.50', 'R -20.00'],
      'DECIMAL(6,2)',
      [1234.5, -20],
      ['2 cells are amounts in R and are read as numbers.'],
    ],
    [
      'a minus before the sign of a currency',
      'price',
      ['-€ 1.234,50', '€ 20,00'],
      'DECIMAL(6,2)',
      [-1234.5, 20],
      [
        '2 cells are amounts in € and are read as numbers.',
        '2 cells are read as numbers with a decimal comma.',
      ],
    ],
    [
      'a speed, whose hour is no duration',
      'speed',
      ['50 km/h', '62.5 km/h'],
      'DECIMAL(3,1)',
      [50, 62.5],
      ['2 cells are amounts in km/h and are read as numbers.'],
    ],
    [
      'thousands below a name in a script of which nobody writes a decimal comma',
      '残高',
      ['98,800', '348,800'],
      'BIGINT',
      [98800, 348800],
      ['2 cells are read as numbers with thousands separators.'],
    ],
    ...[
      ['prawda', 'fałsz'],
      ['ИСТИНА', 'ЛОЖЬ'],
      ['نعم', 'لا'],
      ['כן', 'לא'],
      ['हाँ', 'नहीं'],
      ['Có', 'Không'],
      ['Ya', 'Tidak'],
    ].map(([yes = '', no = '']): Case => [
      `${yes} and ${no}`,
      'ok',
      [yes, no, yes],
      'BOOLEAN',
      [true, false, true],
      ['3 cells say yes or no and are read as true or false.'],
    ]),
    [
      'one unit beside every number',
      'dose',
      ['0.5 mg/l', '12 mg/l'],
      'DECIMAL(3,1)',
      [0.5, 12],
      ['2 cells are amounts in mg/l and are read as numbers.'],
    ],
    [
      'dates that begin with the year',
      'day',
      ['2023/4/5', '2023/11/30'],
      'DATE',
      ['2023-04-05', '2023-11-30'],
      ['2 cells are read as dates that begin with the year.'],
    ],
    [
      'months in words without spaces',
      'day',
      ['05APR2023', '30NOV2023'],
      'DATE',
      ['2023-04-05', '2023-11-30'],
      ['2 cells are read as dates that name their month.'],
    ],
    [
      'years of two digits beside a proof of the order',
      'day',
      ['05.04.23', '30.11.23'],
      'DATE',
      ['2023-04-05', '2023-11-30'],
      [
        '2 cells are read as dates that begin with the day. Years of two digits are read as 1969 to 2068.',
      ],
    ],
    ...(['-', '/', '.'] as const).map((mark): Case => [
      `years of two digits before their days, with ${mark}`,
      'day',
      [
        [24, 1, 13],
        [23, 12, 31],
        [24, 2, 29],
        [24, 3, 1],
        [22, 12, 24],
      ].map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(mark)),
      'DATE',
      ['2024-01-13', '2023-12-31', '2024-02-29', '2024-03-01', '2022-12-24'],
      [
        '5 cells are read as dates that begin with the year. Years of two digits are read as 1969 to 2068.',
      ],
    ]),
    [
      'years that are no days',
      'day',
      ['98-01-13', '97-12-03'],
      'DATE',
      ['1998-01-13', '1997-12-03'],
      [
        '2 cells are read as dates that begin with the year. Years of two digits are read as 1969 to 2068.',
      ],
    ],
    [
      'days before years of two digits, with hyphens',
      'day',
      ['13-01-24', '14-02-24', '28-02-24'],
      'DATE',
      ['2024-01-13', '2024-02-14', '2024-02-28'],
      [
        '3 cells are read as dates that begin with the day. Years of two digits are read as 1969 to 2068.',
      ],
    ],
    [
      'clocks of twelve hours behind a date',
      'at',
      ['4/25/2023 12:05 AM', '5/1/2023 3:30 PM'],
      'TIMESTAMP',
      ['2023-04-25T00:05:00', '2023-05-01T15:30:00'],
      ['2 cells are read as dates that begin with the month.'],
    ],
    [
      'times of one digit and of half days',
      'opens',
      ['7:15', '07:45', '1:30 PM'],
      'TIME',
      ['07:15:00', '07:45:00', '13:30:00'],
      ['3 cells are read as times of day.'],
    ],
    [
      'yes and no of one language, both present',
      'paid',
      ['Tak', 'nie', 'tak', 'brak'],
      'BOOLEAN',
      [true, false, true, null],
      ['3 cells say yes or no and are read as true or false.', "1 cell 'brak' is read as missing."],
    ],
    [
      'round numbers as R writes them among decimals',
      'pressure',
      ['1012.1', '1e3', '999.9'],
      'DOUBLE',
      [1012.1, 1000, 999.9],
      [],
    ],
    [
      'round numbers as R writes them among whole ones',
      'population',
      ['99999', '1e5', '100001'],
      'DOUBLE',
      [99999, 100000, 100001],
      [],
    ],
    [
      'texts that Excel was made to keep',
      'plz',
      ['="01067"', '="99084"'],
      'VARCHAR',
      ['01067', '99084'],
      ['2 cells are formulas of Excel that say a text, as ="01", and are read as the text.'],
    ],
    ...['no2', 'NO2 (µg/m³)', 'mean_no3'].map(
      (name): [string, string, string[], string, number[], string[]] => [
        `nitrogen dioxide and nitrate under ${name}`,
        name,
        ['5.3', '45.1', '12.8'],
        'DECIMAL(3,1)',
        [5.3, 45.1, 12.8],
        [],
      ],
    ),
    [
      'words and signs for missing values among numbers',
      'ph',
      ['7.1', 'n.d.', '..', 'Missing', String.raw`\N`, '*****', '6.9'],
      'DECIMAL(2,1)',
      [7.1, null, null, null, null, null, 6.9],
      [String.raw`5 cells '*****', '..', 'Missing', '\N', 'n.d.' are read as missing.`],
    ],
  ])('%s', async (_, name, cells, storage, values, notes) => {
    const read = await columnOf(name, cells);
    expect({ ...read, others: undefined }).toEqual({ storage, values, notes, others: undefined });
  });
});

describe('codes stay codes, and what would lose something stays text', () => {
  it.each<readonly [string, string, string[], string]>([
    ['numbers of versions', 'version', ['2.1', '2.10', '2.2'], 'numbers of chapters, versions'],
    ['numbers of items', 'item no', ['2.1', '2.3', '3.4'], 'numbers of chapters, versions'],
    [
      'numbers in order as pairs',
      'r',
      ['3.8', '3.9', '3.10', '3.11'],
      'numbers of chapters, versions',
    ],
    [
      'telephone numbers in groups',
      'phone',
      ['555 201 777', '555 340 118'],
      'identifiers in groups',
    ],
    ['an E between digits', 'plate', ['7E3', '12E4', '5E10'], 'have an E between digits'],
    ['long integers beside an exponent', 'id', ['71234567890123456', '1.5e3'], '17 digits'],
    ['inf among whole numbers', 'n', ['3', 'inf', '5'], "says 'inf' among whole numbers"],
    ['a column of NO alone', 'country', ['NO', 'NO'], ''],
    ['two capitals of countries', 'country', ['NO', 'SI', 'NO'], ''],
    ['units that differ', 'size', ['12 MB', '1.5 GB', '900 kB'], 'different units'],
    ['two groupings in one column', 'n', ['1,23,456', '234,567'], 'grouped as in India'],
    ['currencies that differ', 'price', ['$ 5.00', '€ 6.00'], 'look like amounts of money'],
    ['degrees of the south', 'latitude', ['33.86S', '34.10S'], ''],
    ['seats', 'seat', ['12m', '13m', '14m'], ''],
    ['lists in parentheses', 'no', ['(1)', '(2)', '(3)'], ''],
    ['centuries that nothing shows', 'born', ['31.12.54', '13.03.07'], 'century is not clear'],
    ['the Thai calendar', 'day', ['13/01/2567', '14/02/2567'], 'Thai calendar'],
    ['a date with two digits at either end', 'day', ['24-01-13'], 'each of which may be its year'],
    [
      'such a date below others whose year is clear',
      'day',
      ['13-01-2024', '14-01-2024', '24-01-15'],
      'each of which may be its year',
    ],
    ['days that do not exist', 'day', ['29/02/1900', '28/02/1900'], 'does not exist'],
    ['times with and without a zone', 'at', ['2024/01/13 10:00 UTC', '2024/01/13 12:00'], ''],
    ['24 hours', 'at', ['2024-01-13 24:00:00', '2024-01-13 10:00:00'], "'2024-01-13 24:00:00'"],
    [
      'digits beyond microseconds',
      'at',
      ['2024-01-13T10:00:00.123456789', '2024-01-13T10:00:01.5'],
      '',
    ],
    ['lengths in minutes', 'duration', ['04:31', '03:05'], 'may be durations'],
    ['hours that were worked', 'Hours worked', ['07:30', '08:15'], 'may be durations'],
    ['hours in a German compound', 'Arbeitszeit', ['07:30', '08:15'], 'may be durations'],
    ['minutes for a kilometre', 'pace min/km', ['05:12', '04:58'], 'may be durations'],
    ['scores', 'Ergebnis', ['21:15', '18:21'], 'may be scores or ratios'],
    ['ratios', 'ratio', ['16:10', '21:09'], 'may be scores or ratios'],
    [
      'sections in any order by their name',
      'WBS',
      ['1.1', '1.10', '1.2', '1.20', '2.1'],
      'numbers of chapters, versions',
    ],
    [
      'parts behind the point that are counted',
      'r',
      ['2.1', '1.10', '1.9', '1.11', '1.8'],
      'numbers of chapters, versions',
    ],
    ['months before their year', 'Monat', ['10.2024', '11.2024'], 'months of a year'],
    ['months behind their year', 'Period', ['2024.1', '2024.10'], 'months of a year'],
    ['months by their form', 'x', ['2024.08', '2024.09', '2024.10'], 'months of a year'],
    ['days without a year', 'Datum', ['13.10', '14.10', '21.11'], 'days and months without a year'],
  ])('%s', async (_, name, cells, said) => {
    const { storage, values, notes } = await columnOf(name, cells);
    expect({ storage, values }).toEqual({ storage: 'VARCHAR', values: cells });
    expect(notes.join(' ')).toContain(said);
  });

  it.each<readonly [string, string[]]>([
    ['sites', ['s1', 's2', 's4', 's2']],
    ['groups', ['g0001', 'g0002', 'g0140', 'other']],
    ['letters that are a unit elsewhere', ['kg12', 'm5', 'W3']],
  ])('says nothing of numbers in codes: %s', async (_, cells) => {
    expect(await columnOf('code', cells)).toEqual({
      storage: 'VARCHAR',
      values: cells,
      notes: [],
      others: undefined,
    });
  });

  it.each<readonly [string, string[]]>([
    ['lengths', ['5 km', '12 km', '8 km', 'far']],
    ['money behind its sign', ['€5', '€12', '€8', 'free']],
    ['money behind its code', ['EUR5', 'EUR12', 'EUR8', 'free']],
  ])('suggests numbers where some cells are none: %s', async (_, cells) => {
    const { storage, others } = await columnOf('x', cells);
    expect({ storage, others }).toEqual({
      storage: 'VARCHAR',
      others: [
        {
          reading: { as: 'number', decimal_mark: '.' },
          cells: 3,
          of: 4,
          before: cells[1],
          after: '12',
          misfit: cells[3],
        },
      ],
    });
  });

  it('keeps 38 digits with decimals exact', async () => {
    const { storage, values } = await columnOf('v', ['1234567890123456789.25', '1']);
    expect({ storage, values }).toEqual({
      storage: 'DECIMAL(21,2)',
      values: ['1234567890123456789.25', '1'],
    });
  });
});

describe('numbers that may mean a missing value', () => {
  const said = (words: string, count: number): string[] => [
    `${count === 1 ? '1 cell is' : `${count} cells are`} ${words}, far from the other values; they are kept as numbers, but may mean a missing value.`,
  ];
  it.each<readonly [string, string[], string[]]>([
    ['nines and eights', ['9999', '12', '15', '8888'], said('9999 or 8888', 2)],
    [
      'answers that were not given below many whole numbers',
      ['-9', '-8', ...Array.from({ length: 12 }, (_, i) => String(i))],
      said('-9 or -8', 2),
    ],
    ['a negative number among few', ['-9', '1', '2'], []],
    ['nines before and behind the point', ['-999.9', '1.5', '15'], said('-999.9', 1)],
    ['a negative one above values of its size', ['-99', '12', '15'], said('-99', 1)],
    ['a large negative one', ['-9999', '-1.5', '15'], said('-9999', 1)],
    ['nines among values of their size', ['9999', '1200', '8100'], []],
    ['a negative one among others', ['-99', '-12', '15'], []],
  ])('%s', async (_, cells, notes) => {
    expect((await columnOf('v', cells)).notes).toEqual(notes);
  });
});

describe('missing words in text by context', () => {
  it.each<readonly [string, string, string[], Cell[], string]>([
    ['a code among codes', 'land', ['DE', 'NA', 'ZA'], ['DE', 'NA', 'ZA'], 'kept as a value'],
    ['a name', 'surname', ['Null', 'NULL', 'Berg'], ['Null', 'NULL', 'Berg'], 'kept as a value'],
    [
      'a remark',
      'remark',
      ['good', 'n.a.', 'bad'],
      ['good', null, 'bad'],
      "'n.a.' is read as missing",
    ],
    [
      'what no text says by itself',
      'land',
      ['DE', '#N/A', 'ZA'],
      ['DE', null, 'ZA'],
      "'#N/A' is read as missing",
    ],
  ])('%s', async (_, name, cells, values, said) => {
    const read = await columnOf(name, cells);
    expect(read.values).toEqual(values);
    expect(read.notes.join(' ')).toContain(said);
  });

  it('keeps every cell of a column that is stated as text', async () => {
    const cells = ['good', 'n.a.', '#N/A', 'NULL', '-'];
    for (const reading of [
      { text_columns: ['remark'] },
      { read_columns: [{ column: 'remark', as: 'text' as const }] },
    ]) {
      const { values, notes } = await columnOf('remark', cells, reading);
      expect({ values, notes }).toEqual({ values: cells, notes: [] });
    }
  });
});

describe('the reading that was not taken', () => {
  it.each<readonly [string, string[], OtherReading[], Cell[]]>([
    [
      'numbers with one that is below a limit',
      ['0.4', '<0.1', '1.2', '3.5'],
      [
        {
          reading: { as: 'number', decimal_mark: '.' },
          cells: 3,
          of: 4,
          before: '0.4',
          after: '0.4',
          misfit: '<0.1',
        },
      ],
      [0.4, null, 1.2, 3.5],
    ],
    [
      'dates of either order',
      ['01/02/2024', '03/04/2024'],
      (['dmy', 'mdy'] as const).map((order) => ({
        reading: { as: 'date', date_order: order },
        cells: 2,
        of: 2,
        before: '01/02/2024',
        after: order === 'dmy' ? '2024-02-01' : '2024-01-02',
        misfit: null,
      })),
      ['2024-02-01', '2024-04-03'],
    ],
    [
      'dates whose year is first or last',
      ['10-01-11', '10-02-12'],
      (['dmy', 'mdy', 'ymd'] as const).map((order) => ({
        reading: { as: 'date', date_order: order },
        cells: 2,
        of: 2,
        before: '10-01-11',
        after: { dmy: '2011-01-10', mdy: '2011-10-01', ymd: '2010-01-11' }[order],
        misfit: null,
      })),
      ['2011-01-10', '2012-02-10'],
    ],
    [
      'durations',
      ['26:30', '1:15'],
      [
        {
          reading: { as: 'time' },
          cells: 1,
          of: 2,
          before: '1:15',
          after: '01:15:00',
          misfit: '26:30',
        },
        {
          reading: { as: 'duration' },
          cells: 2,
          of: 2,
          before: '1:15',
          after: '4500',
          misfit: null,
        },
      ],
      [null, '01:15:00'],
    ],
    [
      'codes with leading zeros',
      ['007', '012'],
      [
        {
          reading: { as: 'number', decimal_mark: '.' },
          cells: 2,
          of: 2,
          before: '007',
          after: '7',
          misfit: null,
        },
      ],
      [7, 12],
    ],
    [
      'months without a day',
      ['2024-01', '2024-02'],
      [
        {
          reading: { as: 'date' },
          cells: 2,
          of: 2,
          before: '2024-01',
          after: '2024-01-01',
          misfit: null,
        },
      ],
      ['2024-01-01', '2024-02-01'],
    ],
    [
      'a value that may mean a missing one',
      ['DE', 'NA', 'FR'],
      [
        {
          reading: { as: 'text', missing: ['NA'] },
          cells: 2,
          of: 3,
          before: 'NA',
          after: '',
          misfit: 'NA',
        },
      ],
      ['DE', null, 'FR'],
    ],
  ])('%s', async (_, cells, others, values) => {
    const read = await columnOf('x', cells);
    expect(read.storage).toBe('VARCHAR');
    expect(read.values).toEqual(cells);
    expect(read.others).toEqual(others);
    const [first] = others;
    if (first === undefined) throw new Error('There is one.');
    const again = await columnOf('x', cells, {
      read_columns: [{ column: 'x', ...first.reading }],
    });
    expect(again.values).toEqual(values);
    const lost = first.of - first.cells;
    expect(again.notes.some((note) => note.includes('missing'))).toBe(lost > 0);
  });

  it.each<[string, string[], ('.' | ',')?]>([
    ['whole numbers', ['0', '-7', '1613', '12', '0']],
    ['decimals', ['1.5', '-0.25', '3', '10.50', '7']],
    ['points that may be of thousands', ['1.613', '2.500', '331.402', '9.120', '4.007']],
    ['points of thousands, as stated', ['1.613', '2.500', '331.402', '9.120', '4.007'], ','],
    ['leading zeros and a plus sign', ['007', '+5', '012', '3', '1']],
  ])('%s are read as numbers alike, whether all cells are plain or not', async (_, cells, mark) => {
    const stated = {
      read_columns: [{ column: 'x', as: 'number' as const, ...(mark && { decimal_mark: mark }) }],
    };
    const plain = await columnOf('x', cells, stated);
    // A cell in parentheses, which is negative, asks for a look at every cell.
    const other = await columnOf('x', [...cells, '(5)'], stated);
    expect(other.values).toEqual([...plain.values, -5]);
  });

  it.each(['dmy', 'ymd'] as const)('dates are read as stated: %s', async (order) => {
    for (const reading of [
      { date_order: order },
      { read_columns: [{ column: 'x', as: 'date' as const, date_order: order }] },
    ]) {
      const { values } = await columnOf('x', ['24-01-13'], reading);
      expect(values).toEqual([order === 'dmy' ? '2013-01-24' : '2024-01-13']);
    }
  });

  it.each<readonly [string, string, string[], string, Cell[], string, string[]]>([
    [
      'sections that are one number',
      'x',
      ['1.1', '1.10', '7.25'],
      'DECIMAL(3,2)',
      [1.1, 1.1, 7.25],
      "Cells such as '1.10' and '1.1' are read as one number; of sections or versions they would be two.",
      ['text'],
    ],
    [
      'two numbers and a colon',
      'x',
      ['21:15', '18:21'],
      'TIME',
      ['21:15:00', '18:21:00'],
      "Cells such as '21:15' are read as times of day; they could be durations, scores or ratios.",
      ['duration', 'text'],
    ],
  ])('is there for %s', async (_, name, cells, storage, values, note, kinds) => {
    const { others = [], ...read } = await columnOf(name, cells);
    expect(read).toEqual({ storage, values, notes: [note] });
    expect(others.map(({ reading }) => reading.as)).toEqual(kinds);
    const text = await columnOf(name, cells, { read_columns: [{ column: name, as: 'text' }] });
    expect(text.values).toEqual(cells);
  });

  it.each<readonly [string, string, string[]]>([
    ['decimals of one length', 'x', ['1.10', '1.20', '1.15', '2.00']],
    ['decimals as programs write them', 'x', ['1.1', '2.0', '1.25', '10']],
    ['years in decimals', 'x', ['2024.25', '2024.5', '2024.75']],
    ['times of day by their name', 'start time', ['21:15', '18:21']],
    ['times of day with seconds', 'x', ['21:15:00', '18:21:30']],
    ['hours of opening', 'Opening hours', ['07:30', '08:15']],
  ])('is not there, nor a note, for %s', async (_, name, cells) => {
    const { storage, notes, others } = await columnOf(name, cells);
    expect({ notes, others }).toEqual({ notes: [], others: undefined });
    expect(storage).not.toBe('VARCHAR');
  });

  it('is not there where the column is typed or looks like text', async () => {
    expect((await columnOf('x', ['1', '2'])).others).toBeUndefined();
    expect((await columnOf('x', ['anna', 'bert', 'chris'])).others).toBeUndefined();
  });
});
