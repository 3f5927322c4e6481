import type { Dialect } from '@columnist/contract';
import type { WrittenSource } from './source.ts';

/** The dialect of fields that we wrote ourselves, which nothing had to be found out of. */
export const dialectOfFields = ({
  columns,
  rows,
  preamble,
  headerRows,
  missingWords,
}: Pick<
  WrittenSource,
  'columns' | 'rows' | 'preamble' | 'headerRows' | 'missingWords'
>): Dialect => ({
  encoding: 'utf-8',
  encoding_confidence: 1,
  byte_order_mark: false,
  delimiter: ',',
  quote: '"',
  escape: '"',
  line_ending: 'lf',
  preamble_lines: preamble,
  header_rows: headerRows,
  comment: null,
  missing_words: [...missingWords],
  rows_of_width: rows,
  width: columns.length,
  decimal_mark: '.',
  date_order: null,
});
