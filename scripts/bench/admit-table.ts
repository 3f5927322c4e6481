import type { Engine, TableRef } from '@columnist/workers';
import { basename, join } from 'node:path';

/** A file read into a table of the engine. */
export async function admitTable(
  engine: Engine,
  source: string,
  folder: string,
): Promise<TableRef> {
  const parquet = join(folder, `${basename(source)}.parquet`);
  const { rowCount, columns } = await engine.admit({ source, parquet });
  return { parquet, datasetId: null, version: null, rowCount, columns };
}
