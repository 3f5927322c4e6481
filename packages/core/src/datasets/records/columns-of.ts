import type { CountedColumn } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { DatasetVersion } from './dataset.entity.ts';
import { noDataset } from './no-dataset.ts';

/** Columns that are kept, of all versions together: some 50 MB. */
const mostKept = 40_000;

/**
 * Columns of versions that were asked for lately. The columns of a version never change, so a list
 * is read once, and
 * all calls share it: that of a table with 2,000 columns is a megabyte of JSON.
 */
const kept = new LRUCache<string, readonly CountedColumn[]>({
  maxSize: mostKept,
  sizeCalculation: (columns) => columns.length + 1,
});

/** The columns of a version, in their order. Throws not_found where it was deleted. */
export async function columnsOf(
  em: EntityManager,
  { id }: Pick<DatasetVersion, 'id'>,
): Promise<readonly CountedColumn[]> {
  const known = kept.get(id);
  if (known !== undefined) return known;
  const [row] = rows.parse(
    await em.execute('select columns::text as columns from dataset_version where id = ?', [id]),
  );
  if (row === undefined) throw noDataset();
  // A worker has checked them before they were stored.
  const columns = z.custom<readonly CountedColumn[]>().parse(JSON.parse(row.columns));
  kept.set(id, columns);
  return columns;
}

const rows = z.array(z.object({ columns: z.string() }));
