/** Texts that may have one piece in one place, and that are compared with one text. */
const listAtMost = 100;
const comparedAtMost = 400;

/**
 * Pairs of texts that are at most so many edits (letters put in, left out or replaced) apart.
 * Texts of equal length are cut into one piece more than edits are allowed: one of the pieces must
 * then be in the other text, at most so many places away, which an index of pieces finds (Li, Deng,
 * Wang & Feng, Pass-Join, PVLDB 5 (2011), 253–264). `allowed` says how many edits a text may have,
 * never more for a shorter one; a pair is near by what its shorter text may have. Pieces that very
 * many texts have, as the beginnings of numbered ids, are not looked up: then `isWhole` is false.
 */
export function nearPairs(
  texts: readonly string[],
  allowed: (length: number) => number,
): { readonly pairs: [number, number][]; readonly isWhole: boolean } {
  let isWhole = true;
  const order = texts.map((_, i) => i).sort((a, b) => lengthOf(a) - lengthOf(b));
  const most = Math.max(0, ...texts.map(({ length }) => allowed(length)));
  const index = new Map<string, number[]>();
  const pairs: [number, number][] = [];
  function lengthOf(i: number): number {
    return texts[i]?.length ?? 0;
  }
  for (const at of order) {
    const text = texts[at] ?? '';
    const found = new Set<number>();
    for (let length = Math.max(1, text.length - most); length <= text.length; length++) {
      const edits = allowed(length);
      if (edits < text.length - length || edits === 0) continue;
      for (const [piece, { start, size }] of piecesOf(length, edits).entries()) {
        // Where it can be in the longer text, by the edits before it and behind it.
        const [behind, longer] = [edits - piece, text.length - length];
        const first = Math.max(0, start - piece, start + longer - behind);
        const last = Math.min(start + piece, start + longer + behind, text.length - size);
        for (let from = first; from <= last; from++) {
          const list = index.get(keyOf(length, piece, text.slice(from, from + size))) ?? [];
          if (list.length < listAtMost && found.size < comparedAtMost)
            for (const other of list) found.add(other);
          else if (list.length > 0) isWhole = false;
        }
      }
    }
    for (const other of found) {
      const near = texts[other] ?? '';
      if (isWithin(text, near, allowed(near.length))) pairs.push([other, at]);
    }
    const edits = allowed(text.length);
    if (edits > 0)
      for (const [piece, { start, size }] of piecesOf(text.length, edits).entries()) {
        const key = keyOf(text.length, piece, text.slice(start, start + size));
        const list = index.get(key);
        if (list === undefined) index.set(key, [at]);
        else if (list.length < listAtMost) list.push(at);
      }
  }
  return { pairs, isWhole };
}

const keyOf = (length: number, piece: number, text: string): string => `${length} ${piece} ${text}`;

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
