import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const file = (...lines: string[]): string => `${lines.join('\n')}\n`;

/** Names, rows, and notes with their counts. */
async function found(content: string) {
  const { names, items } = await test.read(content);
  const { admitted } = await test.admit(content);
  return {
    names,
    rows: items,
    notes: admitted.admission.notes
      .filter(
        ({ code }) =>
          !['kept_as_text', 'blank_lines', 'read_as_missing', 'interpreted'].includes(code),
      )
      .map(({ code, count }) => `${code} ${count}`),
    asked: (admitted.admission.questions ?? []).map(({ code }) => code),
  };
}

describe('a line of dashes below the names is no row', () => {
  it.each<[string, string[]]>([
    ['commas of sqlcmd', ['id,name,amount', '--,----,------', '1,Ann,12.50', '2,Bob,NULL']],
    ['semicolons', ['id;name;amount', '--;----;------', '1;Ann;12.50', '2;Bob;NULL']],
    ['tabs', ['id\tname\tamount', '--\t----\t------', '1\tAnn\t12.50', '2\tBob\tNULL']],
    [
      'bars of SQL*Plus',
      [
        '  ID|NAME  |    AMOUNT',
        '----|------|----------',
        '   1|Ann   |     12.50',
        '   2|Bob   |',
      ],
    ],
    [
      'crosses of psql',
      [
        ' id | name | amount ',
        '----+------+--------',
        '  1 | Ann  |  12.50',
        '  2 | Bob  |',
        '(2 rows)',
      ],
    ],
  ])('between %s', async (_, lines) => {
    const read = await found(file(...lines));
    expect({ ...read, names: read.names.map((name) => name.toLowerCase()) }).toEqual({
      names: ['id', 'name', 'amount'],
      rows: [
        [1, 'Ann', 12.5],
        [2, 'Bob', null],
      ],
      notes: ['frame_line 1', ...(lines.length > 4 ? ['footer 1'] : [])],
      asked: [],
    });
  });

  it('but one of missing values is', async () => {
    const read = await found(file('count,mean', '1,2.5', '--,--', '3,4.5'));
    expect(read.rows).toEqual([
      [1, 2.5],
      [null, null],
      [3, 4.5],
    ]);
  });
});

describe('a ruling says how wide the columns are', () => {
  it('as sqlcmd writes it', async () => {
    expect(
      await found(
        file(
          'id          name       amount   ',
          '----------- ---------- ---------',
          '          1 Ann            12.50',
          '          2 Bob             NULL',
          '          3 Cy Young        99.00',
          '',
          '(3 rows affected)',
        ),
      ),
    ).toEqual({
      names: ['id', 'name', 'amount'],
      rows: [
        [1, 'Ann', 12.5],
        [2, 'Bob', null],
        [3, 'Cy Young', 99],
      ],
      notes: ['frame_line 1', 'footer 1'],
      asked: [],
    });
  });

  it('as SQL*Plus writes it, with the names again on each page', async () => {
    const head = [
      '     EMPNO ENAME      HIREDATE         SAL',
      '---------- ---------- --------- ----------',
    ];
    expect(
      await found(
        file(
          '',
          ...head,
          '      7369 SMITH      17-DEC-80     800.50',
          '      7499 ALLEN B    20-FEB-81',
          '',
          ...head,
          '      7521 WARD       22-FEB-81    1250.25',
          '      7566            02-APR-81    2975.00',
          '',
          '4 rows selected.',
          '',
        ),
      ),
    ).toEqual({
      names: ['EMPNO', 'ENAME', 'HIREDATE', 'SAL'],
      rows: [
        [7369, 'SMITH', '1980-12-17', 800.5],
        [7499, 'ALLEN B', '1981-02-20', null],
        [7521, 'WARD', '1981-02-22', 1250.25],
        [7566, null, '1981-04-02', 2975],
      ],
      notes: ['frame_line 2', 'header_repeated 1', 'footer 1'],
      asked: [],
    });
  });

  it('but not where texts cross it', async () => {
    const read = await found(
      file('one two', '--- ---', 'a text that is long', 'and goes on here', 'to its end'),
    );
    expect(read.names).not.toEqual(['one', 'two']);
  });
});

it('a line end after a backslash belongs to the cell, as MySQL writes it', async () => {
  expect(
    await found(
      file(
        '1\tAnn\tplain\t1.50',
        '2\tBob\tline1\\',
        'line2\t2.00',
        '3\tCy\tplain\t3.25',
        '4\tDi\tplain\t4.25',
        '5\tEd\t\\N\t4.25',
      ),
    ),
  ).toEqual({
    names: ['column_1', 'column_2', 'column_3', 'column_4'],
    rows: [
      [1, 'Ann', 'plain', 1.5],
      [2, 'Bob', 'line1\nline2', 2],
      [3, 'Cy', 'plain', 3.25],
      [4, 'Di', 'plain', 4.25],
      [5, 'Ed', null, 4.25],
    ],
    notes: ['line_end_escaped 1', 'no_header 1'],
    asked: [],
  });
});

it('blank lines beside an empty cell in quotes are counted as the reader counts them', async () => {
  expect(await found('name\nAnn\n\nBob\n""\nCy\n')).toMatchObject({
    names: ['name'],
    rows: [['Ann'], ['Bob'], [null], ['Cy']],
  });
});
