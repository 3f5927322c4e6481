import { expect, test } from 'vitest';
import { withArticle } from './file-formats.ts';

test('titles of formats have the article of a sentence', () => {
  expect(
    [
      'Excel workbook',
      'Parquet file',
      'SPSS file',
      'SQLite database',
      'JSON',
      'text of fixed width',
    ].map(withArticle),
  ).toEqual([
    'an Excel workbook',
    'a Parquet file',
    'an SPSS file',
    'an SQLite database',
    'JSON',
    'text of fixed width',
  ]);
});
