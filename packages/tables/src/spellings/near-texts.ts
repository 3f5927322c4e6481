/** Texts that may have one piece in one place, that are looked at for one text, and compared with it. */
const listAtMost = 1_000;
const lookedAtAtMost = 4_000;
const comparedAtMost = 400;

/**
 * Pairs of texts that are at most so many edits (letters put in, left out or replaced) apart.
 * Texts of equal length are cut into one piece more than edits are allowed: one of the pieces must
 * then be in the other text, at most so many places away, which an index of pieces finds (Li, Deng,
 * Wang & Feng, Pass-Join, PVLDB 5 (2011), 253–264). Of what it finds only texts of nearly the same
 * letters and pairs of letters are compared: an edit changes at most two of the letters that a text
 * has, and four of its pairs. `allowed` says how
 * many edits a text may have, never more for a shorter one; a pair is near by what its shorter text
 * may have. Pieces that very many texts have, as the beginnings of numbered ids, are not looked up:
 * then `isWhole` is false.
 */
export function nearPairs(
  texts: readonly string[],
  allowed: (length: number) => number,
): { readonly pairs: [number, number][]; readonly isWhole: boolean } {
  let isWhole = true;
  const order = texts.map((_, i) => i).sort((a, b) => lengthOf(a) - lengthOf(b));
  const most = Math.max(0, ...new Set(texts.map(({ length }) => allowed(length))));
  const letters = Int32Array.from(texts, lettersOf);
  const letterPairs = Int32Array.from(texts, letterPairsOf);
  /** For which text each was looked at last. */
  const seenFor = new Int32Array(texts.length).fill(-1);
  const index = new PieceIndex();
  const pairs: [number, number][] = [];
  function lengthOf(i: number): number {
    return texts[i]?.length ?? 0;
  }
  for (const at of order) {
    const text = texts[at] ?? '';
    const [ownLetters, ownPairs] = [letters[at] ?? 0, letterPairs[at] ?? 0];
    let [lookedAt, compared] = [0, 0];
    for (let length = Math.max(1, text.length - most); length <= text.length; length++) {
      const edits = allowed(length);
      if (edits < text.length - length || edits === 0) continue;
      for (const [piece, { start, size }] of piecesOf(length, edits).entries()) {
        const places = index.of(length, piece);
        if (places === undefined) continue;
        // Where it can be in the longer text, by the edits before it and behind it.
        const [behind, longer] = [edits - piece, text.length - length];
        const first = Math.max(0, start - piece, start + longer - behind);
        const last = Math.min(start + piece, start + longer + behind, text.length - size);
        for (let from = first; from <= last; from++) {
          const list = places.get(text.slice(from, from + size));
          if (list === undefined) continue;
          if (
            list.length >= listAtMost ||
            lookedAt >= lookedAtAtMost ||
            compared >= comparedAtMost
          ) {
            isWhole = false;
            continue;
          }
          lookedAt += list.length;
          for (const other of list) {
            if (seenFor[other] === at) continue;
            seenFor[other] = at;
            if (bitsOf(ownLetters ^ (letters[other] ?? 0)) > 2 * edits) continue;
            if (bitsOf(ownPairs ^ (letterPairs[other] ?? 0)) > 4 * edits) continue;
            compared += 1;
            if (isWithin(text, texts[other] ?? '', edits)) pairs.push([other, at]);
          }
        }
      }
    }
    const edits = allowed(text.length);
    if (edits > 0)
      for (const [piece, { start, size }] of piecesOf(text.length, edits).entries())
        index.add(text.length, piece, text.slice(start, start + size), at);
  }
  return { pairs, isWhole };
}

/** Of texts of each length, which have a piece of theirs in a place. */
class PieceIndex {
  readonly #places = new Map<number, Map<string, number[]>[]>();

  of(length: number, piece: number): ReadonlyMap<string, readonly number[]> | undefined {
    return this.#places.get(length)?.[piece];
  }

  add(length: number, piece: number, text: string, at: number): void {
    const pieces = this.#places.get(length) ?? [];
    this.#places.set(length, pieces);
    const places = (pieces[piece] ??= new Map());
    const list = places.get(text);
    if (list === undefined) places.set(text, [at]);
    else if (list.length < listAtMost) list.push(at);
  }
}

/** The letters of a text as bits, of which several letters may share one. */
function lettersOf(text: string): number {
  let set = 0;
  for (let i = 0; i < text.length; i++) set |= 1 << (text.charCodeAt(i) & 31);
  return set;
}

/** Its pairs of neighbouring letters as bits, of which several pairs may share one. */
function letterPairsOf(text: string): number {
  let set = 0;
  for (let i = 1; i < text.length; i++)
    set |= 1 << ((text.charCodeAt(i - 1) * 7 + text.charCodeAt(i)) & 31);
  return set;
}

/** How many bits are 1 (Warren, Hacker’s Delight, 2nd ed., §5–1). */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

const kept = new Map<string, { start: number; size: number }[]>();

/** The places of the pieces of a text of this length, as even as possible. */
function piecesOf(length: number, edits: number): { start: number; size: number }[] {
  const key = `${length} ${edits}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const count = edits + 1;
  const pieces = Array.from({ length: count }, (_, i) => {
    const start = Math.floor((i * length) / count);
    return { start, size: Math.floor(((i + 1) * length) / count) - start };
  });
  kept.set(key, pieces);
  return pieces;
}

let above = new Int32Array(256);
let here = new Int32Array(256);

/** Whether two texts are at most so many edits apart, by the band of the table that may be. */
export function isWithin(one: string, other: string, edits: number): boolean {
  if (Math.abs(one.length - other.length) > edits) return false;
  let start = 0;
  let [ends, otherEnds] = [one.length, other.length];
  while (start < ends && start < otherEnds && one.charCodeAt(start) === other.charCodeAt(start))
    start += 1;
  while (
    ends > start &&
    otherEnds > start &&
    one.charCodeAt(ends - 1) === other.charCodeAt(otherEnds - 1)
  )
    [ends, otherEnds] = [ends - 1, otherEnds - 1];
  const [rows, columns] = [ends - start, otherEnds - start];
  if (above.length <= columns) {
    above = new Int32Array(2 * columns + 1);
    here = new Int32Array(2 * columns + 1);
  }
  const far = edits + 1;
  for (let j = 0; j <= columns; j++) above[j] = Math.min(j, far);
  for (let i = 1; i <= rows; i++) {
    const [from, to] = [Math.max(1, i - edits), Math.min(columns, i + edits)];
    let least = (here[from - 1] = from === 1 ? Math.min(i, far) : far);
    const letter = one.charCodeAt(start + i - 1);
    for (let j = from; j <= to; j++) {
      const same = letter === other.charCodeAt(start + j - 1) ? 0 : 1;
      const upper = j === i + edits ? far : (above[j] ?? far);
      const value = Math.min(
        (above[j - 1] ?? far) + same,
        upper + 1,
        (here[j - 1] ?? far) + 1,
        far,
      );
      here[j] = value;
      if (value < least) least = value;
    }
    if (least > edits) return false;
    [above, here] = [here, above];
  }
  return (above[columns] ?? far) <= edits;
}
