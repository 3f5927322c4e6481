import type { Dataset as WireDataset, DatasetColumn } from '@columnist/contract';
import type { Dataset, DatasetVersion } from './dataset.entity.ts';
import { withUnfitValues } from './unfit-values.ts';

type Known = Pick<Dataset, 'id' | 'name' | 'createdAt' | 'status'>;
type Facts = Pick<
  DatasetVersion,
  'fileSize' | 'rowCount' | 'sha256' | 'number' | 'dialect' | 'admission'
>;

/** A dataset as the wire knows it; the only way from the entities to it. */
export const presentDataset = (
  dataset: Known,
  version: Facts,
  columns: readonly DatasetColumn[],
): WireDataset => ({
  ...presentFacts(dataset, version),
  column_count: columns.length,
  columns: withUnfitValues(columns, version.admission),
});

/** The same in a list, which tells of the first columns alone. */
export const presentListed = (
  dataset: Known,
  version: Facts,
  columns: DatasetColumn[],
  count: number,
): WireDataset => ({ ...presentFacts(dataset, version), column_count: count, columns });

/** All of it but its columns, which may be thousands. */
export function presentFacts(
  dataset: Known,
  version: Facts,
): Omit<WireDataset, 'columns' | 'column_count'> {
  return {
    id: dataset.id,
    name: dataset.name,
    created_at: dataset.createdAt.toISOString(),
    file_size: version.fileSize,
    row_count: version.rowCount,
    sha256: version.sha256,
    version: version.number,
    status: dataset.status === 'draft' ? 'draft' : 'ready',
    dialect: version.dialect,
    admission: version.admission,
  };
}
