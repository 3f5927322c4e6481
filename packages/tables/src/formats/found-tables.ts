import type { FilePart, FoundTable } from '@columnist/contract';
import { chooseTable } from './choose-table.ts';
import type { OpenedPart } from './define-format.ts';
import { othersNote } from './sheet-notes.ts';
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

/** One of the tables of a file, of which `place` says which; the others are named in a note. */
export async function openedOf(
  tables: readonly TableFound[],
  place: number,
  table: TypedTable,
): Promise<OpenedPart> {
  const { name = '' } = tables[place] ?? {};
  const others = othersNote(
    name,
    tables.map((one) => one.name),
  );
  return {
    source: await toSource({ ...table, notes: [...others, ...table.notes] }),
    table: name === '' ? null : name,
    tables: tables.length,
  };
}

/** The place of the table that `part` names, else of that with most rows. Throws invalid_input. */
export const placeOf = async (tables: readonly TableFound[], part: FilePart): Promise<number> => {
  const { place } = await chooseTable(
    tables
      .map((one, place) => ({
        name: foundTable(one).table,
        hidden: false,
        canBeRead: true,
        rows: one.rows ?? 0,
        place,
      }))
      .toSorted((a, b) => b.rows - a.rows),
    part,
    'table',
  );
  return place;
};
