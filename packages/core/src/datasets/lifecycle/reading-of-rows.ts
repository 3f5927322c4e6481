import type { CellReading, Reading } from '@columnist/contract';
import type { AdmittedVersion } from '../records/admit-version.ts';

interface KeptColumn {
  readonly name: string;
  readonly storage: string;
}

const readAs = (storage: string): CellReading =>
  storage === 'BOOLEAN'
    ? 'boolean'
    : storage === 'DATE'
      ? 'date'
      : storage === 'TIME'
        ? 'time'
        : storage.startsWith('TIMESTAMP')
          ? 'datetime'
          : 'number';

/** How a file that we wrote is read: every column becomes what it was. */
export const readingOfRows = (columns: readonly KeptColumn[]): Reading => ({
  ...readingOfText(columns.filter(({ storage }) => storage === 'VARCHAR').map(({ name }) => name)),
  read_columns: columns
    .filter(({ storage }) => storage !== 'VARCHAR')
    .map(({ name, storage }) => ({ column: name, as: readAs(storage) })),
});

/** The same where only the columns of texts are known: texts stay, numbers have a point. */
export const readingOfText = (texts: readonly string[]): Reading => ({
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  escape: 'doubled',
  skip_lines: 0,
  header_rows: 1,
  decimal_mark: '.',
  text_columns: [...texts],
});

/** Of a file that we wrote nobody needs to know that it was read as it was written. */
export const withoutOwnNotes = ({ admitted, ...version }: AdmittedVersion): AdmittedVersion => ({
  ...version,
  admitted: {
    ...admitted,
    admission: {
      ...admitted.admission,
      notes: admitted.admission.notes.filter(({ code }) => code !== 'read_as_stated'),
    },
  },
});
