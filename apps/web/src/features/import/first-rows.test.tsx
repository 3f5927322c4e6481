import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FirstRows } from './first-rows.tsx';

const dialect = {
  encoding: 'utf-8',
  encoding_confidence: 1,
  byte_order_mark: false,
  delimiter: ',',
  quote: '"',
  escape: '"',
  line_ending: 'lf' as const,
  preamble_lines: 0,
  header_rows: 1,
  comment: null,
  missing_words: [],
  rows_of_width: 2,
  width: 2,
  decimal_mark: '.' as const,
  date_order: null,
};
const admission = {
  rows_read: 2,
  rows_repaired: 0,
  rows_rejected: 0,
  repairs_file: false,
  notes: [],
};

/** Each row with what it is marked as, its heading and its cells. */
const rowsOf = (firstLine: number, lines: string[]) =>
  Array.from(
    renderToStaticMarkup(
      <FirstRows
        preview={{ lines, first_line: firstLine, explanation: [], reading: {}, columns: [] }}
        dataset={{ dialect, admission }}
      />,
    ).matchAll(/<tr class="(.*?)">(.*?)<\/tr>/g),
    ([, mark, cells = '']) => [
      mark,
      cells
        .replaceAll(/<[^>]+>/g, ' ')
        .trim()
        .split(/\s+/),
    ],
  );

it('the names of a table of a database are above its rows, and its first row is a row', () => {
  expect(rowsOf(0, ['k\tv', 'a\t2', 'b\t3'])).toEqual([
    ['is-names', ['names', 'k', 'v']],
    ['is-row', ['1', 'a', '2']],
    ['is-row', ['2', 'b', '3']],
  ]);
});

it.each([
  [0, 'first 2 rows'],
  [1, 'first 3 rows'],
])('counts names above the rows of a table as none of them (first line %i)', (first_line, said) => {
  expect(
    renderToStaticMarkup(
      <FirstRows
        preview={{
          lines: ['k\tv', 'a\t2', 'b\t3'],
          first_line,
          explanation: [],
          reading: {},
          columns: [],
        }}
        dataset={{ dialect, admission }}
      />,
    ),
  ).toContain(`<p>${said}</p>`);
});

it('the names of a sheet are the row that the reading says', () => {
  expect(rowsOf(1, ['k\tv', 'a\t2'])).toEqual([
    ['is-names', ['1', 'names', 'k', 'v']],
    ['is-row', ['2', 'a', '2']],
  ]);
});
