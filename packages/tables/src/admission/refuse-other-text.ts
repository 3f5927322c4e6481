import { AppError } from '@columnist/contract';
import type { TextLine } from './text-lines.ts';

/** Lines with something in them that are looked at. */
const looked = 400;
const statement =
  /^\s*(?:insert\s+into\s|create\s+(?:table|database|view)\s|drop\s+table\s|update\s+\S+\s+set\s|select\s.+\sfrom\s)/i;

/** Text that is no table, whatever signs it holds. */
export function refuseOtherText(lines: readonly TextLine[]): void {
  const first = lines.find(({ text }) => text.trim() !== '' && !text.startsWith('--'));
  if (first !== undefined && statement.test(first.text))
    throw new AppError('invalid_file', 'This file holds SQL statements, not a table.', {
      row: first.number,
      fix: 'Export the table as CSV, then upload the .csv file.',
    });
  const present = lines.filter(({ text }) => text.trim() !== '').slice(0, looked);
  const wordsOf = (text: string): number => text.trim().split(/\s+/).length;
  const sentences = present.filter(({ text }) => /[.!?]$/.test(text.trim()) && wordsOf(text) > 5);
  if (
    first !== undefined &&
    present.length > 2 &&
    /\p{L}[,.:;!?]$/u.test(first.text.trim()) &&
    wordsOf(first.text) > 2 &&
    sentences.length >= 0.4 * present.length
  )
    throw new AppError('invalid_file', 'This file holds sentences, not rows of a table.', {
      row: first.number,
      fix: 'Upload a file whose lines are rows with the same number of fields.',
    });
}
