import { expect, test } from 'vitest';
import { forSpreadsheet, forSpreadsheetFile, pastedCell } from './for-spreadsheet.ts';

test.each([
  '=1+1',
  '+1 day',
  '-1+1',
  '-5 apples',
  '-1,2-3',
  '-1,234.567,890x',
  '+49 30 123456',
  '-',
  '-%',
  '+1%+2',
  '-1 234|cmd',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '\uFEFF=1',
  '\uFEFF\uFEFF@SUM(A1)',
])('what a spreadsheet would take for a formula gets an apostrophe: %j', (text) =>
  expect(forSpreadsheet(text)).toBe(`'${text}`),
);

test.each([
  '\uFEFFplain',
  '-5',
  '+5',
  '-5.25',
  '-4,25',
  '-1.234,56',
  '-1,234,567.5',
  '-1 234,5',
  '-1\u202F234,5',
  '-.5',
  '-12,5 %',
  '-1e-7',
  '1=1',
  'a@b',
  '',
  '−5',
  "'=1",
])('numbers and other text stay: %j', (text) => expect(forSpreadsheet(text)).toBe(text));

test('a cell that is pasted is one cell, and no formula', () => {
  expect(pastedCell('=a\tb\r\nc')).toBe("'=a b c");
  expect(pastedCell('\t=1')).toBe("' =1");
});

test.each([
  ['q;=1+1;z', "q;'=1+1;z"],
  ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
  ['x| "=1+1"', `x| "'=1+1"`],
  ['x\r\n-1+1', "x\r\n'-1+1"],
  ['=1;=1', "'=1;'=1"],
  ['from 5; -4.5;-4', 'from 5; -4.5;-4'],
  // Divided at its own delimiter, a cell is quoted.
  ['x,=1', 'x,=1'],
  ['a;b=c', 'a;b=c'],
])('nor do the parts of a cell begin a formula: %j', (text, written) => {
  expect(forSpreadsheetFile(text)).toBe(written);
});

test('where another sign is the delimiter, commas divide', () => {
  expect(forSpreadsheetFile('x,=1;=1', ';')).toBe("x,'=1;=1");
});
