import type { Dataset, FoundTable } from '@columnist/contract';
import { detailOf } from '../../lib/errors.ts';
import { trpcClient } from '../../lib/trpc.ts';
import { describesOthers } from './describes-others.ts';

/** Tables of one file that become datasets without being asked for one by one. */
const mostTables = 20;

/** What a file became: a dataset for each of its tables. */
export interface TakenFile {
  readonly name: string;
  readonly datasets: readonly Dataset[];
  /** Tables that became none, and why. */
  readonly left: readonly { readonly table: string; readonly why: string }[];
}

/** A sheet of a workbook in a ZIP is read of that workbook. */
export const isWithin = (read: string | null, table: string): boolean =>
  read === table || read?.startsWith(`${table}/`) === true;

/**
 * Adds the other tables of a file whose first one is a dataset, so that none is lost where several
 * files come at once.
 */
export async function takeTables(
  name: string,
  id: string,
  signal: AbortSignal,
): Promise<TakenFile> {
  const first = await trpcClient.datasets.get.query({ id }, { signal });
  // CSV, and formats of one table, which has no name.
  if (typeof first.admission.source?.table !== 'string')
    return { name, datasets: [first], left: [] };
  const { tables, current } = await trpcClient.datasets.contents.query({ id }, { signal });
  const others = tables.filter(({ table }) => !isWithin(current, table));
  const wanted = others.filter((one) => whyLeft(one, tables) === null);
  const datasets = [first];
  const left = others.flatMap((one) => {
    const why = whyLeft(one, tables);
    return why === null ? [] : [{ table: one.table, why }];
  });
  for (const [i, { table }] of wanted.entries()) {
    if (i >= mostTables)
      left.push({ table, why: `only ${mostTables} more of a file are added by themselves` });
    else
      try {
        datasets.push(await trpcClient.datasets.importTable.mutate({ id, table }, { signal }));
      } catch (error) {
        left.push({ table, why: detailOf(error, 'it could not be added') });
      }
  }
  return { name, datasets, left };
}

const whyLeft = (one: FoundTable, tables: readonly FoundTable[]): string | null =>
  one.problem ??
  (one.hidden
    ? 'it is hidden'
    : describesOthers(one, tables)
      ? 'it is text that describes the others'
      : null);
