import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const people = [
  'Ada,36,London',
  'Grace,85,"Arlington, VA"',
  'Alan,41,Wilmslow',
  'Mary,65,Columbia',
  'Karl,77,Göttingen',
];
const rows = [
  ['Ada', 36, 'London'],
  ['Grace', 85, 'Arlington, VA'],
  ['Alan', 41, 'Wilmslow'],
  ['Mary', 65, 'Columbia'],
  ['Karl', 77, 'Göttingen'],
];
const file = (...lines: string[]): string => `${lines.join('\n')}\n`;

describe('odd files are read as people mean them, and every line that was changed is named', () => {
  it.each<[string, string | Buffer, string[], unknown[][], string[]]>([
    [
      'a preamble',
      file('Report of the year', 'made by the office, 2026', '', 'name,age,city', ...people),
      ['name', 'age', 'city'],
      rows,
      ['preamble 2'],
    ],
    [
      'a preamble filled up with delimiters',
      file('Report,,', ',,', 'name,age,city', ...people),
      ['name', 'age', 'city'],
      rows,
      ['preamble 2'],
    ],
    [
      'comment lines',
      file(
        '# made by a machine',
        '# twice',
        'name,age,city',
        ...people.slice(0, 2),
        '# half',
        ...people.slice(2),
      ),
      ['name', 'age', 'city'],
      rows,
      ['comment 3'],
    ],
    [
      'a source below the table',
      file('name,age,city', ...people, '', 'Source: somebody'),
      ['name', 'age', 'city'],
      rows,
      ['footer 1'],
    ],
    [
      'empty rows and a source at the end, filled up with delimiters',
      file('name,age,city', ...people, ',,', ',,', 'Source: somebody,,'),
      ['name', 'age', 'city'],
      rows,
      ['footer 3'],
    ],
    [
      'names in two lines',
      file('person,person,place', 'name,age,city', 'Ada,36,1', 'Grace,85,2', 'Alan,41,3'),
      ['person name', 'person age', 'place city'],
      [
        ['Ada', 36, 1],
        ['Grace', 85, 2],
        ['Alan', 41, 3],
      ],
      ['header_joined 1'],
    ],
    [
      'a name above several columns',
      file(
        ',2025,,2026,',
        'town,n,share,n,share',
        'Bern,1,0.5,2,0.6',
        'Genf,3,0.7,4,0.8',
        'Chur,3,0.7,4,0.8',
      ),
      ['town', '2025 n', '2025 share', '2026 n', '2026 share'],
      [
        ['Bern', 1, 0.5, 2, 0.6],
        ['Genf', 3, 0.7, 4, 0.8],
        ['Chur', 3, 0.7, 4, 0.8],
      ],
      ['header_joined 1'],
    ],
    ['no names', file(...people), ['column_1', 'column_2', 'column_3'], rows, []],
    [
      'years as names',
      file('country,1952,1957,1962', 'Chile,6.4,7.0,7.9', 'Peru,8.0,9.1,10.5'),
      ['country', '1952', '1957', '1962'],
      [
        ['Chile', 6.4, 7, 7.9],
        ['Peru', 8, 9.1, 10.5],
      ],
      [],
    ],
    [
      'the header again in the middle',
      file('name,age,city', ...people.slice(0, 2), 'name,age,city', ...people.slice(2)),
      ['name', 'age', 'city'],
      rows,
      ['header_repeated 1'],
    ],
    [
      'the header again at once, above columns of text alone',
      file('code,group', 'code,group', 'AX-8826,green', 'BX-7122,red', 'CX-2503,blue'),
      ['code', 'group'],
      [
        ['AX-8826', 'green'],
        ['BX-7122', 'red'],
        ['CX-2503', 'blue'],
      ],
      ['header_repeated 1'],
    ],
    [
      'another table below',
      file('name,age,city', ...people, '', 'fruit,colour', 'apple,red', 'plum,blue', 'pear,green'),
      ['name', 'age', 'city'],
      rows,
      ['other_table 4'],
    ],
    [
      'a row that lacks its last cell',
      file('name,age,city', ...people, 'Emmy,53'),
      ['name', 'age', 'city'],
      [...rows, ['Emmy', 53, null]],
      ['row_padded 1'],
    ],
    [
      'a row that lacks a cell in the middle',
      file(
        'name,age,born,city',
        'Ada,36,1815-12-10,London',
        'Alan,41,1912-06-23,Wilmslow',
        'Mary,65,1881-01-01,Columbia',
        'Karl,77,1777-04-30,Brunswick',
        'Emmy,1882-03-23,Erlangen',
      ),
      ['name', 'age', 'born', 'city'],
      [
        ['Ada', 36, '1815-12-10', 'London'],
        ['Alan', 41, '1912-06-23', 'Wilmslow'],
        ['Mary', 65, '1881-01-01', 'Columbia'],
        ['Karl', 77, '1777-04-30', 'Brunswick'],
        ['Emmy', null, '1882-03-23', 'Erlangen'],
      ],
      ['row_padded 1'],
    ],
    [
      'a row with an empty field too many',
      file('name,age,city', ...people, 'Emmy,53,Erlangen,'),
      ['name', 'age', 'city'],
      [...rows, ['Emmy', 53, 'Erlangen']],
      ['row_trimmed 1'],
    ],
    [
      'a comma in a text without quotes',
      file('name,age,city', ...people, 'Emmy,53,Bryn Mawr, PA'),
      ['name', 'age', 'city'],
      [...rows, ['Emmy', 53, 'Bryn Mawr, PA']],
      ['row_joined 1'],
    ],
    [
      'a row with semicolons',
      file('name,age,city', ...people, 'Emmy;53;Erlangen'),
      ['name', 'age', 'city'],
      [...rows, ['Emmy', 53, 'Erlangen']],
      ['row_resplit 1'],
    ],
    [
      'a row with spaces whose values all fall into place, though its text holds a comma',
      file(
        'day,clock,n,price,what',
        '2026-01-02,09:30,4,2.50,rope',
        '2026-01-03,10:00,1,3.75,nails',
        '2026-01-04 10:30 7 1.25 "hinges, of brass"',
        '2026-01-05,11:00,2,0.50,"bolts, long"',
        '2026-01-06,11:30,3,9.00,lamp',
      ),
      ['day', 'clock', 'n', 'price', 'what'],
      [
        ['2026-01-02', '09:30:00', 4, 2.5, 'rope'],
        ['2026-01-03', '10:00:00', 1, 3.75, 'nails'],
        ['2026-01-04', '10:30:00', 7, 1.25, 'hinges, of brass'],
        ['2026-01-05', '11:00:00', 2, 0.5, 'bolts, long'],
        ['2026-01-06', '11:30:00', 3, 9, 'lamp'],
      ],
      ['row_resplit 1'],
    ],
    [
      'a stray quote',
      file('name,age,city', ...people, '"Emmy,53,Erlangen', 'Kurt,71,Princeton'),
      ['name', 'age', 'city'],
      [...rows, ['"Emmy', 53, 'Erlangen'], ['Kurt', 71, 'Princeton']],
      ['row_quotes 1'],
    ],
    [
      'quotes that are not escaped',
      file('name,age,city', ...people, '"Emmy "the" N.",53,Erlangen'),
      ['name', 'age', 'city'],
      [...rows, ['Emmy "the" N.', 53, 'Erlangen']],
      ['row_quotes 1'],
    ],
    [
      'a quote that never closes',
      file('name,age,city', ...people.slice(0, 3), 'Emmy,53,"Erlangen', ...people.slice(3)),
      ['name', 'age', 'city'],
      [...rows.slice(0, 3), ['Emmy', 53, '"Erlangen'], ...rows.slice(3)],
      ['row_quotes 1'],
    ],
    [
      'a text of several lines beside a row that is short',
      file('name,age,city', ...people, 'Emmy,53,"Erlangen,', 'Bayern"', 'Kurt,71'),
      ['name', 'age', 'city'],
      [...rows, ['Emmy', 53, 'Erlangen,\nBayern'], ['Kurt', 71, null]],
      ['row_padded 1'],
    ],
    [
      'escapes by backslash',
      file('name,said', String.raw`Ada,"a \"new\" thing, a start"`, String.raw`Alan,"\"maybe\""`),
      ['name', 'said'],
      [
        ['Ada', 'a "new" thing, a start'],
        ['Alan', '"maybe"'],
      ],
      [],
    ],
    [
      'single quotes',
      file("name,'city'", "Ada,'London, UK'", "Karl,'Göttingen, DE'"),
      ['name', 'city'],
      [
        ['Ada', 'London, UK'],
        ['Karl', 'Göttingen, DE'],
      ],
      [],
    ],
    [
      'two bars',
      file('name||age||city', 'Ada||36||London|UK', 'Karl||77||Bonn'),
      ['name', 'age', 'city'],
      [
        ['Ada', 36, 'London|UK'],
        ['Karl', 77, 'Bonn'],
      ],
      [],
    ],
    [
      'comma and space',
      file('name, age, city', 'Ada, 36, "London, UK"', 'Karl, 77, Bonn'),
      ['name', 'age', 'city'],
      [
        ['Ada', 36, 'London, UK'],
        ['Karl', 77, 'Bonn'],
      ],
      [],
    ],
    [
      'columns aligned by spaces',
      file(
        'station  year  mean',
        'Bern     2001   9.5',
        'Genf     2001  11.25',
        'Chur     2002  10.0',
      ),
      ['station', 'year', 'mean'],
      [
        ['Bern', 2001, 9.5],
        ['Genf', 2001, 11.25],
        ['Chur', 2002, 10],
      ],
      [],
    ],
    [
      'names of rows, as R writes them',
      file('"mpg" "cyl"', '"Mazda RX4" 21 6', '"Datsun 710" 22.8 4', '"Hornet 4" 21.4 6'),
      ['column_1', 'mpg', 'cyl'],
      [
        ['Mazda RX4', 21, 6],
        ['Datsun 710', 22.8, 4],
        ['Hornet 4', 21.4, 6],
      ],
      ['header_repaired 1', 'header_renamed 1'],
    ],
    [
      'a comma at the end of every row',
      file('a,b', '1,2,', '3,4,', '5,6,'),
      ['a', 'b'],
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      ['end_trimmed 3'],
    ],
    [
      'dates as names',
      file('city,2024-01-01,2024-02-01', 'Bern,1,2', 'Chur,3,4'),
      ['city', '2024-01-01', '2024-02-01'],
      [
        ['Bern', 1, 2],
        ['Chur', 3, 4],
      ],
      [],
    ],
    [
      'a line of units',
      file('time,speed', 's,m/s', '0.1,2.5', '0.2,2.6', '0.3,2.7'),
      ['time s', 'speed m/s'],
      [
        [0.1, 2.5],
        [0.2, 2.6],
        [0.3, 2.7],
      ],
      ['header_joined 1'],
    ],
    [
      'a line that names the delimiter',
      file('sep=;', 'a;b', '1;2', '3;4'),
      ['a', 'b'],
      [
        [1, 2],
        [3, 4],
      ],
      ['preamble 1'],
    ],
    [
      'Windows-1252',
      Buffer.from('name;city\nKarl;Göttingen\nRené;Besançon – Est\n', 'latin1'),
      ['name', 'city'],
      [
        ['Karl', 'Göttingen'],
        ['René', 'Besançon – Est'.replace('–', '\u0013')],
      ],
      ['transcoded 1'],
    ],
    [
      'Windows-1251',
      Buffer.concat([
        Buffer.from('name,n\n'),
        Buffer.from([0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0]),
        Buffer.from(',1\n'),
        Buffer.from([0xca, 0xe8, 0xe5, 0xe2]),
        Buffer.from(',2\n'),
      ]),
      ['name', 'n'],
      [
        ['Москва', 1],
        ['Киев', 2],
      ],
      ['transcoded 1'],
    ],
    [
      'UTF-8 with a stray byte',
      Buffer.concat([
        Buffer.from('name,n\nZürich,1\nBâle,2\nGenève,3\nNeuch'),
        Buffer.from([0xe2]),
        Buffer.from('tel,4\n'),
      ]),
      ['name', 'n'],
      [
        ['Zürich', 1],
        ['Bâle', 2],
        ['Genève', 3],
        ['Neuchâtel', 4],
      ],
      ['mixed_encoding 1'],
    ],
  ])('%s', async (_, content, names, items, acts) => {
    const { admitted, table } = await test.admit(content);
    const read = await test.engine.rows(table, { limit: 100, offset: 0 });
    expect(admitted.columns.map(({ name }) => name)).toEqual(names);
    expect(read.items).toEqual(items);
    const lines = admitted.admission.notes.filter(
      ({ code }) => !['blank_lines', 'no_header', 'kept_as_text'].includes(code),
    );
    expect(lines.map(({ code, count }) => `${code} ${count}`)).toEqual(acts);
  });

  it('says which lines, and what they were and are', async () => {
    const { admitted } = await test.admit(file('name,age,city', ...people, 'Emmy,53', 'only this'));
    expect(admitted.admission).toMatchObject({ rows_read: 6, rows_repaired: 1, rows_rejected: 0 });
    expect(admitted.admission.notes).toEqual([
      {
        code: 'row_padded',
        message: '1 row has fewer fields than the table; the cells it lacks are empty.',
        column: null,
        count: 1,
        rows: [7],
        examples: [{ line: 7, before: 'Emmy,53', after: 'Emmy,53,' }],
      },
      {
        code: 'footer',
        message: '1 line after the table is set aside.',
        column: null,
        count: 1,
        rows: [8],
        examples: [{ line: 8, before: 'only this', after: null }],
      },
    ]);
  });
});
