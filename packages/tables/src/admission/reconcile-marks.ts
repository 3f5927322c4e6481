import { AppError } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { firstRecords } from './write-table.ts';
import { cells, type Note } from './column-notes.ts';
import { ambiguity, words } from './mark-notes.ts';
import { sampleColumns, sampleRecords } from './guess-types.ts';
import { interpretColumns, type TextColumns } from './interpret-columns.ts';
import type { StatedReading } from './stated-reading.ts';
import { isMissing } from './missing-words.ts';
import type { MarkEvidence } from './number-marks.ts';
import { plainNumber } from './number-writing.ts';
import type { Readable } from './read-counted.ts';

/** How the rows are written that others are put below. */
export interface Writing {
  /**
   * The mark of their numbers; null where nothing shows one, 'both' where columns have different
   * ones.
   */
  readonly decimalMark: '.' | ',' | 'both' | null;
  readonly delimiter: string;
  /** Names of columns that hold text: what is put below them stays as it is. */
  readonly texts: readonly string[];
}

export interface Reconciled {
  /** SQL of the rows, with numbers written by the mark of those above. */
  readonly table: string;
  /** The mark by which all numbers can now be read; null where the rows decide. */
  readonly decimalMark: '.' | ',' | null;
  readonly notes: readonly Note[];
}

/**
 * Reads the numbers of a file by its own decimal mark and writes those that differ by the mark of
 * the rows above. Where nothing
 * shows the file's mark, it has that of the rows above; a file with commas between fields, put
 * below one with another sign
 * there, has points, as exports have. Throws invalid_file where the way the file is written speaks
 * for another mark.
 */
export async function reconcileMarks(
  connection: DuckDBConnection,
  { table, looked, careful, rows }: Readable,
  names: readonly string[],
  stated: StatedReading,
  above: Writing,
): Promise<Reconciled> {
  const records = careful
    ? await firstRecords(connection, table)
    : looked.sample.slice(0, sampleRecords);
  const { delimiter } = looked.dialect;
  const text: TextColumns = {
    table,
    names,
    samples: await sampleColumns(connection, table, names.length, records, rows ?? Infinity),
    delimiter,
    rows: rows ?? Infinity,
  };
  const writing = {
    decimal_mark: stated.decimal_mark,
    text_columns: [...above.texts, ...(stated.text_columns ?? [])],
  };
  const own = await interpretColumns(connection, text, writing, true);
  const { ambiguous } = own.marks;
  if (above.decimalMark === 'both') return { table, decimalMark: null, notes: [] };
  const mark = ambiguous.length === 0 ? own.marks.mark : markOf(ambiguous, delimiter, above);
  const { marks } =
    ambiguous.length === 0 || mark === null
      ? own
      : await interpretColumns(connection, text, { ...writing, decimal_mark: mark }, true);
  const notes = mark === null ? [] : ambiguous.map((column) => inFile(ambiguity(column, mark)));
  const to = above.decimalMark;
  if (to === null) return { table, decimalMark: mark, notes };
  const selected = names.map((name, i) => {
    const field = `c${i + 1}`;
    const way = marks.ways.get(field);
    if (way === undefined || way === to) return field;
    const present = marks.notes.find((note) => note.column === name);
    notes.push(present === undefined ? differ(name, way, to) : inFile(present));
    // What is beside a number stays; its mark is all that changes.
    const number = plainNumber({ field, name, beside: null, loose: false }, way);
    return (
      `case when ${isMissing(`trim(${field})`)} then ${field} else ` +
      `${to === ',' ? `replace(${number}, '.', ',')` : number} end as ${field}`
    );
  });
  return { table: `(select ${selected.join(', ')} from ${table})`, decimalMark: to, notes };
}

const inFile = (note: Note): Note => ({ ...note, message: `In the appended file ${note.message}` });

/** Those with points are commas in what is put together, where they are counted as such. */
const differ = (column: string, way: '.' | ',', to: '.' | ','): Note => ({
  code: 'decimal_mark_differs',
  message:
    `In the appended file numbers have ${words[way].many}, those of the dataset ` +
    `${words[to].many}; each is read by its own` +
    (to === ',' ? `, and both are counted as cells with ${words[to].one}.` : '.'),
  column,
  count: 0,
  rows: [],
  examples: [],
});

/**
 * The mark of a file whose numbers can all be read with either; null where nothing speaks for one.
 */
function markOf(
  columns: readonly MarkEvidence[],
  delimiter: string,
  { decimalMark, delimiter: usual }: Writing,
): '.' | ',' | null {
  const to = decimalMark === 'both' ? null : decimalMark;
  const spoken =
    delimiter === ';'
      ? ','
      : delimiter === ',' && columns.some(({ dotted }) => dotted > 0)
        ? '.'
        : null;
  if (to === null || spoken === null || spoken === to) return to ?? spoken;
  if (spoken === '.' && usual !== ',' && columns.every(({ commaed }) => commaed === 0))
    return spoken;
  const [column] = columns;
  const count = column?.present ?? 0;
  throw new AppError(
    'invalid_file',
    `Nothing is appended: the numbers of the dataset have the decimal mark '${to}', the ` +
      `file is written as those with '${spoken}' are, and ${cells(count)} such as ` +
      `'${column?.example ?? ''}' can be read with either.`,
    {
      column: column?.name ?? '',
      fix: `State decimal_mark '${to}' or '${spoken}' for the file, then append it again.`,
    },
  );
}
