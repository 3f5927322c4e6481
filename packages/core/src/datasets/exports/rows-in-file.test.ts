import { expect, test } from 'vitest';
import { rowsInFile, rowsInRepairs } from './rows-in-file.ts';

const admission = {
  rows_read: 3000,
  rows_repaired: 10_001,
  rows_rejected: 0,
  repairs_file: true,
  notes: [
    { code: 'row_padded', message: '', column: null, count: 10_001, rows: [], examples: [] },
    { code: 'kept_as_text', message: '', column: 'a', count: 50_000, rows: [], examples: [] },
  ],
};
const read = { rowCount: 3000, fileSize: 120_000, reading: {}, admission };

test('a file that is read as it was found has the rows of its table', () => {
  expect(rowsInFile(read)).toBe(3000);
  expect(rowsInFile({ ...read, reading: { decimal_mark: ',', text_columns: ['a'] } })).toBe(3000);
});

test.each([
  { skip_lines: 9000 },
  { comment: '1' },
  { quote: 'none' as const },
  { encoding: 'utf-16le' },
  { delimiter: ';' },
  { part: { format: 'xlsx', range: 'A1:B2' } },
])('one that is read as %o may have a row in each byte', (reading) => {
  expect(rowsInFile({ ...read, reading })).toBe(120_000);
  expect(rowsInRepairs({ ...read, reading })).toBe(120_000);
});

test('a file of several tables may have more rows than the one that is read', () => {
  const source = {
    format: 'xlsx',
    title: 'Excel workbook',
    table: 'Small',
    range: null,
    tables: 2,
    typed: true,
  };
  expect(rowsInFile({ ...read, admission: { ...admission, source } })).toBe(120_000);
});

test('the table of repairs has the lines that were noted', () => {
  expect(rowsInRepairs(read)).toBe(10_001);
});
