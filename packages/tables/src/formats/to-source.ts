import {
  formatNote,
  type Cell,
  type MissingCodes,
  type TypedColumn,
  type TypedTable,
} from './typed-table.ts';
import type { Note } from '../admission/column-notes.ts';
import { timesInSeconds } from './value-notes.ts';
import { clockText, splitSeconds } from './canonical-text.ts';
import type { ColumnsSource, SourceColumn } from './source.ts';

const secondsOfDay = 86_400;

/**
 * A typed table as a source: values that the file declares missing are missing, and counted; times
 * are times of day where all of them are.
 */
export async function toSource(table: TypedTable): Promise<ColumnsSource> {
  const clocks = await timesOfDay(table);
  const counts = table.columns.map(() => new Map<string, number>());
  const columns = table.columns.map((column, i) => sourceColumn(column, clocks.has(i)));
  async function* rows(): AsyncGenerator<Cell[][]> {
    for (const count of counts) count.clear();
    for await (const batch of table.rows())
      yield batch.map((row) =>
        table.columns.map(({ missing }, i) => {
          const cell = row[i] ?? null;
          if (cell === null) return null;
          if (missing !== null && isDeclaredMissing(cell, missing)) {
            const count = counts[i];
            if (count !== undefined && (count.has(cell) || count.size < 50))
              count.set(cell, (count.get(cell) ?? 0) + 1);
            return null;
          }
          return clocks.has(i) ? clockText(...splitSeconds(Number(cell))) : cell;
        }),
      );
  }
  return {
    shape: 'columns',
    columns,
    rows,
    notes: () => [
      ...table.notes,
      ...(table.notesOfRows?.() ?? []),
      ...table.columns.flatMap((column, i) => [
        ...missingNote(column, counts[i] ?? new Map()),
        ...clockNote(column, clocks.has(i)),
      ]),
    ],
  };
}

function sourceColumn(column: TypedColumn, isTime: boolean): SourceColumn {
  const { name, label, unit, kind, storage, valueLabels } = column;
  return {
    name,
    kind: isTime ? 'time' : kind,
    ...(storage === undefined ? {} : { storage }),
    ...(label === null ? {} : { label }),
    ...(unit === null || isTime ? {} : { unit }),
    ...(valueLabels.size === 0
      ? {}
      : {
          value_labels: [...valueLabels].map(([value, meaning]) => ({
            value: valueOf(value, kind),
            label: meaning,
          })),
        }),
  };
}

/** As cells have it: numbers are numbers, `.a` of Stata stays. */
const valueOf = (text: string, kind: TypedColumn['kind']): string | number =>
  kind === 'number' && String(Number(text)) === text ? Number(text) : text;

function isDeclaredMissing(cell: string, { values, range }: MissingCodes): boolean {
  if (values.has(cell)) return true;
  if (range === null) return false;
  const value = Number(cell);
  return value >= range[0] && value <= range[1];
}

/** Columns of seconds whose values are all within a day, none of them missing by declaration. */
async function timesOfDay({ columns, rows }: TypedTable): Promise<Set<number>> {
  const candidates = new Set(columns.flatMap(({ clock }, i) => (clock === true ? [i] : [])));
  if (candidates.size === 0) return candidates;
  for await (const batch of rows())
    for (const row of batch)
      for (const i of candidates) {
        const cell = row[i] ?? null;
        const missing = columns[i]?.missing ?? null;
        if (cell === null || (missing !== null && isDeclaredMissing(cell, missing))) continue;
        const value = Number(cell);
        if (!(value >= 0 && splitSeconds(value)[0] < secondsOfDay)) candidates.delete(i);
      }
  return candidates;
}

function missingNote(
  { name, valueLabels }: TypedColumn,
  counts: ReadonlyMap<string, number>,
): Note[] {
  if (counts.size === 0) return [];
  const count = [...counts.values()].reduce((sum, n) => sum + n, 0);
  const said = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, times]) => {
      const label = valueLabels.get(code);
      return `${code}${label === undefined ? '' : ` (${label})`}${times === 1 ? '' : `, ${times} times`}`;
    });
  return [
    formatNote(
      'read_as_missing',
      `${count === 1 ? '1 cell is' : `${count} cells are`} missing by what the file declares: ${said.join('; ')}.`,
      name,
      count,
    ),
  ];
}

const clockNote = ({ name, clock }: TypedColumn, isTime: boolean): Note[] =>
  clock === true && !isTime ? [timesInSeconds(name, 1)] : [];
