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

/** The last part of the client's file name; never used as a path. */
export const nameOfFile = ({ filename }: { readonly filename: string }): string =>
  cleanName(filename.split(/[\\/]/).at(-1) ?? '');

/** Whether a file of this name is read as CSV, whatever its content is. */
export const isNamedCsv = (name: string): boolean => /\.csv$/i.test(name);
