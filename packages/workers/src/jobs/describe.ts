import { description, type Description } from '@columnist/contract';
import { readFile } from 'node:fs/promises';
import { describeTable } from '@columnist/tables/columns/describe-table';
import { partOfProfile } from '@columnist/tables/columns/part-of-profile';
import { withTable, type JobContext } from './job-context.ts';
import type { DescribeInput } from '@columnist/tables/columns/inputs';
import type { TableRef } from '@columnist/tables/table/table-ref';

/**
 * From the profile where there is one that holds what is asked, else from the table; the two agree.
 */
export async function describe(
  {
    table,
    input,
    profile: path,
  }: {
    readonly table: TableRef;
    readonly input: DescribeInput;
    /** The file of the description with default options. */
    readonly profile?: string | undefined;
  },
  context: JobContext,
): Promise<Description> {
  const profile =
    path === undefined ? null : description.parse(JSON.parse(await readFile(path, 'utf8')));
  const part = profile === null ? null : partOfProfile(profile, input);
  if (profile !== null && part !== null)
    return { ...profile, dataset_id: table.datasetId, dataset_version: table.version, ...part };
  return withTable(table.parquet, context, (connection) => describeTable(connection, table, input));
}
