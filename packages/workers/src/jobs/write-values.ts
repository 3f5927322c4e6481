import { AppError, type Cell } from '@columnist/contract';

const invalid = (message: string, field: string, remedy: string): AppError =>
  new AppError('invalid_input', message, { errors: [{ field, message: remedy }] });

/**
 * Values sent along as the text of a comma-separated file without a header line: arrays of one
 * length, one a column.
 */
export function writeValues(data: Readonly<Record<string, readonly Cell[]>>): string {
  const columns = Object.values(data);
  const length = columns[0]?.length ?? 0;
  const uneven = Object.entries(data).find(([, values]) => values.length !== length);
  if (uneven !== undefined) {
    throw invalid(
      `'${uneven[0]}' has ${uneven[1].length} values; the first column has ${length}.`,
      `data.${uneven[0]}`,
      'All columns need the same number of values; write null for a missing one.',
    );
  }
  if (length === 0)
    throw invalid(
      'There are no values.',
      'data',
      'Send at least one column with at least one value.',
    );
  return Array.from(
    { length },
    (_, i) => `${columns.map((values) => field(values[i] ?? null)).join(',')}\n`,
  ).join('');
}

/** Quotes keep a record of one missing value from looking like a blank line. */
const field = (value: Cell): string =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : `"${(value ?? '').replaceAll('"', '""')}"`;
