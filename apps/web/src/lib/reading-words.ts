import type { Dialect } from '@columnist/contract';

const delimiters: Record<string, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  ':': 'colon',
  ' ': 'space',
};
const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
};
const lineEndings: Record<Dialect['line_ending'], string> = {
  lf: 'LF',
  crlf: 'CRLF',
  cr: 'CR',
  mixed: 'mixed line endings',
};

/** The name of the delimiter; null where the file has one column and needs none. */
export const delimiterName = (delimiter: string): string | null =>
  delimiter === '' ? null : (delimiters[delimiter] ?? `“${delimiter}”`);

export const encodingName = ({ encoding }: Pick<Dialect, 'encoding'>): string =>
  encodings[encoding] ?? encoding;

/** The dialect in three words: 'UTF-8, comma, LF'. */
export const dialectInShort = (dialect: Dialect): string =>
  [
    encodingName(dialect),
    delimiterName(dialect.delimiter) ?? 'one column',
    lineEndings[dialect.line_ending],
  ].join(', ');

/** A note without the names that callers of the API have for what it asks for, such as '(decimal_mark)'. */
export const forReaders = (note: string): string => note.replaceAll(/ \([a-z]+(?:_[a-z]+)+\)/g, '');
