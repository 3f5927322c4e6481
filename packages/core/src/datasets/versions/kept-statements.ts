import { firstInDates, readingNames, type ColumnReading, type Reading } from '@columnist/contract';
import type { Note } from '../lifecycle/reading-of-rows.ts';
import type { AdmittedVersion } from '../records/admit-version.ts';
import type { FoundDataset } from '../records/find-dataset.ts';

/** What was stated of the cells of a version, and is not stated again. */
interface Statements {
  readonly texts: readonly string[];
  readonly order: Reading['date_order'];
  /** Of single columns, in ways in which another file may not be written. */
  readonly others: readonly (ColumnReading & { readonly column: string })[];
}

function statementsOf({ version: { reading } }: FoundDataset, asked: Reading): Statements {
  const { part, written, text_columns = [], date_order, read_columns = [] } = reading;
  // What was stated of a file with types says nothing of one without, and rows that we wrote say it
  // by themselves.
  if ((part !== undefined && asked.part === undefined) || written !== undefined)
    return { texts: [], order: undefined, others: [] };
  const isText = ({ as, missing }: ColumnReading): boolean =>
    as === 'text' && missing === undefined;
  const isOpen = (name: string): boolean =>
    asked.text_columns?.includes(name) !== true &&
    asked.read_columns?.some(({ column }) => column === name) !== true;
  const open = read_columns.filter(({ column }) => isOpen(column));
  const texts = [...text_columns, ...open.filter(isText).map(({ column }) => column)];
  return {
    texts: [...new Set(texts)].filter(isOpen),
    order: asked.date_order === undefined ? date_order : undefined,
    others: open.filter((one) => !isText(one)),
  };
}

/**
 * How a file that replaces another is read: as stated, and as was stated of the cells of the one
 * before where it is the same of appended rows, that columns are text and how dates begin. `said`
 * adds what was stated and does not fit the file.
 */
export function keepStatements(found: FoundDataset, asked: Reading) {
  const { texts, order, others } = statementsOf(found, asked);
  const stated = [...(asked.text_columns ?? []), ...texts];
  const reading: Reading = {
    ...asked,
    ...(stated.length === 0 ? {} : { text_columns: stated }),
    ...(order === undefined ? {} : { date_order: order }),
  };
  const said = (version: AdmittedVersion): AdmittedVersion => {
    const { admitted } = version;
    const { date_order: read } = admitted.dialect;
    const isThere = (name: string): boolean => admitted.columns.some((one) => one.name === name);
    const gone = texts.filter((name) => !isThere(name));
    const isOther = order !== undefined && read !== null && read !== order;
    const { text_columns: columns, date_order: _order, ...rest } = version.reading;
    const kept = columns?.filter((name) => !gone.includes(name)) ?? [];
    const dropped = [
      ...gone.map((name) => noteOf(`'${name}' is text`, isGone)),
      ...(!isOther
        ? []
        : [
            noteOf(
              `dates begin with the ${firstInDates[order]}`,
              `the dates of this file begin with the ${firstInDates[read]}`,
            ),
          ]),
      ...others.map(({ column, as }) =>
        noteOf(
          `'${column}' is read as ${readingNames[as]}`,
          isThere(column) ? 'cells of this file may be written otherwise; state it again' : isGone,
        ),
      ),
    ];
    const { admission } = admitted;
    return {
      ...version,
      reading: {
        ...rest,
        ...(kept.length === 0 ? {} : { text_columns: kept }),
        ...(isOther ? {} : { date_order: version.reading.date_order }),
      },
      admitted: {
        ...admitted,
        admission: { ...admission, notes: [...admission.notes, ...dropped] },
      },
    };
  };
  return { reading, said };
}

const isGone = 'this file has no such column';

const noteOf = (stated: string, why: string): Note => ({
  code: 'statement_dropped',
  message: `That ${stated} was stated for the version before, and holds no longer: ${why}.`,
  column: null,
  count: 1,
  rows: [],
  examples: [],
});
