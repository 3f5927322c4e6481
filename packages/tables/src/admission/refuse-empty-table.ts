import { AppError } from '@columnist/contract';
import type { Readable } from './read-counted.ts';

/** Refuses a table without rows, or without a name and a value, and says what there is instead. */
export function refuseEmptyTable({ looked, rows }: Pick<Readable, 'looked' | 'rows'>): void {
  const isEmpty = (fields: readonly string[]): boolean =>
    fields.every((field) => field.trim() === '');
  const isNamed = looked.names !== null && !isEmpty(looked.names);
  const holdsNothing = looked.sample.every(isEmpty);
  if (rows !== 0 && (isNamed || !holdsNothing || rows !== looked.sample.length)) return;
  const line = looked.preamble + 1;
  if (!isNamed && holdsNothing)
    throw new AppError('invalid_file', 'Every cell of the file is empty.', {
      row: line,
      fix: 'Upload a file with a header line and at least one row that holds a value.',
    });
  throw new AppError(
    'invalid_file',
    holdsNothing && looked.sample.length > 0
      ? 'The file has a header line, but every row below it is empty.'
      : 'The file has a header line but no rows.',
    {
      row: line + looked.headerRows,
      fix: 'Add at least one row below the header, then upload again.',
    },
  );
}
