import { z } from 'zod';
import { ownData } from '../audit.ts';
import { csvDownload, uploadedFile } from '../files.ts';
import { datasetId } from '../methods/dataset-id.ts';
import { anyone, defineOperation } from '../operation.ts';
import { pageInput, pageOf } from '../pagination.ts';
import { cleanedName } from '../typed-name.ts';
import { dataset } from './dataset.ts';
import { columnChange } from './dictionary.ts';
import { importPreview, partOptions, readingOptions } from './reading.ts';

const id = datasetId;
const name = cleanedName(200);
const read = anyone('read');

export const datasetsListInput = z.strictObject({
  ...pageInput,
  q: z.string().max(200).optional().describe('Part of the name, any case.'),
});
export const datasetsGetInput = z.strictObject({ id });
export const datasetsCreateInput = z.strictObject({
  file: uploadedFile,
  review: z
    .boolean()
    .optional()
    .describe('Keep the dataset as a draft until it is committed; drafts are removed after a day.'),
  ...readingOptions,
});
export const datasetsCreateFromTextInput = z.strictObject({
  name: name.describe('With the ending .csv.'),
  csv: z.string().min(1).max(500_000).exactOptional().describe('The whole file.'),
  decimal_mark: z.enum(['.', ',']).exactOptional().describe('Of all numbers.'),
});
export const datasetsCreateFromTextOutput = z.object({
  dataset: dataset.nullable().describe('Where csv was sent.'),
  upload_url: z
    .url()
    .nullable()
    .describe('Takes one file as multipart/form-data, in the field file, without a key.'),
  expires_at: z.iso.datetime().nullable(),
});
export const datasetsCommitInput = z.strictObject({ id });
/** What was stated before stays where it is absent, and is found again where it is null. */
export const datasetsRereadInput = z.strictObject({
  id,
  ...partOptions,
  range: partOptions.range.nullable(),
  explode: partOptions.explode.nullable(),
  borders: partOptions.borders.nullable(),
  ...readingOptions,
});
export const datasetsDeleteInput = z.strictObject({
  id,
  confirm_name: z
    .string()
    .max(200)
    .exactOptional()
    .describe('The name of the dataset: deletes nothing if it has another.'),
});
export const datasetsRenameInput = z.strictObject({ id, name });

/** Datasets, and how a file becomes one. */
export const readingOperations = {
  list: defineOperation({
    path: 'datasets.list',
    kind: 'query',
    input: datasetsListInput,
    output: pageOf(dataset),
    access: read,
    cost: 0,
    summary: 'Your datasets, newest first.',
    cli: { verb: 'list', operands: [] },
    rest: { method: 'get', path: '/api/v1/datasets', list: true, cacheable: true },
    mcp: {
      name: 'list_datasets',
      toolset: 'data',
      about: 'all',
      title: 'List datasets',
      description:
        'Lists the datasets of this account, newest first, with size, rows and columns. Start ' +
        'here to find a dataset id. Use q to search by name.',
    },
  }),
  get: defineOperation({
    path: 'datasets.get',
    kind: 'query',
    input: datasetsGetInput,
    output: dataset,
    access: read,
    cost: 0,
    summary: 'One dataset: its columns, types, how it was read.',
    cli: { verb: 'show', operands: [] },
    rest: { method: 'get', path: '/api/v1/datasets/{id}', cacheable: true },
    mcp: {
      name: 'get_dataset',
      toolset: 'data',
      about: 'one',
      title: 'Get dataset',
      description:
        'Gives one dataset: every column with its type, missing and distinct counts and range, ' +
        'and how the file was read. Call it before an analysis to learn the exact column names.',
    },
  }),
  create: defineOperation({
    path: 'datasets.create',
    kind: 'mutation',
    input: datasetsCreateInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    writesFiles: true,
    audit: ownData,
    summary: 'Upload a CSV file.',
    rest: { method: 'post', path: '/api/v1/datasets', status: 201, body: 'multipart' },
  }),
  createFromText: defineOperation({
    path: 'datasets.createFromText',
    kind: 'mutation',
    input: datasetsCreateFromTextInput,
    bulk: 'csv',
    output: datasetsCreateFromTextOutput,
    access: anyone('write'),
    cost: 0,
    writesFiles: true,
    audit: ownData,
    summary:
      'A new dataset of CSV text sent as JSON; without csv, a link to upload a file by once.',
    rest: { method: 'post', path: '/api/v1/datasets/text', status: 201 },
    mcp: {
      name: 'create_dataset',
      toolset: 'manage',
      about: 'all',
      title: 'Create a dataset',
      description:
        'Keeps CSV text as a new dataset, with a header line and at most 500,000 characters. ' +
        'Without csv: upload_url, which takes one file within 15 minutes: curl -F ' +
        'file=@big.csv URL; also a workbook (.xlsx, .ods), .zip or .tsv: URL?table=Sheet2.',
      example: { name: 'stock.csv', csv: 'item,n\npen,4\ncup,7' },
    },
  }),
  commit: defineOperation({
    path: 'datasets.commit',
    kind: 'mutation',
    input: datasetsCommitInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary: 'Make a draft a dataset that stays.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/commit' },
  }),
  preview: defineOperation({
    path: 'datasets.preview',
    kind: 'query',
    input: datasetsGetInput,
    output: importPreview,
    access: anyone('rows'),
    cost: 0,
    summary: 'How the first lines of the file became rows, and what was detected why.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/preview', cacheable: true },
  }),
  reread: defineOperation({
    path: 'datasets.reread',
    kind: 'mutation',
    input: datasetsRereadInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    writesFiles: true,
    audit: ownData,
    summary:
      'Read the file again as stated: a new version of the dataset; a draft is changed in place.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/reread' },
  }),
};

export const datasetsSetColumnsInput = z.strictObject({
  id,
  columns: z.array(columnChange).min(1).max(500).describe('What changes, by column.'),
});
export const datasetsDictionaryInput = z.strictObject({ id });

/** What people say about the columns. */
export const dictionaryOperations = {
  setColumns: defineOperation({
    path: 'datasets.setColumns',
    kind: 'mutation',
    input: datasetsSetColumnsInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary:
      'Set label, unit, description, type, order of values and reference level of columns. The ' +
      'file stays as it is; other versions with columns of these names have the same.',
    rest: { method: 'patch', path: '/api/v1/datasets/{id}/columns' },
  }),
  dictionary: defineOperation({
    path: 'datasets.dictionary',
    kind: 'query',
    input: datasetsDictionaryInput,
    output: csvDownload,
    access: anyone('rows'),
    cost: 0,
    audit: { not: 'It holds what the page of the dataset shows, and no rows.' },
    summary:
      'The data dictionary as CSV: a line for each column, with its label, unit, description, ' +
      'type and values. What was set for columns that this version lacks follows.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/dictionary', answer: 'file' },
  }),
};

/** What happens to a dataset as a whole. */
export const keepingOperations = {
  rename: defineOperation({
    path: 'datasets.rename',
    kind: 'mutation',
    input: datasetsRenameInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary: 'Rename a dataset.',
    rest: { method: 'patch', path: '/api/v1/datasets/{id}' },
  }),
  delete: defineOperation({
    path: 'datasets.delete',
    kind: 'mutation',
    input: datasetsDeleteInput,
    output: z.void(),
    access: anyone('write'),
    cost: 0,
    audit: { kind: 'data', said: 'Deletion of a dataset' },
    summary: 'Delete a dataset; it can be restored for ten seconds.',
    rest: {
      method: 'delete',
      path: '/api/v1/files/datasets/{id}',
      aliases: ['/api/v1/datasets/{id}'],
      status: 204,
    },
    mcp: {
      name: 'delete_dataset',
      toolset: 'manage',
      about: 'all',
      title: 'Delete a dataset',
      destructive: true,
      brief: true,
      required: ['confirm_name'],
      description:
        "Deletes a dataset; for ten seconds it can be taken back. 'confirm_name' must be its " +
        'exact name. Only when a person asked for it.',
    },
  }),
  restore: defineOperation({
    path: 'datasets.restore',
    kind: 'mutation',
    input: datasetsGetInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    audit: { kind: 'data', said: 'Deleted dataset taken back' },
    summary: 'Undo a deletion within ten seconds.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/restore' },
  }),
};
