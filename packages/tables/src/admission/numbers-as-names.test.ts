import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

/** Names, number of rows and what was asked. */
async function found(...lines: string[]) {
  const content = `${lines.join('\n')}\n`;
  const { names, items } = await test.read(content);
  const { admitted } = await test.admit(content);
  return [names, items.length, (admitted.admission.questions ?? []).map(({ code }) => code)];
}

describe('numbers in the first line are names', () => {
  it.each<[string, string[], string[], number, string[]]>([
    [
      'years that fall, above small numbers',
      ['Region,2023,2022,2021', 'R1,7,11,13', 'R2,14,22,26', 'R3,21,33,39'],
      ['Region', '2023', '2022', '2021'],
      3,
      [],
    ],
    [
      'years that fall, above large numbers',
      ['USD millions,2023,2022,2021', 'Sales,383285,394328,365817', 'Cost,214137,223546,212981'],
      ['USD millions', '2023', '2022', '2021'],
      2,
      [],
    ],
    [
      'years between the numbers below them',
      ['Position;2023;2022', 'Erlös;1.234.567;1.111.222', 'Aufwand;-234.567;-211.222'],
      ['Position', '2023', '2022'],
      2,
      [],
    ],
    ['years alone', ['2023,2022', '15,25', '17,27'], ['2023', '2022'], 2, []],
    [
      'years right of an empty corner',
      [',2023,2022,2021', 'Nord,15,25,35', 'Sud,17,27,37'],
      ['column_1', '2023', '2022', '2021'],
      2,
      [],
    ],
    [
      'years below a title',
      ['Table 1: Population', '', 'Country,2023,2022', 'A,15,25', 'B,17,27'],
      ['Country', '2023', '2022'],
      2,
      [],
    ],
    [
      'ages that fall',
      ['Sex,65,45,25', 'M,10,20,30', 'F,11,21,31'],
      ['Sex', '65', '45', '25'],
      2,
      [],
    ],
    [
      'sizes in no order are asked',
      ['Model,36,38,42,40', 'A,1,0,3,2', 'B,5,4,3,3', 'C,2,2,2,2'],
      ['Model', '36', '38', '42', '40'],
      3,
      ['header'],
    ],
    [
      'places right of an empty corner are asked',
      [',0,1,2', '0,a,5,6', '1,b,7,8', '2,c,9,1'],
      ['column_1', '0', '1', '2'],
      3,
      ['header'],
    ],
    [
      'years above words that tell equal ones apart',
      [',2020,2020,2021,2021', ',M,F,M,F', 'North,11,22,31,44', 'South,51,62,71,84'],
      ['column_1', '2020 M', '2020 F', '2021 M', '2021 F'],
      2,
      ['header'],
    ],
    [
      'years above numbers that tell equal ones apart',
      ['Region;2022;2022;2023;2023', ';1;2;1;2', 'Nord;15;25;35;45', 'Ost;19;29;39;49'],
      ['Region', '2022 1', '2022 2', '2023 1', '2023 2'],
      2,
      ['header'],
    ],
    [
      'years below the names that a pivot table has',
      ['Sum of t,Columns,,', 'Rows,2021,2022,Total', 'A,10,20,30', 'B,5,6,11', 'C,1,2,3'],
      ['Sum of t Rows', 'Columns 2021', 'Columns 2022', 'Columns Total'],
      3,
      ['header'],
    ],
  ])('%s', async (_, lines, names, rows, asked) => {
    expect(await found(...lines)).toEqual([names, rows, asked]);
  });

  it.each<[string, string[], number]>([
    ['years as those below', ['Otto,2003,2001', 'Emma,2007,2002', 'Paul,2009,2005'], 3],
    ['numbers that fall as those below do', ['Otto,9,5,2', 'Emma,8,7,3', 'Paul,7,4,1'], 3],
    ['sums of the rows below', ['World,780,390,395', 'Kiel,410,200,190', 'Ulm,370,190,205'], 3],
  ])('but values where they are %s', async (_, lines, rows) => {
    const [names, count] = await found(...lines);
    expect([names, count]).toEqual([lines[0]?.split(',').map((__, i) => `column_${i + 1}`), rows]);
  });
});
