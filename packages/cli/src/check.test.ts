import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnist, refusal } from './testing-columnist.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-check-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const written = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};

/** What does not hold of a file, with what was found; and the exit code. */
async function failing(file: string, expected: object): Promise<[number, string[]]> {
  const document = await written('expected.json', JSON.stringify(expected));
  const { code, out } = await columnist(['check', file, document, '--format', 'csv']);
  return [
    code,
    out.split('\n').flatMap((line) => (line.startsWith('FAILED,') ? [line.slice(7)] : [])),
  ];
}

describe('bounds', () => {
  test('of numbers hold of numbers alone, whatever else the column holds', async () => {
    const file = await written('mixed.csv', 'id,m\n1,100\n2,20000\n3,1000x\n4,\n5,6300\n');
    expect(await failing(file, { columns: [{ name: 'm', most: 6300 }] })).toEqual([
      1,
      ['m ≤ 6300,"2 rows do not: 2, 3"'],
    ]);
    expect(await failing(file, { columns: [{ name: 'm', least: '100', most: 20000 }] })).toEqual([
      1,
      ['m ≥ 100,1 row does not: 3', 'm ≤ 20000,1 row does not: 3'],
    ]);
  });

  test('of what a column cannot be compared with do not hold', async () => {
    const file = await written(
      'kinds.csv',
      'word,day,yes,n\nred,2024-01-05,true,1\nblue,2024-02-01,false,2\n,2024-03-01,true,3\n',
    );
    const names = ['word', 'day', 'yes'];
    const none = names.map((name) => ({ name, least: 5 }));
    expect(await failing(file, { columns: none })).toEqual([
      1,
      [
        'word ≥ 5,"2 rows do not: 1, 2"',
        'day ≥ 5,"3 rows do not: 1, 2, 3"',
        'yes ≥ 5,"3 rows do not: 1, 2, 3"',
      ],
    ]);
    expect(
      await failing(file, {
        columns: [
          { name: 'n', least: 'abc' },
          { name: 'n', values: ['a', 2, '3'] },
          { name: 'yes', values: ['maybe'] },
          { name: 'day', values: ['2024-01-05', 7] },
          { name: 'word', least: '2024-01-01' },
          { name: 'day', least: '2024-02-01' },
          { name: 'word', least: 'green' },
        ],
      }),
    ).toEqual([
      1,
      [
        'n ≥ abc,"3 rows do not: 1, 2, 3"',
        'n is one of 3 values,1 row does not: 1',
        'yes is one of 1 values,"3 rows do not: 1, 2, 3"',
        'day is one of 2 values,"2 rows do not: 2, 3"',
        'word ≥ 2024-01-01,"2 rows do not: 1, 2"',
        'day ≥ 2024-02-01,1 row does not: 1',
        'word ≥ green,1 row does not: 2',
      ],
    ]);
  });
});

test('numbers that have become dates fail where they are expected, and nothing else does', async () => {
  const numbers = await written('years.csv', 'k,year\na,2007\nb,2008\nc,2009\n');
  const dates = await written('dates.csv', 'k,year\na,2007-01-01\nb,2008-01-01\nc,2009-01-01\n');
  const made = join(folder, 'years.json');
  await columnist(['check', numbers, '--write', made]);
  const { code, out } = await columnist(['check', dates, made, '--format', 'csv']);
  expect([code, out.split('\n').filter((line) => line.startsWith('FAILED'))]).toEqual([
    1,
    [
      'FAILED,year is number,datetime',
      'FAILED,year ≥ 2007,"3 rows do not: 1, 2, 3"',
      'FAILED,year ≤ 2009,"3 rows do not: 1, 2, 3"',
    ],
  ]);
});

test('a rule that a file cannot be asked does not hold; one that is no expression is refused', async () => {
  const file = await written('rule.csv', 'k,n\na,1\nb,2\n');
  const rules = [
    { name: 'gone', expression: 'm > 1' },
    { name: 'typed', expression: 'k > 1' },
    { name: 'small', expression: 'n < 2' },
  ];
  expect(await failing(file, { rules })).toEqual([
    1,
    [
      "gone,There is no column 'm'.",
      'typed,A text and a number cannot be compared.',
      'small,1 row does not: 2',
    ],
  ]);
  const wrong = await written(
    'wrong.json',
    JSON.stringify({ rules: [{ name: 'x', expression: 'n >' }] }),
  );
  expect((await refusal(['check', file, wrong]))[0]).toMatch(/^The expression ends too early/);
});

test.each([
  ['', 'The file is empty.'],
  ['\n\n', 'The file has no rows, only blank lines.'],
  ['a,b\n', "The file has a header line ('a', 'b') but no rows."],
])('a file without rows, %j, fails its check', async (text, found) => {
  const file = await written('empty.csv', text);
  const document = await written('one.json', JSON.stringify({ rows: { least: 1 } }));
  const { code, out, said } = await columnist(['check', file, document]);
  expect([code, JSON.parse(out), said]).toEqual([
    1,
    [{ result: 'FAILED', expected: 'a table with rows', found }],
    ['0 of 1 expectations hold.'],
  ]);
});

describe('expectations that are written of a file', () => {
  test.each([
    ['new', 'a,b,c\n1,x,3\n2,y,4\n', ['no other columns,c']],
    ['doubled', 'a,b,b\n1,x,x\n2,y,y\n', ['no other columns,b_2']],
    ['moved', 'b,a\nx,1\ny,2\n', ['columns in the order named,b in place of a']],
  ])('notice a %s column', async (_, text, found) => {
    const made = join(folder, 'made.json');
    await columnist(['check', await written('first.csv', 'a,b\n1,x\n2,y\n'), '--write', made]);
    expect(JSON.parse(await readFile(made, 'utf8'))).toMatchObject({
      other_columns: 'refuse',
      column_order: 'as_named',
    });
    const file = await written('second.csv', text);
    const { out } = await columnist(['check', file, made, '--format', 'csv']);
    const failed = out.split('\n').filter((line) => line.startsWith('FAILED,'));
    expect(failed.map((line) => line.slice(7))).toEqual(found);
  });
});
