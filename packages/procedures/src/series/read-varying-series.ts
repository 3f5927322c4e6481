import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { unfit } from '../finding.ts';
import { readSeries, severalAtOnce, type Series, type SeriesInput } from './read-series.ts';

/** A series with one value at each time, not all equal. Throws as readSeries does. */
export async function readVaryingSeries(
  connection: Connection,
  table: TableRef,
  input: SeriesInput,
): Promise<Series> {
  const series = await readSeries(connection, table, input);
  if (series.spacing.repeated > 0 && series.time !== null)
    throw severalAtOnce(series.spacing.repeated, series.time);
  if (series.numbers.every((number) => number === series.numbers[0]))
    throw unfit(
      `All values of '${series.name}' are equal.`,
      'value',
      'Choose a column that varies.',
    );
  return series;
}
