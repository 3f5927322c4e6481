/**
 * RFC 4180 as a table of transitions: what the next byte does to the place in a record where the
 * scanner is. One
 * look-up a byte keeps the scan near the speed of reading. States are multiples of 256, so that
 * `state | byte` is the index.
 */
const state = (number: number): number => number << 8;

/** After a delimiter: before the first byte of a field. */
export const fieldStarts = state(0);
const leadingSpace = state(1);
const plain = state(2);
export const quoted = state(3);
/** After a closing quote. */
const closed = state(4);
export const trailingSpace = state(5);
/** As the start of a field, after a CR that ended a record: an LF now belongs to it. */
export const startAfterCr = state(6);
/** As quoted, after a CR within the quotes. */
export const quotedAfterCr = state(7);

/**
 * From here on a state means something that happened; the scanner acts and chooses the state
 * that follows.
 */
export const firstEvent = state(8);
export const recordEnds = state(8);
export const recordEndsInCr = state(9);
export const crlfCompletes = state(10);
export const quoteOpens = state(11);
export const quoteOpensAfterSpace = state(12);
export const spaceAfterQuote = state(13);
export const lineEndsInQuotes = state(14);
export const lineEndsInCrInQuotes = state(15);
export const textAfterQuote = state(16);
export const nulByte = state(17);

interface Targets {
  readonly delimiter: number;
  readonly lf: number;
  readonly cr: number;
  readonly quote: number;
  readonly space: number;
  readonly nul: number;
  readonly other: number;
}

/** The next state, at `state | byte`. */
export function recordTransitions(delimiter: string): Uint16Array {
  const next = new Uint16Array(state(8));
  const row = (from: number, to: Targets): void => {
    next.fill(to.other, from, from + 256);
    next[from] = to.nul;
    next[from | 10] = to.lf;
    next[from | 13] = to.cr;
    next[from | 32] = to.space;
    next[from | 34] = to.quote;
    next[from | delimiter.charCodeAt(0)] = to.delimiter;
  };
  const ends = { delimiter: fieldStarts, lf: recordEnds, cr: recordEndsInCr, nul: nulByte };
  row(fieldStarts, { ...ends, other: plain, quote: quoteOpens, space: leadingSpace });
  row(startAfterCr, {
    ...ends,
    lf: crlfCompletes,
    other: plain,
    quote: quoteOpens,
    space: leadingSpace,
  });
  row(leadingSpace, { ...ends, other: plain, quote: quoteOpensAfterSpace, space: leadingSpace });
  row(plain, { ...ends, other: plain, quote: plain, space: plain });
  const inside = {
    other: quoted,
    delimiter: quoted,
    lf: lineEndsInQuotes,
    cr: lineEndsInCrInQuotes,
    quote: closed,
    space: quoted,
    nul: nulByte,
  };
  row(quoted, inside);
  row(quotedAfterCr, { ...inside, lf: quoted });
  row(closed, { ...ends, other: textAfterQuote, quote: quoted, space: spaceAfterQuote });
  row(trailingSpace, {
    ...ends,
    other: textAfterQuote,
    quote: textAfterQuote,
    space: trailingSpace,
  });
  return next;
}
