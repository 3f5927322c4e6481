import { AppError, nearestNames, type FilePart } from '@columnist/contract';

/** A table as far as the choice of one needs to know it. */
interface Choice {
  readonly name: string;
  readonly hidden: boolean;
  readonly canBeRead: boolean;
  /** Whether it has names with rows below: asked in turn, of tables before the one that is read. */
  readonly hasRows?: () => boolean | Promise<boolean>;
}

/**
 * The table that is named, else the first that can be read, has rows and is not hidden; where none
 * has, the first that can be read, whose reader says what is wrong with it. Throws invalid_input with
 * the nearest names, invalid_file.
 */
export async function chooseTable<Table extends Choice>(
  tables: readonly Table[],
  { table: wanted }: FilePart,
  what: string,
): Promise<Table> {
  if (wanted === undefined) {
    const readable = tables.filter(({ canBeRead }) => canBeRead);
    const shown = readable.filter(({ hidden }) => !hidden);
    const candidates = shown.length > 0 ? shown : readable;
    for (const table of candidates) if ((await table.hasRows?.()) ?? true) return table;
    const [first] = candidates;
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
