import type { Cell, Description } from '@columnist/contract';
import { readFile as readText, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { FileToAdmit } from '@columnist/tables/admission/admit-file';
import type { StatedReading } from '@columnist/tables/admission/stated-reading';
import { temporaryFiles } from '@columnist/tables/admission/temporary-files';
import { describeTable } from '@columnist/tables/columns/describe-table';
import { meaningOf } from '@columnist/tables/columns/meaning-of';
import type { DescribeInput } from '@columnist/tables/columns/inputs';
import { withTable, type JobContext } from './job-context.ts';
import { profileFile, readFile, removeTemporary } from './read-file.ts';
import { writeValues } from './write-values.ts';

interface Scratch {
  readonly source: string;
  /** Begins the names of temporary files. */
  readonly scratch: string;
  readonly input: DescribeInput;
}

/** Description of a file that is not kept. */
export const describeFile = (
  { source, scratch, input }: Scratch,
  context: JobContext,
): Promise<Description> => describeOnce({ source, parquet: `${scratch}.parquet` }, input, context);

/** Description of values that came as JSON. */
export async function describeValues(
  { source, scratch, input }: Scratch,
  context: JobContext,
): Promise<Description> {
  const csv = `${scratch}.csv`;
  try {
    const sent = readValues(await readText(source, 'utf8'));
    await writeFile(csv, writeValues(sent));
    return await describeOnce(
      {
        source: csv,
        parquet: `${scratch}.parquet`,
        names: Object.keys(sent),
        reading: readingOf(sent),
      },
      input,
      context,
    );
  } finally {
    await rm(csv, { force: true });
  }
}

async function describeOnce(
  file: FileToAdmit,
  input: DescribeInput,
  context: JobContext,
): Promise<Description> {
  const { part } = temporaryFiles(file.parquet);
  try {
    const read = await readFile(file, context);
    // What columns mean is decided over all rows; where a view leaves some out, they are looked at
    // first.
    const columns =
      input.view === undefined ? read.columns : (await profileFile(part, read, context)).columns;
    const table = {
      parquet: part,
      datasetId: null,
      version: null,
      rowCount: read.rowCount,
      columns,
    };
    return await withTable(part, context, (connection) =>
      describeTable(connection, table, input, input.view === undefined ? meaningOf : undefined),
    );
  } finally {
    await removeTemporary(file.parquet);
  }
}

/**
 * Values are checked where they are received; a schema of a million costs more than all the rest.
 */
const readValues = (json: string): Readonly<Record<string, readonly Cell[]>> =>
  z.custom<Readonly<Record<string, readonly Cell[]>>>().parse(JSON.parse(json));

/**
 * Numbers that are sent as such are written with a decimal point; texts alone show their mark
 * themselves.
 */
const readingOf = (data: Readonly<Record<string, readonly Cell[]>>): StatedReading =>
  Object.values(data).some((column) => column.some((value) => typeof value === 'number'))
    ? { decimal_mark: '.' }
    : {};
