import { z } from 'zod';
import { ownData } from '../audit.ts';
import { datasetId } from '../methods/dataset-id.ts';
import { anyone, defineOperation } from '../operation.ts';
import { combinationReport, combineOptions, lineage, usedSource } from './combination.ts';
import { dataset } from './dataset.ts';

export const datasetsCombineInput = combineOptions;
export const datasetsLineageInput = z.strictObject({ id: datasetId });

/** Datasets put together, which follow the versions of their sources. */
export const combinationOperations = {
  combine: defineOperation({
    path: 'datasets.combine',
    kind: 'mutation',
    input: datasetsCombineInput,
    output: combinationReport
      .extend({
        dataset: dataset.nullable().describe('Null in a preview.'),
        sources: z.array(usedSource),
      })
      .meta({ id: 'CombinedDatasets' }),
    access: anyone('rows'),
    cost: 1,
    writesFiles: true,
    notFound: true,
    audit: ownData,
    summary:
      'Join, append, pivot or unpivot datasets: a preview with matched and unmatched rows, or with ' +
      'a name a new dataset that follows the versions of its sources.',
    cli: { verb: 'combine', operands: [] },
    rest: { method: 'post', path: '/api/v1/datasets/combine' },
    mcp: {
      name: 'combine_datasets',
      toolset: 'data',
      about: 'all',
      title: 'Combine datasets',
      description:
        'Joins two datasets, appends several, pivots or unpivots one. Without name it previews: ' +
        'keys suggested, rows matched and not, near matches, rows before they multiply. With name ' +
        'it saves a dataset that is made again when a source changes.',
      example: { kind: 'append', sources: ['all.csv', 'all.csv'], source_column: 'origin' },
    },
  }),
  lineage: defineOperation({
    path: 'datasets.lineage',
    kind: 'query',
    input: datasetsLineageInput,
    output: lineage,
    access: anyone('read'),
    cost: 0,
    summary: 'What a dataset was made of, and what was made of it, with the state of each.',
    cli: { verb: 'lineage', operands: [] },
    rest: { method: 'get', path: '/api/v1/datasets/{id}/lineage', cacheable: true },
  }),
  rebuild: defineOperation({
    path: 'datasets.rebuild',
    kind: 'mutation',
    input: datasetsLineageInput,
    output: dataset,
    access: anyone('write'),
    cost: 0,
    writesFiles: true,
    audit: ownData,
    summary: 'Make a combined dataset of the newest versions of its sources, as a new version.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/rebuild', status: 201 },
  }),
};
