import { AppError } from '@columnist/contract';
import type { Looked } from './look-at-text.ts';

const namesSaid = 6;
const longest = 40;

/** A table of names alone, which are said, or of nothing at all. */
export function noRows({ names, preamble, headerRows }: Looked): AppError {
  const row = preamble + headerRows + 1;
  const said = (names ?? []).filter((name) => name.trim() !== '');
  if (said.length === 0)
    return new AppError(
      'invalid_file',
      'Every cell of the file is empty: it has no names and no rows.',
      {
        row,
        fix: 'Upload a file with a header line and at least one row.',
      },
    );
  const others = said.length - namesSaid;
  const listed = said
    .slice(0, namesSaid)
    .map((name) => `'${name.length <= longest ? name : `${name.slice(0, longest - 1)}…`}'`);
  return new AppError(
    'invalid_file',
    `The file has a header line (${listed.join(', ')}${others > 0 ? ` and ${others} more` : ''}) but no rows.`,
    { row, fix: 'Add at least one row below the header, then upload again.' },
  );
}
