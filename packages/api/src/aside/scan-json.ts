import { AppError, inputLimits, tooDeep, tooManyParts } from '@columnist/contract';

// Single constants, which the compiler of the engine writes into the loop.
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
/** Within the bulk field: an object of columns, each a list of values. */
const columnsDepth = 2;
const valuesDepth = 3;
const { parts: mostParts, depth: deepest } = inputLimits;

/**
 * Refuses JSON in UTF-8 of more parts or levels than an input may have, before it is parsed:
 * parsing ten megabytes of
 * nested objects holds the process for a third of a second, looking through them ends at the limit.
 * The values in lists
 * of the top field `bulk` are not counted; anything nested in them ends it. What is no well-formed
 * JSON is left to the
 * parser. Throws malformed_request, too_complex, invalid_input.
 */
export function scanJson(bytes: Buffer, bulk: string | undefined): void {
  const bulkKey = bulk === undefined ? null : Buffer.from(`"${bulk}"`);
  let depth = 0;
  let parts = 1;
  let inBulk = false;
  /** Where the last text began and ended. */
  let from = 0;
  let to = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    // Nearly every byte of a large input is of numbers in a list.
    if (
      byte < openList &&
      byte !== quote &&
      ((inBulk && depth === valuesDepth) || (byte !== comma && byte !== colon))
    )
      continue;
    if (byte === comma) {
      if (depth < columnsDepth) inBulk = false;
      parts += 1;
    } else if (byte === quote) {
      from = at;
      at = endOfText(bytes, at);
      to = at + 1;
      continue;
    } else if (byte === openList || byte === openObject) {
      depth += 1;
      // A column is one part: the comma before it is counted.
      if (!inBulk || depth < valuesDepth) parts += 1;
      if (inBulk && depth > valuesDepth) throw notFlat(bulk);
      if (depth > deepest) throw tooDeep();
    } else if (byte === closeList || byte === closeObject) {
      depth -= 1;
      if (depth < columnsDepth) inBulk = false;
    } else if (byte === colon && depth === 1) {
      // A key written with escapes is not known here: what it holds is counted in full.
      inBulk = bulkKey !== null && bytes.subarray(from, to).equals(bulkKey);
    }
    if (parts > mostParts) throw tooManyParts();
  }
}

/** Where the quote is that ends the text begun at `start`. */
export function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

const notFlat = (bulk = ''): AppError =>
  new AppError('invalid_input', `${bulk}: A value is a text, a number, true, false or null.`, {
    errors: [{ field: bulk, message: 'A value is a text, a number, true, false or null.' }],
  });

/** JSON in UTF-8, nothing counting as an empty object. Throws malformed_request. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new AppError('malformed_request', 'The body is not well-formed JSON.', {}, { cause });
  }
}
