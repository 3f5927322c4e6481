import { fileFormats } from '@columnist/contract';
import { defineFormat } from '../define-format.ts';
import { oneTable, openedAlone } from '../found-tables.ts';
import { countParquetRows, openParquet } from './open-parquet.ts';

/** Parquet, read by the database itself. */
export const parquet = defineFormat({
  name: 'parquet',
  ...fileFormats.parquet,
  recognises: ({ head }) => /^PAR[1E]/.test(head.toString('latin1', 0, 4)),
  list: async ({ path, connection }) =>
    oneTable(
      await countParquetRows(connection, path),
      (await openParquet(connection, path)).columns.length,
    ),
  read: async ({ path, connection }) => openedAlone(await openParquet(connection, path)),
});
