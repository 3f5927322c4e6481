/** Where every dataset's files lie in the object store. */
export const datasetsFolder = 'datasets/';

export const folderOf = (datasetId: string): string => `${datasetsFolder}${datasetId}/`;

export interface VersionKeys {
  /** The bytes as uploaded. */
  readonly original: string;
  /** The table made of them. */
  readonly parquet: string;
  /** The lines that were changed. */
  readonly repairs: string;
  /** The description of its columns with default options. */
  readonly profile: string;
}

/**
 * The keys of one version. Its name is its number, for later ones with a mark, so that two made at
 * once share no key.
 */
export const keysOf = (datasetId: string, name: string | number): VersionKeys => ({
  original: `${folderOf(datasetId)}${name}.csv`,
  parquet: `${folderOf(datasetId)}${name}.parquet`,
  repairs: `${folderOf(datasetId)}${name}-repairs.csv`,
  profile: `${folderOf(datasetId)}${name}-profile.json`,
});

/** Where files of jobs lie that go from one server of a fleet to another. */
export const jobsFolder = 'jobs/';
