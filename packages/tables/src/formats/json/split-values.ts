import { AppError } from '@columnist/contract';
import { createReadStream } from 'node:fs';
import { maxColumns } from '../../admission/scan-records.ts';

/** Bytes of one record, and of a file whose records are not one after the other. */
export const mostOfRecord = 16 * 1024 * 1024;
export const mostOfWhole = 64 * 1024 * 1024;
const deepest = 64;

export const notJson = (
  what: string,
  fix = 'Write a list of records, or one record a line (JSON Lines), then import it.',
): AppError =>
  new AppError('invalid_file', `This file is not JSON that can be read: ${what}.`, { fix });

/** The columns of a table would be more than one has. */
export const tooManyNames = (): AppError =>
  new AppError(
    'invalid_file',
    `Its records have more than ${maxColumns} different names; at most ${maxColumns} columns can be read.`,
    { fix: 'Turn names that are values into a list of records, then import the file again.' },
  );

/** A value of a file with the number of names within it. */
export interface JsonPiece {
  readonly text: string;
  /** The line of the file on which it begins, from 1 on. */
  readonly line: number;
  readonly names: number;
  /** Names of values that are no objects, outside of lists: each is a column of its own. */
  readonly columns: number;
}

const [quote, backslash, comma, colon, lineFeed] = [0x22, 0x5c, 0x2c, 0x3a, 0x0a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
/** Before every value of a text sequence (RFC 7464). */
const recordSeparator = 0x1e;

/** A text from its first value on: without a byte order mark, blanks and record separators. */
export function fromFirstValue(text: string): string {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (isSpace(text.charCodeAt(at)) || text.charCodeAt(at) === recordSeparator) at += 1;
  return text.slice(at);
}

/**
 * The entries of the list that the file is, or the values of the file one after the other, as in
 * JSON Lines or in a text sequence. Nothing is held but the value that is read. Throws invalid_file.
 */
export async function* splitValues(path: string, withinList: boolean): AsyncGenerator<JsonPiece> {
  const base = withinList ? 1 : 0;
  const most = withinList ? mostOfRecord : mostOfWhole;
  let [depth, names, held, records] = [0, 0, 0, 0];
  // Where the outermost list within a record begins; 0 outside of lists.
  let [columns, list] = [0, 0];
  // The line that is read, and that on which the record began.
  let [line, begun] = [1, 1];
  let [inText, escaped, started, ended] = [false, false, false, false];
  let afterComma = false;
  let parts: Buffer[] = [];
  const take = (last: Buffer): JsonPiece => {
    parts.push(last);
    const piece = { text: textOf(Buffer.concat(parts), records), line: begun, names, columns };
    [parts, held, names, columns, list, started] = [[], 0, 0, 0, 0, false];
    records += 1;
    return piece;
  };
  let isFirst = true;
  for await (const read of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const chunk = withoutMark(bytesOf(read), isFirst);
    isFirst = false;
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === lineFeed) line += 1;
      if (inText) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) {
          inText = false;
          if (!withinList && depth === 0) {
            yield take(chunk.subarray(from, at + 1));
            from = at + 1;
          }
        }
        continue;
      }
      const separates = byte === recordSeparator && !(withinList && depth > 0);
      if (byte === recordSeparator && depth > base)
        throw notJson(
          `record ${records + 1}, which begins on line ${begun}, is cut short: another begins within it`,
        );
      if (depth === base && !started) {
        if (isSpace(byte) || separates) {
          from = at + 1;
          continue;
        }
        if (withinList && byte === closeList) {
          if (afterComma) throw notJson('its list ends with a comma');
          depth = 0;
          ended = true;
          from = at + 1;
          continue;
        }
        if (withinList && records > 0 && !afterComma) {
          if (byte !== comma) throw notJson(`there is no comma after record ${records}`);
          afterComma = true;
          from = at + 1;
          continue;
        }
        started = true;
        begun = line;
        afterComma = false;
        from = at;
      } else if (withinList && depth === 0) {
        if (isSpace(byte) || (separates && !ended)) continue;
        if (ended) throw notJson('something follows its list');
        if (byte !== openList) throw notJson('it does not begin with a list');
        depth = 1;
        from = at + 1;
        continue;
      }
      if (byte === quote) inText = true;
      else if (byte === colon) {
        names += 1;
        if (list === 0) columns += 1;
      } else if (byte === openList || byte === openObject) {
        depth += 1;
        if (list === 0 && byte === openList) list = depth;
        if (list === 0 && depth > base + 1) columns -= 1;
        if (depth > deepest + base)
          throw notJson(`record ${records + 1} is nested more than ${deepest} deep`);
      } else if (byte === closeList || byte === closeObject) {
        if (depth === base) {
          // Ends a number or word, and the list.
          if (!withinList || byte !== closeList) throw notJson(`record ${records + 1} ends twice`);
          yield take(chunk.subarray(from, at));
          [depth, ended, from] = [0, true, at + 1];
          continue;
        }
        depth -= 1;
        if (depth < list) list = 0;
        if (depth === base) {
          yield take(chunk.subarray(from, at + 1));
          from = at + 1;
        }
      } else if (depth === base && (isSpace(byte) || separates || byte === comma)) {
        yield take(chunk.subarray(from, at));
        from = at + 1;
        afterComma = byte === comma;
        if (afterComma && !withinList) throw notJson('there is a comma between its values');
      }
    }
    if (from < chunk.length && started) {
      parts.push(Buffer.from(chunk.subarray(from)));
      held += chunk.length - from;
      if (held > most)
        throw notJson(
          withinList
            ? `record ${records + 1} has more than ${mostOfRecord} bytes`
            : `a value has more than ${mostOfWhole} bytes, which can only be read of a list of records`,
        );
    }
  }
  if (started && (inText || depth > base))
    throw notJson(
      `record ${records + 1}, which begins on line ${begun}, does not end, or the file is cut short`,
    );
  if (withinList && !ended) throw notJson('it is cut short');
  if (started) yield take(Buffer.alloc(0));
}

function bytesOf(chunk: unknown): Buffer {
  if (!Buffer.isBuffer(chunk)) throw new Error('A file is read as bytes.');
  return chunk;
}

const withoutMark = (chunk: Buffer, isFirst: boolean): Buffer =>
  isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf
    ? chunk.subarray(3)
    : chunk;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Buffer, before: number): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw notJson(`record ${before + 1} is not written in UTF-8`);
  }
}
