import { AppError } from '@columnist/contract';
import type { Readable } from './read-counted.ts';

const namesSaid = 6;
const longest = 40;

/** Refuses a table without rows, or without a name and a value, and says what there is instead. */
export function refuseEmptyTable({ looked, rows }: Pick<Readable, 'looked' | 'rows'>): void {
  const names = (looked.names ?? []).filter((name) => name.trim() !== '');
  const holdsNothing = looked.sample.every((fields) =>
    fields.every((field) => field.trim() === ''),
  );
  const isRead = rows !== 0 && !(holdsNothing && rows === looked.sample.length);
  if (isRead) return;
  const line = looked.preamble + 1;
  if (names.length === 0)
    throw new AppError('invalid_file', 'Every cell of the file is empty.', {
      row: line,
      fix: 'Upload a file with a header line and at least one row that holds a value.',
    });
  throw new AppError(
    'invalid_file',
    looked.sample.length > 0
      ? 'The file has a header line, but every row below it is empty.'
      : `The file has a header line (${listed(names)}) but no rows.`,
    {
      row: line + looked.headerRows,
      fix: 'Add at least one row below the header, then upload again.',
    },
  );
}

/** The first names, cut where they are long, and how many more there are. */
function listed(names: readonly string[]): string {
  const said = names
    .slice(0, namesSaid)
    .map((name) => `'${name.length <= longest ? name : `${name.slice(0, longest - 1)}…`}'`);
  const others = names.length - namesSaid;
  return `${said.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}
