import { literal } from '../database/sql.ts';
import { maxRecordBytes } from './scan-records.ts';

export interface ReadableFile {
  readonly path: string;
  readonly delimiter: string;
  readonly columns: number;
  /** Written by us: every record ends in LF, whatever is within quotes. */
  readonly even?: boolean;
}

/**
 * DuckDB's reader with every option said: text fields c1, c2, … and nothing guessed. Line ends
 * alone are left to it, since
 * in strict mode a stated CRLF reads no rows (1.5.6); LF, CRLF and CR come out right, mixed ones
 * are refused. For text
 * of our own making LF is stated, since a CR within quotes may be taken for the line end.
 * A field without quotes or with two quotes and nothing between them is NULL. Records of more than
 * `longest` bytes are an error.
 */
export function readExpression(
  { path, delimiter, columns, even }: ReadableFile,
  header: boolean,
  longest = maxRecordBytes,
): string {
  const fields = Array.from({ length: columns }, (_, i) => `'c${i + 1}': 'VARCHAR'`).join(', ');
  return (
    `read_csv(${literal(path)}, auto_detect = false, header = ${header}, delim = ` +
    `${literal(delimiter)}, quote = '"', escape = '"', ` +
    `columns = {${fields}}, nullstr = '', ` +
    `${even === true ? String.raw`new_line = '\n', ` : ''}strict_mode = true, ` +
    'null_padding = false, ignore_errors = false, ' +
    `max_line_size = ${longest}, buffer_size = ${4 * longest})`
  );
}
