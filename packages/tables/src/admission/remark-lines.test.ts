import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

/** Rows, the notes on lines with what they hold, and what was asked. */
async function found(...lines: string[]) {
  const content = `${lines.join('\n')}\n`;
  const { items } = await test.read(content);
  const { admitted } = await test.admit(content);
  return {
    rows: items,
    notes: admitted.admission.notes
      .filter(({ code }) => ['footer', 'blank_lines', 'aside', 'control_z'].includes(code))
      .map(({ code, count, examples }) => [code, count, ...examples.map(({ before }) => before)]),
    asked: (admitted.admission.questions ?? []).map(({ code }) => code),
  };
}

describe('a remark below the table that is filled up with delimiters is set aside', () => {
  it.each([
    'Source: Census Bureau',
    '© Statistical Office',
    'Note: in thousands',
    'Generated on 2024-01-05',
    'Data from database: World Development Indicators',
    '3 rows selected',
    '* estimated',
  ])('%s', async (remark) => {
    expect(await found('place,mm,days', 'Kiel,4,1', 'Ulm,5,2', 'Bonn,6,3', `${remark},,`)).toEqual({
      rows: [
        ['Kiel', 4, 1],
        ['Ulm', 5, 2],
        ['Bonn', 6, 3],
      ],
      notes: [['footer', 1, `${remark},,`]],
      asked: [],
    });
  });

  it('in a table of two columns, and two of them', async () => {
    expect(await found('place;mm', 'Kiel;4', 'Ulm;5', 'Quelle: DWD;', 'Stand: Mai 2024;')).toEqual({
      rows: [
        ['Kiel', 4],
        ['Ulm', 5],
      ],
      notes: [['footer', 2, 'Quelle: DWD;', 'Stand: Mai 2024;']],
      asked: [],
    });
  });

  it('in a table of two columns, without a delimiter', async () => {
    expect(await found('place,mm', 'Kiel,4', 'Ulm,5', 'Bonn,6', 'Source: own data')).toEqual({
      rows: [
        ['Kiel', 4],
        ['Ulm', 5],
        ['Bonn', 6],
      ],
      notes: [['footer', 1, 'Source: own data']],
      asked: [],
    });
  });

  it('but a row with a name alone stays, at the end and above other rows', async () => {
    expect(await found('place,mm,days', 'Kiel,4,1', 'Note: Ulm,,', 'Bonn,6,3', 'Source,,')).toEqual(
      {
        rows: [
          ['Kiel', 4, 1],
          ['Note: Ulm', null, null],
          ['Bonn', 6, 3],
          ['Source', null, null],
        ],
        notes: [],
        asked: [],
      },
    );
  });

  it('but a row stays where others begin as it does', async () => {
    const { rows, notes } = await found(
      'entry,mm,days',
      'Note: Kiel,4,1',
      'Source: Ulm,5,2',
      'Note: Bonn,,',
    );
    expect([rows, notes]).toEqual([
      [
        ['Note: Kiel', 4, 1],
        ['Source: Ulm', 5, 2],
        ['Note: Bonn', null, null],
      ],
      [],
    ]);
  });
});

describe('a file of one column', () => {
  it('counts the blank lines right below the name', async () => {
    expect(await found('age', '', '', '34', '', '45')).toEqual({
      rows: [[34], [45]],
      notes: [['blank_lines', 3]],
      asked: [],
    });
  });

  it.each([
    ['path', 'a/b', 'c||d'],
    ['comment', 'foo', 'bar || baz', 'qux'],
  ])('keeps a sign that one line alone has: %s', async (name, ...cells) => {
    expect(await found(name, ...cells)).toEqual({
      rows: cells.map((cell) => [cell]),
      notes: [],
      asked: [],
    });
  });

  it('asks where that sign is a common delimiter', async () => {
    expect(await found('url', 'http://a.de/x?a=1&b=2', 'http://b.de/y,z')).toEqual({
      rows: [['http://a.de/x?a=1&b=2'], ['http://b.de/y,z']],
      notes: [],
      asked: ['delimiter'],
    });
  });

  it.each([
    ['comment', 'Hello, world', 'nice, but slow', 'bad, ugly, and cheap', 'nothing', 'well, well'],
    ['what they said', 'one; two', 'a; b; c', 'none', 'x; y'],
  ])('asks where it is a sign of sentences: %s', async (name, ...cells) => {
    expect(await found(name, ...cells)).toEqual({
      rows: cells.map((cell) => [cell]),
      notes: [],
      asked: ['delimiter'],
    });
  });

  it('is none where most lines have the same fields, below a title', async () => {
    const { rows } = await found('Trains', 'from, n', 'Kiel, 1', 'Bonn, 2', 'Ulm, 3');
    expect(rows).toEqual([
      ['Kiel', 1],
      ['Bonn', 2],
      ['Ulm', 3],
    ]);
  });
});
