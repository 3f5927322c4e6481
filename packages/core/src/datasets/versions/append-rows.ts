import { AppError, type Admission, type Reading, type UploadedFile } from '@columnist/contract';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { jobOf, type ServiceContext } from '../../context.ts';
import { nameOfFile } from '../records/clean-name.ts';
import type { FoundDataset } from '../records/find-dataset.ts';
import { appendedAdmission } from './appended-admission.ts';

/** Where the lines that were changed are written, of rows that are written to a file. */
export const repairsOf = (to: string): string => `${to}.repairs`;

/** How the numbers of a dataset are written; columns without a value hold no text. */
function writingOf({ version, columns }: FoundDataset) {
  const { reading, dialect, admission } = version;
  const shown =
    dialect.decimal_mark === ','
      ? ','
      : columns.some(({ storage }) => storage === 'DOUBLE' || storage.startsWith('DECIMAL'))
        ? '.'
        : null;
  const both = admission.notes.some(({ code }) => code === 'mixed_decimal_marks');
  const decimalMark = reading.decimal_mark ?? (both ? ('both' as const) : shown);
  return {
    decimalMark,
    delimiter: dialect.delimiter,
    texts: columns
      .filter(
        ({ type, storage, distinct }) =>
          type !== 'number' && !(storage === 'VARCHAR' && distinct === 0),
      )
      .map(({ name }) => name),
  };
}

/** Rows put together are written in one known way; of their cells as much is stated as is known. */
function textOf(
  { version }: FoundDataset,
  {
    delimiter,
    decimal_mark,
  }: { readonly delimiter: string; readonly decimal_mark: '.' | ',' | null },
): Reading {
  const { date_order, text_columns } = version.reading;
  return {
    encoding: 'utf-8',
    delimiter,
    quote: '"',
    escape: 'doubled',
    skip_lines: 0,
    header_rows: 1,
    ...(decimal_mark === null ? {} : { decimal_mark }),
    ...(date_order === undefined ? {} : { date_order }),
    ...(text_columns === undefined ? {} : { text_columns }),
  };
}

/**
 * The rows of the dataset and of the file below one another, written to `to`: the text, how many
 * they are, how they are to be read, the table of all lines that were changed, and what is to be
 * said of them. Throws invalid_file.
 */
export async function appendRows(
  ctx: ServiceContext,
  found: FoundDataset,
  file: UploadedFile,
  reading: Reading,
  to: string,
) {
  const { version } = found;
  const { written: _, ...readingAbove } = version.reading;
  const parts = [
    { source: await ctx.ports.objects.jobPath(version.originalKey), reading: readingAbove },
    { source: file.path, reading },
  ];
  const filename = nameOfFile(file);
  const repairs = repairsOf(to);
  const earlier =
    typeof version.repairsKey === 'string'
      ? await ctx.ports.objects.jobPath(version.repairsKey)
      : undefined;
  const written = await ctx.engine.combine(
    { parts, above: writingOf(found), to, repairs: { earlier, filename, to: repairs } },
    jobOf(ctx),
  );
  const [above, below] = written.parts;
  if (above?.rows !== version.rowCount || below === undefined)
    throw lostRows(version.rowCount, above?.rows ?? 0);
  const notes = [
    ...version.admission.notes.filter(
      ({ code }) => written.decimal_mark !== null && code === 'ambiguous_decimal_mark',
    ),
    ...written.notes,
    ...notesOnRows(version, below.rows, file),
  ];
  return {
    data: await measured(to),
    reading: textOf(found, written),
    appended: {
      rows: above.rows + below.rows,
      repairs: written.hasRepairs ? repairs : null,
      admissionOf: (own: Admission): Admission =>
        appendedAdmission(version.admission, below, filename, {
          ...own,
          isTyped: false,
          repairs_file: written.hasRepairs,
          notes: [...notes, ...own.notes],
        }),
    },
  };
}

/** A file that we wrote, as an upload is known. */
export async function measured(
  path: string,
): Promise<Pick<UploadedFile, 'path' | 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { path, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/** What somebody who appends these rows may not have meant. */
export const notesOnRows = (
  { sha256 }: Pick<FoundDataset['version'], 'sha256'>,
  rows: number,
  file: Pick<UploadedFile, 'sha256'>,
): Admission['notes'] =>
  rows === 0
    ? [appendNote('nothing_appended', 'The file has no rows: nothing is added.')]
    : file.sha256 === sha256
      ? [
          appendNote(
            'already_appended',
            'The file is the same as before: all its rows are there already and are now there twice.',
          ),
        ]
      : [];

const appendNote = (code: string, message: string): Admission['notes'][number] => ({
  code,
  message,
  column: null,
  count: 1,
  rows: [],
  examples: [],
});

/** Thrown where not all rows are there, and nothing is kept. */
export const lostRows = (counted: number, read: number): AppError =>
  new AppError(
    'invalid_file',
    `Nothing is appended: ${counted} rows were counted, ${read} could be read.`,
    { fix: 'Read the dataset again (Change how it is read), look at its rows, then append.' },
  );
