import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTextTable } from './read-text-table.ts';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const file = (...lines: string[]): string => `${lines.join('\n')}\n`;

/** Names, rows and what was asked. */
async function found(content: string) {
  const { names, items } = await test.read(content);
  const { admitted } = await test.admit(content);
  return {
    names,
    rows: items,
    asked: (admitted.admission.questions ?? []).map(({ code }) => code),
  };
}

const below = ['Item 2,26.50,14.20', 'Item 3,39.50,21.20', 'Item 4,52.50,28.20'];
const belowAsText = [
  ['Item 2', '26.50', '14.20'],
  ['Item 3', '39.50', '21.20'],
  ['Item 4', '52.50', '28.20'],
];
const belowAsNumbers = [
  ['Item 2', 26.5, 14.2],
  ['Item 3', 39.5, 21.2],
  ['Item 4', 52.5, 28.2],
];

describe('values below the names are no names', () => {
  it.each<[string, string[], unknown[][]]>([
    [
      'amounts in brackets',
      ['Account,2023,2022', 'Cash,(1234.50),(99.00)', ...below],
      [['Cash', -1234.5, -99], ...belowAsNumbers],
    ],
    [
      'two rows of amounts in brackets',
      ['Account,2023,2022', 'Rent,(500.00),(510.00)', 'Food,(200.00),(210.00)', ...below],
      [['Rent', -500, -510], ['Food', -200, -210], ...belowAsNumbers],
    ],
    [
      'a minus behind amounts',
      ['Account,2023,2022', 'Cash,1234.50-,99.00-', ...below],
      [['Cash', -1234.5, -99], ...belowAsNumbers],
    ],
    ...[
      ['flags', '1.5 b', '1.7 p'],
      ['bounds', '<0.05 U', '<0.07 U'],
      ['asterisks', '12.5*', '13.5*'],
      ['years with a letter', '2023p', '2024p'],
      ['estimates', '~12', '~13'],
      ['remarks', '10 (ref)', '11 (ref)'],
    ].map(([what = '', one = '', two = '']): [string, string[], unknown[][]] => [
      what,
      ['Account,2023,2022', `EU27,${one},${two}`, ...below],
      [['EU27', one, two], ...belowAsText],
    ]),
  ])('%s', async (_, lines, rows) => {
    expect(await found(file(...lines))).toEqual({
      names: ['Account', '2023', '2022'],
      rows,
      asked: [],
    });
  });

  it('words for days that are not known', async () => {
    const read = await found(
      file('Task,Start,End', 'A,tbd 1,tbd 2', 'B,2024-01-02,2024-02-02', 'C,2024-01-03,2024-02-03'),
    );
    expect([read.names, read.rows.length]).toEqual([['Task', 'Start', 'End'], 3]);
  });

  it.each<[string, string[], string[]]>([
    [
      'the numbers of the columns',
      ['State,Rice,Wheat', '(1),(2),(3)', 'Bihar,4.5,6.1', 'Goa,2.5,3.1', 'Assam,3.2,4.4'],
      ['State (1)', 'Rice (2)', 'Wheat (3)'],
    ],
    [
      'years with a letter below names of groups',
      [',Men,,Women,', 'Region,2022p,2023p,2022p,2023p', 'A,4,5,6,7', 'B,5,5,6,7', 'C,3,5,6,7'],
      ['Region', 'Men 2022p', 'Men 2023p', 'Women 2022p', 'Women 2023p'],
    ],
  ])('but %s are', async (_, lines, names) => {
    const read = await found(file(...lines));
    expect([read.names, read.rows.length]).toEqual([names, 3]);
  });
});

describe('a first row of values', () => {
  it.each<[string, string[], unknown[][]]>([
    [
      'a log without names',
      ['ts=2024-03-05 level=INFO', 'ts=2024-03-06 level=WARN', 'ts=2024-03-07 level=INFO'],
      [['ts=2024-03-05 level=INFO'], ['ts=2024-03-06 level=WARN'], ['ts=2024-03-07 level=INFO']],
    ],
    [
      'whose words go on below it',
      ['1,user1,1.5,2024-01-01', '2,user2,3.0,2024-01-02', '3,user3,4.5,2024-01-03'],
      [
        [1, 'user1', 1.5, '2024-01-01'],
        [2, 'user2', 3, '2024-01-02'],
        [3, 'user3', 4.5, '2024-01-03'],
      ],
    ],
    [
      'of one number and words as below',
      ['1,Ann,1.5,NY', String.raw`2,Bob,\N,LA`, '3,Cy,2.5,SF', '4,Di,3.5,SF'],
      [
        [1, 'Ann', 1.5, 'NY'],
        [2, 'Bob', null, 'LA'],
        [3, 'Cy', 2.5, 'SF'],
        [4, 'Di', 3.5, 'SF'],
      ],
    ],
    [
      'with amounts in brackets',
      ['Cash,(1234.50),(99.00)', ...below],
      [['Cash', -1234.5, -99], ...belowAsNumbers],
    ],
  ])('%s is no header', async (_, lines, rows) => {
    const read = await found(file(...lines));
    expect([read.names, read.rows]).toEqual([rows[0]?.map((__, j) => `column_${j + 1}`), rows]);
  });
});

describe('a header one name too short', () => {
  it.each<[string, string[], string[], string[]]>([
    [
      'names the first columns where it names counted ids',
      ['id,name,amount', '1,Ann,12.50,ok', '2,Bob,13.50,bad', '3,Cy,14.50,ok'],
      ['id', 'name', 'amount', 'column_4'],
      [],
    ],
    [
      'names the first columns where the dates are below a name of dates',
      [
        'Level,Date and Time,Source,Event ID,Task Category',
        'Information,1/5/2024 10:00:00 AM,SRC,7036,None,"The service entered, at last"',
        'Information,1/15/2024 10:00:00 AM,SRC,7040,None,"The start type changed"',
        'Error,1/16/2024 10:00:00 AM,SRC,7001,None,"A service did not start"',
      ],
      ['Level', 'Date and Time', 'Source', 'Event ID', 'Task Category', 'column_6'],
      [],
    ],
    [
      'names the first columns where amounts are below a name of amounts',
      [
        'Konto;Name;Betrag',
        '1000;Kasse;12,50;EUR',
        '1200;Bank;99,10;EUR',
        '1400;Forderungen;7,00;EUR',
      ],
      ['Konto', 'Name', 'Betrag', 'column_4'],
      [],
    ],
    [
      'leaves numbered rows without a name, as R writes them',
      ['Length,Width,Species', '1,5.1,3.5,setosa', '2,4.9,3.0,setosa', '3,4.7,3.2,virginica'],
      ['column_1', 'Length', 'Width', 'Species'],
      [],
    ],
    [
      'leaves labels without a name, as R writes them',
      ['mpg,cyl,disp', 'Mazda RX4,21.0,6,160', 'Datsun 710,22.8,4,108', 'Valiant,18.1,6,225'],
      ['column_1', 'mpg', 'cyl', 'disp'],
      [],
    ],
    [
      'is asked where all columns are alike',
      ['a,b', '1,2,3', '2,5,6', '3,8,9'],
      ['column_1', 'a', 'b'],
      ['header'],
    ],
  ])('%s', async (_, lines, names, asked) => {
    const read = await found(file(...lines));
    expect([read.names, read.asked]).toEqual([names, asked]);
  });
});

it('a header one name too short names the first columns where that is the answer', async () => {
  const source = await test.write(file('a,b', '1,2,3', '2,5,6', '3,8,9'));
  const { admitted } = await test.admit(file('a,b', '1,2,3', '2,5,6', '3,8,9'));
  const [question] = admitted.admission.questions ?? [];
  expect(question).toEqual({
    code: 'header',
    question: 'The rows have 3 fields, the header has 2. Which column has no name?',
    taken: 'The first column holds names of rows and has no name itself.',
    preview: ['column_1', 'a', 'b'],
    alternatives: [
      {
        label: 'The last column has no name',
        reading: { header_rows: 1 },
        preview: ['a', 'b', 'column_3'],
      },
    ],
  });
  const { names } = await readTextTable(source, { header_rows: 1 }, `${source}.read`);
  expect(names).toEqual(['a', 'b', '']);
});

describe('one year in the first line', () => {
  it('is a name above other numbers, with a question', async () => {
    expect(await found(file('geo,2020', 'AT,12.5', 'BE,9.8', 'DE,8.0', 'FR,7.7'))).toEqual({
      names: ['geo', '2020'],
      rows: [
        ['AT', 12.5],
        ['BE', 9.8],
        ['DE', 8],
        ['FR', 7.7],
      ],
      asked: ['header'],
    });
  });

  it('is a value above other years', async () => {
    const read = await found(file('Otto,1999', 'Emma,2007', 'Paul,2009', 'Ida,2001'));
    expect(read.rows.length).toBe(4);
  });
});
