import { z } from 'zod';
import { ownData } from '../audit.ts';
import { uploadedFile } from '../files.ts';
import { datasetId } from '../methods/dataset-id.ts';
import { anyone, defineOperation } from '../operation.ts';
import { datasetsGetInput } from './dataset-operations.ts';
import { dataset } from './dataset.ts';
import { fileContents, partOptions, readingOptions } from './reading.ts';

const review = z
  .boolean()
  .optional()
  .describe('Keep the dataset as a draft until it is committed; drafts are removed after a day.');

export const datasetsImportInput = z.strictObject({
  file: uploadedFile,
  review,
  ...partOptions,
  ...readingOptions,
});
export const datasetsImportTableInput = z.strictObject({
  id: datasetId,
  table: partOptions.table.unwrap(),
  range: partOptions.range,
  explode: partOptions.explode,
  review,
  ...readingOptions,
});
export const datasetsCreateFromUploadInput = z.strictObject({
  upload: z.uuid().describe('The last part of the address that the upload has.'),
  review,
  ...partOptions,
  ...readingOptions,
});

/** Files of other formats than CSV, and those that are sent in several requests. */
export const importOperations = {
  import: defineOperation({
    path: 'datasets.import',
    kind: 'mutation',
    input: datasetsImportInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    writesFiles: true,
    audit: ownData,
    summary:
      'Import a file of another format than CSV: an Excel or OpenDocument workbook, a ZIP of files, text with tabs, a table of a web page.',
    rest: { method: 'post', path: '/api/v1/imports', status: 201, body: 'multipart' },
  }),
  createFromUpload: defineOperation({
    path: 'datasets.createFromUpload',
    kind: 'mutation',
    input: datasetsCreateFromUploadInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    notFound: true,
    writesFiles: true,
    audit: ownData,
    summary:
      'A new dataset of a file that was sent to /api/v1/resumable-uploads by the tus protocol; ' +
      'CSV or another format by its name.',
    rest: { method: 'post', path: '/api/v1/datasets/from-upload', status: 201 },
  }),
  contents: defineOperation({
    path: 'datasets.contents',
    kind: 'query',
    input: datasetsGetInput,
    output: fileContents,
    access: anyone('rows'),
    cost: 0,
    summary:
      'The sheets, files or tables that the imported file of a dataset holds; none of a CSV file.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/contents', cacheable: true },
  }),
  importTable: defineOperation({
    path: 'datasets.importTable',
    kind: 'mutation',
    input: datasetsImportTableInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    writesFiles: true,
    audit: ownData,
    summary: 'A new dataset of another table of the file that a dataset was imported from.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/contents', status: 201 },
  }),
};
