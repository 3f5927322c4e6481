const longest = 200;

/**
 * Control characters, line separators, and marks that turn the direction of what follows: none can
 * be seen in a name.
 */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A name fit to store and show: composed Unicode, nothing unseen, at most 200 characters, the
 * ending kept.
 */
export function cleanName(text: string): string {
  const clean = text.toWellFormed().normalize('NFC').replace(unseen, '').trim();
  if (clean.length <= longest) return clean;
  const ending = /\.csv$/i.exec(clean)?.[0] ?? '';
  return clean.slice(0, longest - ending.length).replace(/[\ud800-\udbff]$/, '') + ending;
}
