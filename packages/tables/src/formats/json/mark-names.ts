/** Before each name, so that none looks like a whole number. */
const mark = '.';

/** A name that is a whole number, which JavaScript puts before all others. */
export const hasWholeNames = (text: string): boolean => /"\d+"\s*:/.test(text);

/**
 * The JSON with a mark before each of its names, whose order an object of JavaScript then keeps; the
 * names come back by `withoutMark`.
 */
export function markNames(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('"'); at !== -1;) {
    const end = endOfText(text, at);
    if (end === -1) break;
    let next = end + 1;
    while (/\s/.test(text[next] ?? '')) next += 1;
    if (text[next] === ':') {
      parts.push(text.slice(from, at + 1), mark);
      from = at + 1;
    }
    at = text.indexOf('"', end + 1);
  }
  return [...parts, text.slice(from)].join('');
}

export const withoutMark = (name: string): string => name.slice(mark.length);

/** The place of the quote that ends the text which begins at another; -1 where none does. */
function endOfText(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - backslashes - 1] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
}
