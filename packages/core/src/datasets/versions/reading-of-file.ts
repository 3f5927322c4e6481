import {
  operations,
  type FilePart,
  type InputOf,
  type Reading,
  type UploadedFile,
} from '@columnist/contract';
import { jobOf, type ServiceContext } from '../../context.ts';
import { partOf } from '../lifecycle/import-file.ts';
import type { Note } from '../lifecycle/reading-of-rows.ts';
import { notImported } from '../lifecycle/list-contents.ts';
import { isNamedCsv, nameOfFile } from '../records/clean-name.ts';
import type { FoundDataset } from '../records/find-dataset.ts';

type Asked = Omit<InputOf<(typeof operations)['datasets']['addVersion']>, 'id' | 'file' | 'mode'>;

/** How the file of a new version is read, and what is said about that. */
interface ReadingOfFile {
  readonly reading: Reading;
  readonly notes: readonly Note[];
}

/**
 * How the file of a new version is read: CSV by its name, else a table of it. The table that the
 * version before was read from is read again where a file of the same format has one of this name,
 * and the columns of cells that were stated, from their first row on.
 * Throws conflict where a table of a CSV file is asked for, and what opening a file throws.
 */
export async function readingOfFile(
  ctx: ServiceContext,
  { version }: FoundDataset,
  file: UploadedFile,
  { table, range, explode, borders, ...reading }: Asked,
): Promise<ReadingOfFile> {
  const asked = partOf({ table, range, explode, borders });
  const name = nameOfFile(file);
  if (isNamedCsv(name)) {
    if (Object.keys(asked).length > 0) throw notImported();
    return { reading, notes: [] };
  }
  const part = { ...(await partBefore(ctx, version, file, asked)), ...asked };
  const stated = statedPart(version)?.range;
  const isStatedAgain = table !== undefined || range !== undefined;
  if (stated === undefined || isStatedAgain) return { reading: { ...reading, part }, notes: [] };
  const note = part.range === undefined ? rangeDropped(stated, name) : rangeAgain(stated, name);
  return { reading: { ...reading, part }, notes: [note] };
}

/** The part that a version was read from, also where rows are below it. */
const statedPart = ({ reading: { part, written } }: FoundDataset['version']) =>
  part ?? written?.part;

/** Rows of a sheet come and go: cells that were stated go on to its last row. */
const downwards = (range: string): string => range.replace(/\d+$/, '1048576');

const rangeAgain = (stated: string, name: string): Note =>
  noteOf(
    'range_again',
    `The cells ${stated} were stated for the version before: of “${name}” the same columns ` +
      'are read, from the same row down to the end of the table. State a range to read other ' +
      'cells.',
  );

const rangeDropped = (stated: string, name: string): Note =>
  noteOf(
    'statement_dropped',
    `That the cells ${stated} are read was stated for the version before, and holds no ` +
      `longer: “${name}” has no such sheet.`,
  );

const noteOf = (code: string, message: string): Note => ({
  code,
  message,
  column: null,
  count: 1,
  rows: [],
  examples: [],
});

/** What was stated of the part before and is not stated again. */
async function partBefore(
  ctx: ServiceContext,
  version: FoundDataset['version'],
  file: UploadedFile,
  asked: FilePart,
): Promise<FilePart> {
  const { format: kept, table, range, explode, borders } = statedPart(version) ?? {};
  if (asked.table !== undefined || (table ?? explode ?? borders) === undefined) return {};
  const { format, tables } = await ctx.engine.contents(
    { source: file.path, filename: file.filename, part: {} },
    jobOf(ctx),
  );
  if (format !== kept) return {};
  const isThere = tables.some((one) => one.table === table && one.problem === null);
  const again = range === undefined ? {} : { range: downwards(range) };
  return partOf({ ...(isThere ? { table, ...again } : {}), explode, borders });
}
