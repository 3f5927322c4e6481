import { z } from 'zod';
import { ownData } from '../audit.ts';
import { fileDownload, uploadedFile } from '../files.ts';
import { datasetId } from '../methods/dataset-id.ts';
import { anyone, defineOperation } from '../operation.ts';
import { datasetsGetInput } from './dataset-operations.ts';
import { dataset } from './dataset.ts';
import { datasetVersion, partOptions, readingOptions, versionComparison } from './reading.ts';
import { rowChanges, rowChangesOptions } from './row-changes.ts';

const id = datasetId;
const version = z.int().min(1).describe('Number of the version.');
const read = anyone('read');

export const datasetsAddVersionInput = z.strictObject({
  id,
  file: uploadedFile,
  mode: z
    .enum(['replace', 'append'])
    .optional()
    .describe(
      'replace (the default): the file is the whole dataset from now on. append: its rows ' +
        'follow those that are there; the columns must have the same names.',
    ),
  ...partOptions,
  ...readingOptions,
});
export const datasetsVersionInput = z.strictObject({ id, version });
export const datasetsCompareVersionsInput = z.strictObject({ id, from: version, to: version });
export const datasetsRowChangesInput = z.strictObject({
  id,
  from: version,
  to: version,
  ...rowChangesOptions,
});
export const datasetsRepairsInput = z.strictObject({ id });

/** The versions of a dataset. */
export const versionOperations = {
  addVersion: defineOperation({
    path: 'datasets.addVersion',
    kind: 'mutation',
    input: datasetsAddVersionInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    writesFiles: true,
    audit: ownData,
    summary:
      'Replace the data of a dataset by a file of any format, or append its rows; the version before stays restorable.',
    rest: {
      method: 'post',
      path: '/api/v1/datasets/{id}/versions',
      status: 201,
      body: 'multipart',
    },
  }),
  listVersions: defineOperation({
    path: 'datasets.listVersions',
    kind: 'query',
    input: datasetsGetInput,
    output: z.array(datasetVersion),
    access: read,
    cost: 0,
    summary: 'The versions of a dataset, newest first.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/versions', cacheable: true },
  }),
  compareVersions: defineOperation({
    path: 'datasets.compareVersions',
    kind: 'query',
    input: datasetsCompareVersionsInput,
    output: versionComparison,
    access: read,
    cost: 0,
    summary: 'Columns that two versions do not share or hold differently.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/versions/compare', cacheable: true },
  }),
  rowChanges: defineOperation({
    path: 'datasets.rowChanges',
    kind: 'query',
    input: datasetsRowChangesInput,
    output: rowChanges,
    access: read,
    cost: 1,
    summary:
      'Rows that were added, removed or changed from one version to another, matched by a key.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/versions/changes' },
  }),
  restoreVersion: defineOperation({
    path: 'datasets.restoreVersion',
    kind: 'mutation',
    input: datasetsVersionInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary: 'Make an earlier version the current one.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/versions/{version}/restore' },
  }),
  deleteVersion: defineOperation({
    path: 'datasets.deleteVersion',
    kind: 'mutation',
    input: datasetsVersionInput,
    output: z.void(),
    access: anyone('write'),
    cost: 0,
    audit: { kind: 'data', said: 'Deletion of a version' },
    summary: 'Delete a version that is not the current one, with its files, for good.',
    rest: { method: 'delete', path: '/api/v1/datasets/{id}/versions/{version}', status: 204 },
  }),
  repairs: defineOperation({
    path: 'datasets.repairs',
    kind: 'query',
    input: datasetsRepairsInput,
    output: fileDownload,
    access: anyone('rows'),
    confirm: 'sometimes',
    cost: 1,
    audit: { kind: 'data', said: 'Download of repaired lines' },
    summary:
      'CSV of every line that was repaired, rejected or set aside: its number, why, its text and how it was read.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/repairs', answer: 'file' },
  }),
};
