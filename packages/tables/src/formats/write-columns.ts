import { AppError } from '@columnist/contract';
import type { Note } from '../admission/column-notes.ts';
import { marksLeftOut } from '../admission/byte-order-marks.ts';
import { nameColumns } from '../admission/name-columns.ts';
import { maxColumns } from '../admission/scan-records.ts';
import { ColumnFacts } from './column-facts.ts';
import type { ColumnsSource, SourceColumn, SourceValue, WrittenSource } from './source.ts';
import { FieldsFile } from './write-fields.ts';

const storages = {
  text: 'VARCHAR',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMP',
  datetimetz: 'TIMESTAMPTZ',
  time: 'TIME',
} as const;

/**
 * Writes a table whose columns are typed, of at most so many bytes of text. Throws invalid_file
 * where it has none, or too many.
 */
export async function writeColumns(
  source: ColumnsSource,
  path: string,
  mostText: number,
): Promise<WrittenSource> {
  const { columns } = source;
  if (columns.length === 0)
    throw new AppError('invalid_file', 'The table has no columns.', {
      row: 1,
      fix: 'Import a file with at least one column.',
    });
  requireWidth(columns.length);
  const facts = columns.map(() => new ColumnFacts());
  const file = await FieldsFile.create(path, mostText);
  let rows = 0;
  let emptyTexts = 0;
  try {
    for await (const batch of source.rows())
      for (const row of batch) {
        rows += 1;
        const fields = columns.map((column, i) => {
          const value = row[i] ?? null;
          const text = textOf(value);
          if (value === '') emptyTexts += 1;
          else if (column.kind === 'number' && column.storage === undefined && value !== null)
            facts[i]?.add({ kind: 'number', text }, rows);
          return text;
        });
        await file.add(fields);
      }
  } finally {
    await file.close();
  }
  const named = nameColumns(
    columns.map(({ name }) => name),
    columns.length,
  );
  return {
    rows,
    width: columns.length,
    columns: columns.map(({ label, unit, value_labels, ...column }, i) => ({
      name: named.names[i] ?? column.name,
      field: `c${i + 1}`,
      storage: storageOf(column, facts[i]),
      missing: [],
      ...(label === undefined ? {} : { label }),
      ...(unit === undefined ? {} : { unit }),
      ...(value_labels === undefined ? {} : { value_labels }),
    })),
    preamble: 0,
    headerRows: 1,
    missingWords: [],
    notes: [...named.notes, ...source.notes(), ...textNotes(emptyTexts, file)],
    questions: [],
    range: null,
  };
}

const storageOf = (
  { kind, storage }: Pick<SourceColumn, 'kind' | 'storage'>,
  facts: ColumnFacts | undefined,
): string => storage ?? (kind === 'number' ? (facts?.numberStorage() ?? 'DOUBLE') : storages[kind]);

const textOf = (value: SourceValue): string => (value === null ? '' : String(value));

/** Throws invalid_file. */
export function requireWidth(width: number): void {
  if (width > maxColumns)
    throw new AppError(
      'invalid_file',
      `The table has ${width} columns; at most ${maxColumns} can be read.`,
      {
        row: 1,
        fix: 'Keep the columns you need, or turn the table so that these columns become rows.',
      },
    );
}

/** What of texts cannot be kept. */
export function textNotes(
  emptyTexts: number,
  { nuls, halves, marks }: Pick<FieldsFile, 'nuls' | 'halves' | 'marks'>,
): Note[] {
  const note = (code: string, message: string, count: number): Note[] =>
    count === 0 ? [] : [{ code, message, column: null, count, rows: [], examples: [] }];
  return [
    ...note(
      'empty_texts',
      emptyTexts === 1
        ? '1 empty text is read as missing.'
        : `${emptyTexts} empty texts are read as missing.`,
      emptyTexts,
    ),
    ...note('byte_order_marks', marksLeftOut(marks), marks),
    ...note(
      'nul_removed',
      nuls === 1
        ? '1 cell holds NUL characters; they are left out.'
        : `${nuls} cells hold NUL characters; they are left out.`,
      nuls,
    ),
    ...note(
      'unpaired_surrogates',
      halves === 1
        ? '1 cell holds half of a pair of UTF-16, such as \\ud800, which is no character; U+FFFD is in its place.'
        : `${halves} cells hold half of a pair of UTF-16, such as \\ud800, which is no character; U+FFFD is in its place.`,
      halves,
    ),
  ];
}
