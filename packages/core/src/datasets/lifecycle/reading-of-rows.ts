import type { ColumnEntry, Dictionary, KeptReading } from '@columnist/contract';
import type { AdmittedVersion } from '../records/admit-version.ts';

export type Note = AdmittedVersion['admitted']['admission']['notes'][number];

interface KeptColumn {
  readonly name: string;
  readonly storage: string;
}

/**
 * How a file that we wrote is read: every record is a row, and every column becomes what it was. The
 * rest is for people, who see its first lines and may state how a column is read.
 */
export const readingOfRows = (columns: readonly KeptColumn[], rows: number): KeptReading => ({
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  escape: 'doubled',
  skip_lines: 0,
  header_rows: 1,
  decimal_mark: '.',
  text_columns: columns.filter(({ storage }) => storage === 'VARCHAR').map(({ name }) => name),
  written: { rows, columns: columns.map(({ name, storage }) => ({ name, storage })) },
});

/** What is said about the columns of rows that we wrote, for the dataset that is made of them. */
export const dictionaryOfRows = (
  columns: readonly { readonly name: string; readonly said: ColumnEntry }[],
): Dictionary =>
  Object.fromEntries(
    columns
      .filter(({ said }) => Object.keys(said).length > 0)
      .map(({ name, said }) => [name, said]),
  );

/** What of rows that we wrote is missing in the dataset that is made of them. */
export const notesOfRows = (
  columns: readonly (KeptColumn & { readonly unkept: number })[],
): Note[] =>
  columns.flatMap(({ name, storage, unkept }) =>
    unkept === 0
      ? []
      : [
          {
            code: 'read_as_missing',
            message:
              storage === 'VARCHAR'
                ? `${unkept === 1 ? '1 empty text is' : `${unkept} empty texts are`} kept as missing.`
                : `${unkept === 1 ? '1 value is' : `${unkept} values are`} NaN and kept as missing.`,
            column: name,
            count: unkept,
            rows: [],
            examples: [],
          },
        ],
  );

/**
 * Of a file that we wrote nobody needs to know that it was read as it was written; `added` is what
 * is to be known.
 */
export const withoutOwnNotes = (
  { admitted, ...version }: AdmittedVersion,
  added: readonly Note[] = [],
): AdmittedVersion => ({
  ...version,
  admitted: {
    ...admitted,
    admission: {
      ...admitted.admission,
      notes: [
        ...admitted.admission.notes.filter(({ code }) => code !== 'read_as_stated'),
        ...added,
      ],
    },
  },
});
