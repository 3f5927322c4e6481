import type { KeptReading, WrittenTable } from '@columnist/contract';
import type { PartRead } from '@columnist/tables/admission/combine-files';
import { gatherRepairs } from '@columnist/tables/admission/gather-repairs';
import type { AppendInput } from '@columnist/tables/admission/inputs';
import { statedReading } from '@columnist/tables/admission/stated-reading';
import { temporaryFiles } from '@columnist/tables/admission/temporary-files';
import { withTables } from '@columnist/tables/formats/name-tables';
import { appendTable } from '@columnist/tables/versions/append-table';
import { contents } from './contents.ts';
import { withDatabase, type JobContext } from './job-context.ts';
import { profileFile, readFile } from './read-file.ts';

export interface Appended {
  readonly columns: WrittenTable['columns'];
  /** What was found in the file, which has so many rows. */
  readonly below: PartRead;
  /** On columns that are another in the file than in the table. */
  readonly notes: PartRead['notes'];
  /** Whether there is a table of lines that were changed. */
  readonly hasRepairs: boolean;
}

/**
 * Reads a file, of whatever format, and writes its rows below those of a table with the types of
 * both. `scratch` begins the names of temporary files.
 */
export async function appendFile(
  {
    above,
    source,
    reading = {},
    filename,
    mostBytes,
    to,
    repairs,
    scratch,
  }: AppendInput & { readonly scratch: string },
  context: JobContext,
): Promise<Appended> {
  const parquet = `${scratch}.parquet`;
  const temporary = temporaryFiles(parquet);
  const { part, written: _, ...stated } = reading;
  const texts = stated.text_columns ?? [];
  const read = async (more: readonly string[]) => {
    const ofCells: KeptReading = { ...stated, text_columns: [...texts, ...more] };
    const admitted = await readFile(
      { source, parquet, reading: statedReading(ofCells), part, filename, mostBytes },
      context,
    );
    const { columns } = await profileFile(temporary.part, admitted, context);
    return { ...admitted, columns };
  };
  const first = await read([]);
  // What is text in the table stays as it is written, where the file is text itself.
  const asWritten = first.columns.flatMap(({ name, storage }) =>
    storage !== 'VARCHAR' &&
    above.columns.some((one) => one.name === name && one.storage === 'VARCHAR' && one.distinct > 0)
      ? [name]
      : [],
  );
  const isText = first.admission.source?.typed !== true;
  const { columns, rowCount, admission } =
    isText && asWritten.length > 0 ? await read(asWritten) : first;
  const appended = await withDatabase(
    [above.parquet, temporary.part, `${to}.rows`],
    context,
    (connection) =>
      appendTable(
        connection,
        above,
        { parquet: temporary.part, datasetId: null, version: null, rowCount, columns },
        { filename, texts },
        to,
      ),
    'all',
  ).catch(async (error: unknown) => {
    // Of a file of several tables another one may be meant.
    if (part === undefined || part.table !== undefined) throw error;
    throw await withTables(
      error,
      async () => (await contents({ source, scratch, filename, part }, context)).tables,
      (table) => (table === admission.source?.table ? Promise.reject(error) : Promise.resolve()),
    );
  });
  const isChanged = admission.repairs_file;
  const hasRepairs = isChanged || repairs.earlier !== undefined;
  if (hasRepairs) await gatherRepairs(isChanged ? temporary.repairs : null, repairs);
  return {
    ...appended,
    hasRepairs,
    below: {
      rows: rowCount,
      notes: admission.notes,
      questions: admission.questions ?? [],
      repaired: admission.rows_repaired,
      rejected: admission.rows_rejected,
    },
  };
}
