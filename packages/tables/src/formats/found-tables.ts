import { AppError, nearestNames, type FilePart, type FoundTable } from '@columnist/contract';
import type { OpenedPart } from './define-format.ts';
import { toSource } from './to-source.ts';
import type { TableFound, TypedTable } from './typed-table.ts';

/** A table as it is listed; what files do not name is `table`. */
export const foundTable = ({ name, rows, columns }: TableFound): FoundTable => ({
  table: name === '' ? unnamed : name,
  rows,
  columns,
  range: null,
  hidden: false,
  problem: null,
});

const unnamed = 'table';

/** The list of a file that is one table. */
export const oneTable = (rows: number | null, columns: number | null): FoundTable[] => [
  foundTable({ name: '', rows, columns }),
];

/** A file that is one table. */
export const openedAlone = async (table: TypedTable): Promise<OpenedPart> => ({
  source: await toSource(table),
  table: null,
  tables: 1,
});

/** The place of the table that `part` names, else of that with most rows. Throws invalid_file. */
export function chooseTable(tables: readonly TableFound[], { table }: FilePart): number {
  if (tables.length === 0)
    throw new AppError('invalid_file', 'The file holds no tables.', {
      fix: 'Import a file that holds a table.',
    });
  const most = Math.max(...tables.map(({ rows }) => rows ?? 0));
  if (table === undefined) return tables.findIndex(({ rows }) => (rows ?? 0) === most);
  const place = tables.findIndex((one) => foundTable(one).table === table);
  if (place >= 0) return place;
  const names = tables.map((one) => foundTable(one).table);
  const near = nearestNames(table, names);
  throw new AppError('invalid_input', `The file has no table '${table.slice(0, 100)}'.`, {
    errors: [
      {
        field: 'table',
        message: `Name one of ${(near.length > 0 ? near : names.slice(0, 20)).map((name) => `'${name}'`).join(', ')}.`,
      },
    ],
  });
}
