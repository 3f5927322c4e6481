import { AppError, nearestNames, type FilePart } from '@columnist/contract';

/** A table as far as the choice of one needs to know it. */
interface Choice {
  readonly name: string;
  readonly hidden: boolean;
  readonly canBeRead: boolean;
}

/**
 * The table that is named, else the first that can be read and is not hidden, else the first that
 * can be read. Throws invalid_input with the nearest names, invalid_file.
 */
export function chooseTable<Table extends Choice>(
  tables: readonly Table[],
  { table: wanted }: FilePart,
  what: string,
): Table {
  if (wanted === undefined) {
    const readable = tables.filter(({ canBeRead }) => canBeRead);
    const first = readable.find(({ hidden }) => !hidden) ?? readable[0];
    if (first !== undefined) return first;
    throw new AppError('invalid_file', `The file holds no ${what} that can be read.`, {
      row: 1,
      fix: 'Save the table as CSV, then upload the .csv file.',
    });
  }
  const found =
    tables.find(({ name }) => name === wanted) ??
    tables.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (found?.canBeRead === true) return found;
  const names = tables.filter(({ canBeRead }) => canBeRead).map(({ name }) => name);
  throw new AppError(
    'invalid_input',
    found === undefined
      ? `There is no ${what} '${wanted}'.`
      : `'${found.name}' holds no cells that can be read.`,
    {
      fix: `There are ${names.slice(0, 20).join(', ')}${names.length > 20 ? ' …' : ''}.`,
      suggestions: nearestNames(wanted, names),
      errors: [{ field: 'table', message: `Choose one of ${names.slice(0, 20).join(', ')}.` }],
    },
  );
}
