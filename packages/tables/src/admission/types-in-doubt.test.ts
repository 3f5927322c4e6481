import type { OtherReading } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherCalendar } from './other-calendars.ts';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

/** The column between semicolons, beside one that numbers its rows. */
async function columnOf(name: string, cells: readonly string[]) {
  const content = `row;${name}\n${cells.map((cell, i) => `${i + 1};${cell}\n`).join('')}`;
  const { table, admitted } = await test.admit(content);
  const { items } = await test.engine.rows(table, { limit: 100, offset: 0 });
  const column = admitted.columns[1];
  return {
    storage: column?.storage,
    values: items.map(([, cell]) => cell),
    notes: admitted.admission.notes
      .filter((note) => note.column === name)
      .map(({ message }) => message),
    others: (column?.other_readings ?? []).map(
      ({ reading, after }: OtherReading) => `${reading.as} ${after}`,
    ),
  };
}

const numbered = (cell: string): string =>
  `Cells such as '${cell}' look like numbers of chapters, versions or articles, where 1.10 is not 1.1: the column is kept as text.`;
const inGroups = (cell: string): string =>
  `Cells such as '${cell}' look like identifiers in groups of digits: the column is kept as text.`;
const ofYear = (cell: string): string =>
  `Cells such as '${cell}' may be weeks or months of a year, where 2024.10 is not 2024.1: the column is kept as text.`;

describe('numbers in parts stay text, with the reading that was not taken', () => {
  it.each<readonly [name: string, cells: string[], note: string, others: string[]]>([
    [
      'firmware',
      ['7.2.10', '7.4.13', '7.2.11'],
      numbered('7.2.10'),
      ['date 2010-02-07', 'date 2010-07-02'],
    ],
    [
      'Version',
      ['8.10.23', '8.12.28', '5.11.30'],
      numbered('8.10.23'),
      ['date 2030-11-05', 'date 2030-05-11'],
    ],
    ['Kapitel', ['1.1.10', '1.1.11', '2.1.12'], numbered('1.1.10'), ['date 2010-01-01']],
    ['OZ', ['01.01.0010', '01.01.0020', '02.01.0010'], numbered('01.01.0010'), ['date 0010-01-01']],
    ['Sachkonto', ['10.10.1000', '11.10.2000'], numbered('10.10.1000'), ['date 1000-10-10']],
    ['Aktenzeichen', ['12/05/0017', '13/07/0002'], inGroups('12/05/0017'), ['date 0017-05-12']],
    [
      'x',
      ['13-02-0020', '01-02-0010'],
      '2 cells may be numbers of chapters, versions or articles as well as dates: the column is kept as text.',
      ['date 0010-02-01'],
    ],
    [
      'x',
      ['10.1.10', '10.2.20', '10.3.30'],
      '3 cells may be numbers of chapters, versions or articles as well as dates: the column is kept as text.',
      ['date 2010-01-10', 'date 2010-10-01'],
    ],
    ['Version', ['1,8', '1,9', '1,10', '1,11'], numbered('1,8'), ['number 1.10']],
    ['Position', ['1,1', '1,2', '1,10', '1,20'], numbered('1,1'), ['number 1.1']],
    ['x', ['2,9', '2,10', '1,8', '1,9', '1,10'], numbered('2,9'), ['number 1.10']],
    ['Monat', ['2024,1', '2024,2', '2024,10'], ofYear('2024,1'), ['number 2024.1']],
    ['KW', ['1.2024', '52.2024'], ofYear('1.2024'), ['date 2024-01-01', 'number 1.2024']],
    ['Quartal', ['1.2024', '2.2024'], ofYear('1.2024'), ['date 2024-01-01', 'number 1.2024']],
    [
      'Buchungsperiode',
      ['1.2024', '10.2024'],
      ofYear('1.2024'),
      ['date 2024-01-01', 'number 1.2024'],
    ],
    ['x', ['1.2024', '2.2024', '10.2024'], ofYear('1.2024'), ['date 2024-01-01', 'number 1.2024']],
  ])('%s: %j', async (name, cells, note, others) => {
    expect(await columnOf(name, cells)).toEqual({
      storage: 'VARCHAR',
      values: cells,
      notes: [note],
      others,
    });
  });
});

describe('what is written like them and is no code is read', () => {
  const dates = (count: number, short = ''): string =>
    `${count} cells are read as dates that begin with the day.${short}`;
  const short = ' Years of two digits are read as 1969 to 2068.';
  const comma = (count: number): string =>
    `${count} cells are read as numbers with a decimal comma.`;
  it.each<
    readonly [
      name: string,
      cells: string[],
      storage: string,
      values: (string | number)[],
      notes: string[],
    ]
  >([
    ['Datum', ['1.4.23', '2.5.24'], 'DATE', ['2023-04-01', '2024-05-02'], [dates(2, short)]],
    [
      'x',
      ['13.4.23', '2.5.23', '28.11.24'],
      'DATE',
      ['2023-04-13', '2023-05-02', '2024-11-28'],
      [dates(3, short)],
    ],
    ['Release', ['13.02.2024', '1.3.2024'], 'DATE', ['2024-02-13', '2024-03-01'], [dates(2)]],
    [
      'x',
      ['01.01.0001', '13.02.2024', '14.02.2024'],
      'DATE',
      ['0001-01-01', '2024-02-13', '2024-02-14'],
      [dates(3)],
    ],
    [
      'Number',
      ['1,234', '5,678'],
      'DECIMAL(4,3)',
      [1.234, 5.678],
      [
        "2 cells such as '1,234' are read as decimals (1.234); they could also be whole numbers with thousands separators (1234). If so, state the decimal mark '.' (decimal_mark).",
      ],
    ],
    ['x', ['1.1987', '1.2010', '1.2034'], 'DECIMAL(5,4)', [1.1987, 1.201, 1.2034], []],
    ['Preis', ['1,9', '2,10', '3,5'], 'DECIMAL(3,2)', [1.9, 2.1, 3.5], [comma(3)]],
  ])('%s: %j', async (name, cells, storage, values, notes) => {
    expect(await columnOf(name, cells)).toEqual({ storage, values, notes, others: [] });
  });
});

describe('dates of which the month, the century or the calendar is not clear stay text', () => {
  const thai = (cell: string): string =>
    `Cells such as '${cell}' have years around 2560, as the Thai calendar counts them, and may be of 543 years before: the column is kept as text.`;
  const islamic = (cell: string): string =>
    `Cells such as '${cell}' have years that the Islamic and the Persian calendar count, and may be days of these: the column is kept as text.`;
  it.each<readonly [name: string, cells: string[], note: string, others: string[]]>([
    [
      'datum',
      ['3. lip 2024', '15. srp 2024', '20. lis 2024'],
      "3 cells name months such as 'lip', which is month 6 in Croatian and month 7 in other languages: the column is kept as text.",
      ['date 2024-08-15'],
    ],
    [
      'datum',
      ['3. listopada 2024'],
      "1 cell names a month such as 'listopada', which is month 10 in Croatian and month 11 in other languages: the column is kept as text.",
      ['date 2024-11-03'],
    ],
    [
      'born',
      ['05. Jan 45', '13. Feb 52', '31. Mär 72'],
      '2 cells are dates with years of two digits whose century is not clear: the column is kept as text.',
      ['date 2045-01-05'],
    ],
    [
      'born',
      ['05-Jan-69', '13-Feb-72'],
      '1 cell is a date with a year of two digits whose century is not clear: the column is kept as text.',
      ['date 1969-01-05'],
    ],
    ['x', ['2567-01-05', '2566-12-31'], thai('2567-01-05'), ['date 2566-12-31']],
    ['x', ['2567/01/05', '2566/12/31'], thai('2567/01/05'), ['date 2566-12-31']],
    ['x', ['2567-01-05 10:00:00'], thai('2567-01-05 10:00:00'), ['datetime 2567-01-05 10:00:00']],
    ['x', ['5-Jan-2567', '13-Feb-2567'], thai('5-Jan-2567'), ['date 2567-02-13']],
    ['التاريخ', ['1445-06-23', '1445-08-01'], islamic('1445-06-23'), ['date 1445-06-23']],
    ['تاریخ', ['1402/10/15', '1402/12/29'], islamic('1402/10/15'), ['date 1402-10-15']],
    ['Hijri date', ['1445-06-23'], islamic('1445-06-23'), ['date 1445-06-23']],
  ])('%s: %j', async (name, cells, note, others) => {
    expect(await columnOf(name, cells)).toEqual({
      storage: 'VARCHAR',
      values: cells,
      notes: [note],
      others,
    });
  });

  const named = (count: number, short = ''): string =>
    `${count} cells are read as dates that name their month${short}.`;
  it.each<readonly [name: string, cells: string[], values: string[], notes: string[]]>([
    ['x', ['3. srp 2024', '5. říj 2024'], ['2024-08-03', '2024-10-05'], [named(2)]],
    ['x', ['3. lip 2024', '5. paź 2024'], ['2024-07-03', '2024-10-05'], [named(2)]],
    [
      'x',
      ['05-Jan-39', '13-Feb-70'],
      ['2039-01-05', '1970-02-13'],
      [named(2, '; years of two digits are read as 1969 to 2068')],
    ],
    ['التاريخ', ['2024-06-23', '2024-08-01'], ['2024-06-23', '2024-08-01'], []],
    ['x', ['1445-06-23', '1445-08-01'], ['1445-06-23', '1445-08-01'], []],
  ])('but are read where they are clear: %s: %j', async (name, cells, values, notes) => {
    expect(await columnOf(name, cells)).toEqual({ storage: 'DATE', values, notes, others: [] });
  });
});

describe('numbers beside which another sign may change the value', () => {
  it.each<
    readonly [
      name: string,
      cells: string[],
      storage: string,
      values: (string | number)[],
      notes: string[],
      others: string[],
    ]
  >([
    [
      'p',
      ['4.2E-412', '3E-5', '0.5'],
      'VARCHAR',
      ['4.2E-412', '3E-5', '0.5'],
      [
        "1 cell is beyond what a 64-bit float holds, such as '4.2E-412': the column is kept as text.",
      ],
      ['number 0.5'],
    ],
    ['p', ['0E-412', '3E-5', '0.0e0'], 'DOUBLE', [0, 0.00003, 0], [], []],
    [
      'Preis',
      ['12.-', '7.50', '25.–', '39.90'],
      'DECIMAL(4,2)',
      [12, 7.5, 25, 39.9],
      ["2 cells such as '12.-' are read as amounts with a dash in place of decimals."],
      [],
    ],
    [
      'Preis',
      ['12,-', '7,50', '1.250,--'],
      'DECIMAL(6,2)',
      [12, 7.5, 1250],
      [
        "2 cells such as '1.250,--' are read as amounts with a dash in place of decimals.",
        '3 cells are read as numbers with a decimal comma.',
      ],
      [],
    ],
    [
      'Alter',
      ['65-', '80-', '90'],
      'VARCHAR',
      ['65-', '80-', '90'],
      [
        "2 cells such as '65-' end in a minus and may be negative numbers, open ranges or grades: the column is kept as text.",
      ],
      ['number -65'],
    ],
    [
      'Saldo',
      ['1.234-', '12', '7-'],
      'BIGINT',
      [-1234, 12, -7],
      [
        "2 cells such as '1.234-' are read as negative numbers.",
        "3 cells such as '1.234-' are read as whole numbers with thousands separators (-1234); they could also be decimals (-1.234). If so, state the decimal mark '.' (decimal_mark).",
      ],
      [],
    ],
    [
      'Betrag',
      ['100,00 S', '12,00 S'],
      'VARCHAR',
      ['100,00 S', '12,00 S'],
      [
        "Cells such as '100,00 S' hold numbers with different units, currencies or signs beside them: the column is kept as text.",
      ],
      [],
    ],
    [
      'conductance',
      ['100,00 S', '12,50 S'],
      'DECIMAL(5,2)',
      [100, 12.5],
      [
        '2 cells are amounts in S and are read as numbers.',
        '2 cells are read as numbers with a decimal comma.',
      ],
      [],
    ],
  ])('%s: %j', async (name, cells, storage, values, notes, others) => {
    expect(await columnOf(name, cells)).toEqual({ storage, values, notes, others });
  });

  it('reads whole numbers before a minus as negative where another column shows that it is one', async () => {
    const { types, items } = await test.read('k;a;b\n1;1.234,50-;7-\n2;12,00;8\n');
    expect([types, items]).toEqual([
      ['BIGINT', 'DECIMAL(6,2)', 'BIGINT'],
      [
        [1, -1234.5, -7],
        [2, 12, 8],
      ],
    ]);
  });
});

it('looks for no year in long texts, which would take minutes', () => {
  const long = 'text '.repeat(40_000);
  expect(otherCalendar('x', [`${long}2567`, `5 ${long}`, long.trim()])).toBeNull();
}, 2000);
