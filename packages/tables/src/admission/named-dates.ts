import { dateFormatOf, monthNames } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Layers, type Part } from '../database/layers.ts';
import { writeMoment } from '../reading/write-moment.ts';
import { allMissing } from './classify-values.ts';
import { cells, type Note } from './column-notes.ts';
import { oneOf } from './plain-reading.ts';

interface NamedColumn {
  readonly field: string;
  readonly name: string;
  /** Present cells of a sample. */
  readonly present: readonly string[];
}

const plain = new RegExp(dateFormatOf('').form);
const names = new Set(monthNames().flat());
/** A date that names its month, as to_date reads it without a pattern. */
const namesMonth = (cell: string): boolean =>
  plain.test(cell) &&
  cell
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => names.has(word));

/**
 * Columns of which every present cell is a date that names its month: the table with these cells
 * written as ISO 8601, and what is said of them. Others stay as they are.
 */
export async function readNamedDates(
  connection: DuckDBConnection,
  table: string,
  columns: readonly NamedColumn[],
): Promise<{ table: string; notes: Note[] }> {
  const asked = columns.filter(
    ({ present }) =>
      present.length > 0 && present.filter(namesMonth).length >= 0.9 * present.length,
  );
  if (asked.length === 0) return { table, notes: [] };
  const layers = new Layers(table);
  const read = asked.map((column) => {
    const text = layers.hoist({ text: `trim(${column.field})`, values: [], level: 0 });
    return { ...column, text, moment: layers.hoist(writeMoment(text, '', layers)) };
  });
  const isPresent = ({ field, text }: { field: string; text: Part }): string =>
    `(${field} is not null and ${text.text} <> '' and not ${oneOf(text.text, allMissing)})`;
  const counted = layers.select(
    read
      .flatMap((one, i) => [
        `count_if(${isPresent(one)})::double as p${i}`,
        `count_if(${isPresent(one)} and ${one.moment.text} is not null)::double as r${i}`,
        `count_if(contains(${one.text.text}, ':'))::double as c${i}`,
      ])
      .join(', '),
  );
  const [row = []] = (await connection.runAndReadAll(counted.text, counted.values)).getRows();
  const counts = read.map((one, i) => {
    const [present = 0, dates = 0, clocks = 0] = row.slice(3 * i, 3 * i + 3).map(Number);
    return { ...one, n: present, isRead: present === dates && present > 0, hasClock: clocks > 0 };
  });
  const written = new Map(
    counts
      .filter(({ isRead }) => isRead)
      .map((one) => [
        one.field,
        `case when ${isPresent(one)} then ${one.hasClock ? `${one.moment.text}::varchar` : `${one.moment.text}::date::varchar`} else ${one.field} end`,
      ]),
  );
  if (written.size === 0) return { table, notes: [] };
  const { text } = layers.select(
    columns.map(({ field }) => `${written.get(field) ?? field} as ${field}`).join(', '),
  );
  return {
    table: `(${text})`,
    notes: counts.flatMap(({ isRead, name, n }) =>
      isRead
        ? [
            {
              code: 'interpreted' as const,
              message: `${cells(n)} ${n === 1 ? 'is read as a date that names its month' : 'are read as dates that name their month'}.`,
              column: name,
              count: n,
              rows: [],
              examples: [],
            },
          ]
        : [],
    ),
  };
}
