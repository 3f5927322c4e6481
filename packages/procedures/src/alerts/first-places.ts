import { rowNumber } from '@columnist/tables/database/parquet-file';
import type { TableReader } from '@columnist/tables/views/table-reader';
import { someOf } from './say-alert.ts';

const placesNamed = 3;

/** The first rows of those that meet a condition, as a sentence names them: ‘rows 3, 7 and 12 …’. */
export async function firstPlaces(
  reader: TableReader,
  condition: string,
  count: number,
): Promise<string> {
  const found = await reader.rows(
    `select ${rowNumber} + 1 from ${reader.source} where ${condition} order by 1 limit ${placesNamed}`,
  );
  const places = someOf(found.map(([row]) => Number(row)));
  return count === 1 ? `row ${places}` : `rows ${places}${count > found.length ? ' …' : ''}`;
}
