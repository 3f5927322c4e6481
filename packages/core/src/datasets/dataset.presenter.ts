import type { Dataset as WireDataset } from '@columnist/contract';
import type { Dataset, DatasetVersion } from './dataset.entity.ts';

const picturesInLists = 24;

/** A dataset as the wire knows it; the only way from the entities to it. */
export function presentDataset(dataset: Pick<Dataset, 'id' | 'name' | 'createdAt' | 'status'>, version: Omit<DatasetVersion, 'profile'>, where: 'alone' | 'list' = 'alone'): WireDataset {
  return {
    id: dataset.id,
    name: dataset.name,
    created_at: dataset.createdAt.toISOString(),
    file_size: version.fileSize,
    row_count: version.rowCount,
    column_count: version.columns.length,
    columns: where === 'alone' ? version.columns : version.columns.map((column, i) => (i < picturesInLists ? column : { ...column, picture: null })),
    sha256: version.sha256,
    version: version.number,
    status: dataset.status === 'draft' ? 'draft' : 'ready',
    dialect: version.dialect,
    admission: version.admission,
  };
}
