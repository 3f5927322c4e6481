import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const file = (...lines: string[]): string => `${lines.join('\n')}\n`;
const row = (n: number, of: (i: number) => string): string[] =>
  Array.from({ length: n }, (_, i) => of(i + 1));

/** Names, rows, codes of the notes, and codes of the questions. */
async function found(content: string | Buffer) {
  const { names, items, dialect } = await test.read(content);
  const { admitted } = await test.admit(content);
  return {
    names,
    rows: items,
    notes: admitted.admission.notes
      .filter(({ code }) => !['kept_as_text', 'no_header', 'header_renamed'].includes(code))
      .map(({ code, count }) => `${code} ${count}`),
    asked: (admitted.admission.questions ?? []).map(({ code }) => code),
    delimiter: dialect.delimiter,
  };
}

describe('the first row', () => {
  it.each<[string, string, string[], string[]]>([
    [
      'years over small numbers are names',
      file('land,2001,2002,2003', 'A,1,2,3', 'B,4,5,6'),
      ['land', '2001', '2002', '2003'],
      [],
    ],
    [
      'wavelengths over shares are names',
      file('sample,500,510,520', 'p,0.2,0.3,0.1', 'q,0.4,0.1,0.2'),
      ['sample', '500', '510', '520'],
      [],
    ],
    [
      'amounts over plain numbers are names',
      file('item,$5,$9', 'p,4,2', 'q,3,1'),
      ['item', '$5', '$9'],
      [],
    ],
    [
      'a word above numbers makes rising numbers names',
      file('person,11,12,25', '1,3,5,2', '2,5,1,4', '3,2,4,4'),
      ['person', '11', '12', '25'],
      [],
    ],
    [
      'counting on is a value',
      file('1,2,3', '4,5,6', '7,8,9'),
      ['column_1', 'column_2', 'column_3'],
      [],
    ],
    [
      'a word that is found again below is a value',
      file('lime', 'plum', 'lime', 'pear'),
      ['column_1'],
      [],
    ],
    [
      'words without a usual name are asked',
      file('Otto,Kiel,baker', 'Emma,Trier,smith', 'Paul,Mainz,clerk'),
      ['Otto', 'Kiel', 'baker'],
      ['header'],
    ],
    [
      'words with a usual name are not',
      file('owner,city,job', 'Emma,Trier,smith', 'Paul,Mainz,clerk'),
      ['owner', 'city', 'job'],
      [],
    ],
    [
      'numbers alone that rise evenly are asked',
      file('1,2,3,4', '5,0,7,1', '4,7,0,2', '9,1,2,0'),
      ['1', '2', '3', '4'],
      ['header'],
    ],
  ])('%s', async (_, content, names, asked) => {
    const read = await found(content);
    expect([read.names, read.asked]).toEqual([names, asked]);
  });

  it('is not joined with a row of values that are words', async () => {
    const read = await found(file('place,a,b', 'Kiel,shut,shut', 'Ulm,1.5,2', 'Bonn,2.5,3'));
    expect([read.names, read.rows.length]).toEqual([['place', 'a', 'b'], 3]);
  });

  it('is joined with a row of labels, which is noted and asked', async () => {
    const { admitted } = await test.admit(file('t,p', 'hours,bar', '1,2.5', '2,2.6', '3,2.4'));
    expect(admitted.columns.map(({ name }) => name)).toEqual(['t hours', 'p bar']);
    expect(admitted.admission.notes).toEqual([
      {
        code: 'header_joined',
        message: 'The names of the columns are joined from several lines.',
        column: null,
        count: 1,
        rows: [1],
        examples: [{ line: 1, before: 't,p\nhours,bar', after: 't hours,p bar' }],
      },
    ]);
    expect(admitted.admission.questions).toEqual([
      {
        code: 'header',
        question: 'Does line 2 hold names of columns or values? hours,bar',
        taken: 'Lines 1 to 2 hold names',
        preview: ['t hours', 'p bar'],
        alternatives: [
          {
            label: 'Line 1 alone holds names',
            reading: { header_rows: 1 },
            preview: ['t', 'p'],
          },
          {
            label: 'Values: the columns are numbered',
            reading: { header_rows: 0 },
            preview: ['column_1', 'column_2'],
          },
        ],
      },
    ]);
  });

  it('asks whether a sign parts columns that the line of names lacks, and shows both', async () => {
    const { admitted } = await test.admit(
      file('person', 'Lee, Ann', 'Moss, Bert', 'Wood, Carla', 'Hill, Dora'),
    );
    expect(admitted.admission.questions).toEqual([
      {
        code: 'delimiter',
        question: "Does ',' separate columns, or is it a part of the text? Line 2: Lee, Ann",
        taken: 'One column: the first line, which names it, has no such sign.',
        preview: ['Lee, Ann'],
        alternatives: [
          { label: "Columns between ','", reading: { delimiter: ',' }, preview: ['Lee', 'Ann'] },
        ],
      },
    ]);
  });

  it('of a file with one row is a row where it holds a value', async () => {
    const read = await found('Otto,41,2024-05-06\n');
    expect([read.rows, read.asked]).toEqual([[['Otto', 41, '2024-05-06']], ['header']]);
  });
});

describe('lines that are no rows', () => {
  it.each<[string, string, string[], unknown[][], string[]]>([
    [
      'names in a line that begins as a comment',
      file('#made by us', '# t, v', '0.5, 1.5', '0.7, 1.6'),
      ['# t', 'v'],
      [
        [0.5, 1.5],
        [0.7, 1.6],
      ],
      ['comment_header 1', 'comment 1'],
    ],
    [
      'a comment between names and rows',
      file('a,b', '# a remark', '1,2', '3,4', '# the end'),
      ['a', 'b'],
      [
        [1, 2],
        [3, 4],
      ],
      ['comment 2'],
    ],
    [
      'rows that begin with the sign of comments',
      file('tag,n', '#sun,3', '#rain,4'),
      ['tag', 'n'],
      [
        ['#sun', 3],
        ['#rain', 4],
      ],
      [],
    ],
    [
      'comments that begin with a semicolon',
      file('; made, by us', 'a,b', '1,2', '3,4'),
      ['a', 'b'],
      [
        [1, 2],
        [3, 4],
      ],
      ['comment 1'],
    ],
    [
      'front matter',
      file('---', 'title: Rain', '---', 'a,b', '1,2', '3,4'),
      ['a', 'b'],
      [
        [1, 2],
        [3, 4],
      ],
      ['preamble 3'],
    ],
    [
      'keys and values filled up to the width',
      file(
        'Place,Kiel,',
        'Height,5.5,',
        ',,',
        'day,a,b',
        '2024-01-01,1,2',
        '2024-01-02,3,4',
        '2024-01-03,5,6',
      ),
      ['day', 'a', 'b'],
      [
        ['2024-01-01', 1, 2],
        ['2024-01-02', 3, 4],
        ['2024-01-03', 5, 6],
      ],
      ['preamble 3'],
    ],
    [
      'a title filled up, an empty row below it',
      file('Rain of May,', ',', 'place,mm', 'Kiel,4', 'Ulm,5', 'Bonn,6'),
      ['place', 'mm'],
      [
        ['Kiel', 4],
        ['Ulm', 5],
        ['Bonn', 6],
      ],
      ['preamble 2'],
    ],
    [
      'what a database says below',
      file('id,name', '1,a', '2,b', '', '(2 rows)'),
      ['id', 'name'],
      [
        [1, 'a'],
        [2, 'b'],
      ],
      ['blank_lines 1', 'footer 1'],
    ],
    [
      'footnotes with a delimiter',
      file('place,mm', 'Kiel,4', 'Ulm,5', 'Bonn,6', '', '* early', '1) late, see below'),
      ['place', 'mm'],
      [
        ['Kiel', 4],
        ['Ulm', 5],
        ['Bonn', 6],
      ],
      ['blank_lines 1', 'footer 2'],
    ],
  ])('%s', async (_, content, names, rows, notes) => {
    const read = await found(content);
    expect([read.names, read.rows, read.notes]).toEqual([names, rows, notes]);
  });

  it('of another table with as many columns are set aside, and the table is offered', async () => {
    const { admitted } = await test.admit(
      file('item,n,cost', 'p,1,5', 'q,2,6', '', 'area,men,women', 'X,3,7', 'Y,4,8'),
    );
    expect(admitted.rowCount).toBe(2);
    expect(admitted.admission.notes.map(({ code, count }) => [code, count])).toEqual([
      ['blank_lines', 1],
      ['other_table', 3],
    ]);
    expect(admitted.admission.questions).toEqual([
      {
        code: 'table',
        question: 'The file holds more than one table. Which one is meant?',
        taken: 'The table from line 1 on is read, the lines of the others are set aside.',
        alternatives: [
          { label: 'The table from line 5 on: area,men,women', reading: { skip_lines: 4 } },
        ],
      },
    ]);
  });
});

it('says which line held the names that were changed', async () => {
  const { admitted } = await test.admit(
    file('Report of the year', '', 'city,n,n', 'Kiel,4,2', 'Ulm,5,1', 'Bonn,6,3'),
  );
  expect(
    admitted.admission.notes.flatMap(({ code, column, rows }) =>
      code === 'header_renamed' ? [[column, rows]] : [],
    ),
  ).toEqual([['n_2', [3]]]);
});

describe('rows of another width', () => {
  it.each<[string, string, unknown[], string[]]>([
    [
      'numbers too many are left out, never joined to another',
      file('a,b,c', '1,2,3', '4,5,6', '7,8,9', '1,2,9,10'),
      [1, 2, 9],
      ['row_cut 1'],
    ],
    [
      'too few fields are never filled by splitting at spaces',
      file('id,text,a,b', ...row(9, (i) => `r${i},fine,x,y`), 'r10,it was a good day'),
      ['r10', 'it was a good day', null, null],
      ['row_padded 1'],
    ],
    [
      'a row cut off after its first number is padded',
      file('id,a,b,c', '1,5,6,late', '2,6,7,soon', '3,4,4,late', '4'),
      [4, null, null, null],
      ['row_padded 1'],
    ],
  ])('%s', async (_, content, last, notes) => {
    const read = await found(content);
    expect([read.rows.at(-1), read.notes]).toEqual([last, notes]);
  });

  it('are aligned in a limited number of steps, however long they are', async () => {
    const cells = (n: number) => Array.from({ length: n }, (_, j) => `w${j}`).join(',');
    const read = await test.admit(file(...row(80, () => cells(140)), ...row(20, () => cells(290))));
    expect(read.admitted.rowCount).toBe(100);
    expect(read.admitted.admission.rows_repaired + read.admitted.admission.rows_rejected).toBe(20);
  }, 20_000);
});

describe('delimiters', () => {
  it.each<[string, string, string[], string, string[]]>([
    [
      'a seldom sign that every line holds equally often',
      file('a!b!c', '1!2!3', '4!5!6'),
      ['a', 'b', 'c'],
      '!',
      [],
    ],
    ['a sign beyond ASCII', file('ort§n', 'Kiel§4', 'Ulm§5', 'Bonn§6'), ['ort', 'n'], '§', []],
    ['two signs side by side', file('a<>b', '1<>2', '3<>4'), ['a', 'b'], '<>', []],
    [
      'two bars, between which a cell may be empty',
      file('a||b||c', '1||x||2', '3||||4', '5||y||6'),
      ['a', 'b', 'c'],
      '||',
      [],
    ],
    [
      'a column that is always empty is no delimiter of two commas',
      file('who,,n', 'Al,,3', 'Bo,,4'),
      ['who', 'column_2', 'n'],
      ',',
      [],
    ],
    [
      'colons between fields that hold no times',
      file('al:x:1000:/a', 'bo:x:1001:/b', 'cy:x:1002:/c'),
      ['column_1', 'column_2', 'column_3', 'column_4'],
      ':',
      [],
    ],
    [
      'words between spaces are one text',
      file('blue sea side', 'old town hall', 'new park road', 'high north gate'),
      ['blue sea side'],
      ',',
      ['header'],
    ],
    [
      'addresses below one name',
      file(
        'page',
        'https://a.example/x?b=1;c=2',
        'https://a.example/y?b=3;c=4',
        'https://a.example/z?b=5;c=6',
      ),
      ['page'],
      ',',
      [],
    ],
    [
      'texts with a comma below one name are asked',
      file('person', 'Roe, Al', 'Poe, Bo', 'Coe, Cy'),
      ['person'],
      ';',
      ['delimiter'],
    ],
  ])('%s', async (_, content, names, delimiter, asked) => {
    const read = await found(content);
    expect([read.names, read.delimiter, read.asked]).toEqual([names, delimiter, asked]);
  });

  it('within rows that are in quotes as a whole are found', async () => {
    const read = await found(file('"id,who"', '"1,""Al, A."""', '"2,Bo"'));
    expect([read.names, read.rows, read.notes]).toEqual([
      ['id', 'who'],
      [
        [1, 'Al, A.'],
        [2, 'Bo'],
      ],
      ['rows_in_quotes 1'],
    ]);
  });

  it('after a backslash belong to the text', async () => {
    const read = await found(file('id,who', String.raw`1,Roe\, Al`, String.raw`2,Poe\, Bo`));
    expect(read.rows).toEqual([
      [1, 'Roe, Al'],
      [2, 'Poe, Bo'],
    ]);
  });

  it('are not found by apostrophes that belong to words', async () => {
    const read = await found(file('id,t', "1,it's so", "2,'so'", "3,don't"));
    expect(read.rows[1]).toEqual([2, "'so'"]);
  });
});

describe('cells and bytes', () => {
  it('a cell of more lines than are looked at does not change the table', async () => {
    const cell = row(700, (i) => `line ${i}`).join('\n');
    const read = await found(file('id,text,n', `1,"${cell}",5`, '2,short,6', '3,short,7'));
    expect(read.rows).toEqual([
      [1, cell, 5],
      [2, 'short', 6],
      [3, 'short', 7],
    ]);
  });

  it('a cell in quotes that runs over lines like rows is noted', async () => {
    const read = await found(file('id,t,n', '1,"a,1', '2,b,2', '3,c",3', '4,d,4'));
    expect(read.notes).toContain('lines_in_quotes 1');
  });

  it('a NUL byte in a name is left out, with a note', async () => {
    const read = await found('a\u0000,b\n1,2\n3,4\n');
    expect([read.names, read.notes]).toEqual([['a', 'b'], ['nul_removed 1']]);
  });

  it('a NUL byte is left out, with a note', async () => {
    const read = await found('a,b\n1,x\u0000y\n2,z\n');
    expect([read.rows, read.notes]).toEqual([
      [
        [1, 'xy'],
        [2, 'z'],
      ],
      ['nul_removed 1'],
    ]);
  });
});

describe('names in several lines', () => {
  it('the answers of a survey are names, with a question', async () => {
    expect(
      await found(
        file(
          'Name,Which fruits?,,,City',
          ',Apple,Pear,Other (please specify),Response',
          'Ann,Apple,,,Rome',
          'Bob,,Pear,fig,Oslo',
          'Cy,Apple,Pear,kiwi,Bonn',
        ),
      ),
    ).toEqual({
      names: [
        'Name',
        'Which fruits? Apple',
        'Which fruits? Pear',
        'Which fruits? Other (please specify)',
        'City Response',
      ],
      rows: [
        ['Ann', 'Apple', null, null, 'Rome'],
        ['Bob', null, 'Pear', 'fig', 'Oslo'],
        ['Cy', 'Apple', 'Pear', 'kiwi', 'Bonn'],
      ],
      notes: ['header_joined 1'],
      asked: ['header'],
      delimiter: ',',
    });
  });

  it.each([
    [
      'above values alone',
      ['k,mass,temp', ',mg,°C', 'a,12.5,21.0', 'b,13.1,21.5'],
      ['k', 'mass mg', 'temp °C'],
    ],
    ['in brackets', ['t,v', '[s],[V]', '0.1,1.5', '0.2,1.6'], ['t [s]', 'v [V]']],
    ['beside one without any', ['t,v,w', 's,V,-', '1,1.5,3', '2,1.6,4'], ['t s', 'v V', 'w -']],
  ])('units are a part of the names, with a question: %s', async (_, lines, names) => {
    const read = await found(file(...lines));
    expect([read.names, read.rows.length, read.asked]).toEqual([names, 2, ['header']]);
  });

  it('the name of the rows below two lines of names is a part of them', async () => {
    const read = await found(
      file(',sales,sales', ',N,S', 'date,,', '2024-03-05,1,2', '2024-03-06,4,5'),
    );
    expect([read.names, read.rows.length, read.asked]).toEqual([
      ['date', 'sales N', 'sales S'],
      2,
      ['header'],
    ]);
  });

  it('letters below names of texts are a row', async () => {
    const read = await found(file('k,mass,temp', 'a,m,1', 'b,13.1,21.5', 'c,13.2,21.6'));
    expect([read.names, read.rows.length]).toEqual([['k', 'mass', 'temp'], 3]);
  });

  it('a row below columns without names stays a row', async () => {
    const read = await found(
      file('Name,Fruit,,,City', ',Apple,Pear,Plum,Rome', 'Bob,Fig,Kiwi,,Oslo'),
    );
    expect(read.rows).toHaveLength(2);
  });

  it.each<[string, string, object]>([
    [
      'a line above, which was set aside, names more columns',
      file(
        'Results of the election',
        '',
        'No;Area;part;Voters;;;;Valid;;;;Party;;',
        ';;of;First;;Second;;First;;Second;;First;;',
        ';;;Now;Before;Now;Before;Now;Before;Now;Before;Now;Before;',
        '1;Flens;1;229816;225659;229816;225659;176935;168473;177243;169000;50000;40000;',
        '2;Nord;1;186384;186385;186384;186385;138000;140000;138500;140500;30000;31000;',
        '3;Schles;9;230000;226000;230000;226000;170000;169000;170100;169100;50000;42000;',
      ),
      { skip_lines: 2, header_rows: 3 },
    ],
    [
      'a line further down names all',
      file(
        'Application: reader,,,,',
        'Device: plate,Serial number: 12,,,',
        ',,,,',
        'Mode,Absorbance,,,',
        'Wavelength,600,nm,,',
        ',,,,',
        '<>,1,2,3,4',
        'A,0.051,0.052,0.053,0.054',
        'B,0.061,OVER,0.063,0.064',
        'C,0.071,0.072,0.073,0.074',
      ),
      { skip_lines: 6, header_rows: 1 },
    ],
  ])('where it is asked whether the table begins elsewhere: %s', async (_, content, reading) => {
    const { admitted } = await test.admit(content);
    const questions = admitted.admission.questions ?? [];
    expect(questions.map(({ code }) => code)).toEqual(['header']);
    expect(questions[0]?.alternatives.map((other) => other.reading)).toEqual([reading]);
  });
});

describe('totals are kept and said', () => {
  it.each([
    ['a word in the last row', file('shop,n', 'A,1', 'B,2', 'Total,3')],
    ['sums below an empty cell', file('shop,n', 'A,1', 'B,2', ',3')],
    ['words among the rows', file('shop,n', 'A,1', 'A total,1', 'B,2', 'Grand total,3')],
  ])('%s', async (_, content) => {
    const { admitted } = await test.admit(content);
    expect(admitted.admission.notes.map(({ code }) => code)).toContain('looks_like_total');
  });

  it('a number before an empty cell is no total, though it is the sum of those above', async () => {
    const { admitted } = await test.admit(file('k,shop,town', '1,A,Bern', '2,B,Chur', '3,,'));
    expect(admitted.admission.notes.map(({ code }) => code)).not.toContain('looks_like_total');
  });

  it('a number that one row above has alone is no sum of those above', async () => {
    const { admitted } = await test.admit(file('shop,n', 'A,1', 'B,0', ',1'));
    expect(admitted.admission.notes.map(({ code }) => code)).not.toContain('looks_like_total');
  });

  it('the first row of three is called so', async () => {
    const { admitted } = await test.admit(file('shop,n', 'Total,3', 'A,1', 'B,2'));
    expect(admitted.admission.notes.map(({ message }) => message)).toEqual([
      'Row 1 looks like a total of the others; it is kept. Leave it out before you add up a column.',
    ]);
  });

  it('nothing is said where the numbers are ids', async () => {
    const { admitted } = await test.admit(file('id,note', '1,a', '2,b', '3,'));
    expect(admitted.admission.notes).toEqual([]);
  });

  it('nothing is said of a last row that is no sum', async () => {
    const { admitted } = await test.admit(file('shop,n', 'A,1', 'B,2', ',4'));
    expect(admitted.admission.notes).toEqual([]);
  });
});

it('prose is refused', async () => {
  expect(
    await test.refusal(
      file(
        'Dear all of you,',
        '',
        'this is a letter about rain, not a table.',
        'It was wet, and it is still wet.',
        'Yours, Al',
      ),
    ),
  ).toMatchObject({
    code: 'invalid_file',
    message: 'This file holds sentences, not rows of a table.',
    row: 1,
  });
});
