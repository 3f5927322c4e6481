/** Where every dataset's files lie in the object store. */
export const datasetsFolder = 'datasets/';

export const folderOf = (datasetId: string): string => `${datasetsFolder}${datasetId}/`;

/** The keys of one version: the bytes as uploaded, and the table made of them. */
export const keysOf = (datasetId: string, version: number) => ({
  original: `${folderOf(datasetId)}${version}.csv`,
  parquet: `${folderOf(datasetId)}${version}.parquet`,
});
