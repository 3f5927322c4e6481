import { withoutUnseen } from '@columnist/contract';

const longest = 200;

/**
 * A name fit to store and show: composed Unicode, nothing unseen, at most 200 characters, the
 * ending kept.
 */
export function cleanName(text: string): string {
  const clean = withoutUnseen(text.toWellFormed().normalize('NFC')).trim();
  if (clean.length <= longest) return clean;
  const ending = /\.csv$/i.exec(clean)?.[0] ?? '';
  return clean.slice(0, longest - ending.length).replace(/[\ud800-\udbff]$/, '') + ending;
}
