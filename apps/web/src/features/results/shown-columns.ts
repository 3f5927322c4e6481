import type { TestResult } from '@columnist/contract';
import { cellWriters, sayEnds } from './result-words.ts';

type Table = TestResult['tables'][number];
type Row = Table['rows'][number];

interface ShownColumn {
  readonly name: string;
  readonly isNumber: boolean;
  readonly write: (row: Row) => string;
}

/** The level of an interval whose lower or upper end a column has; null of other columns. */
const levelIn = (name: string | undefined, end: 'low' | 'high'): string | null =>
  new RegExp(`^(?:${end} (\\S+%)|(\\S+%) CI ${end})$`)
    .exec(name ?? '')
    ?.slice(1)
    .find(Boolean) ?? null;

/** The columns of a table as they are read: both ends of an interval are in one. */
export function shownColumns(table: Table): readonly ShownColumn[] {
  const { columns, rows } = table;
  const writers = cellWriters(table);
  /** The level of the interval of which this column and the next have the ends. */
  const levelAt = (i: number): string | null => {
    const level = levelIn(columns[i], 'low');
    return level !== null && levelIn(columns[i + 1], 'high') === level ? level : null;
  };
  return columns.flatMap((name, i): ShownColumn[] => {
    if (levelAt(i - 1) !== null) return [];
    const level = levelAt(i);
    if (level !== null)
      return [
        {
          name: `${level} CI`,
          isNumber: true,
          write: (row) => writeEnds(endOf(row[i]), endOf(row[i + 1])),
        },
      ];
    return [
      {
        name,
        isNumber: rows.every((row) => typeof row[i] !== 'string'),
        write: (row) => writers[i]?.(row[i] ?? null) ?? '',
      },
    ];
  });
}

/** An interval that could not be found has no end; one that is open has one of them. */
const writeEnds = (low: number | null, high: number | null): string =>
  low === null && high === null ? '–' : sayEnds({ level: 0, low, high });

const endOf = (cell: Row[number] | undefined): number | null =>
  typeof cell === 'number' ? cell : null;
