import { z } from 'zod';
import { ownData } from '../audit.ts';
import { datasetId } from '../methods/dataset-id.ts';
import { anyone, defineOperation } from '../operation.ts';
import { report, reportChange } from './report.ts';

const id = datasetId;

export const datasetsReportInput = z.strictObject({ id });
export const datasetsPutReportInput = z.strictObject({ id, ...reportChange });

/** The report of a dataset: which results, in which order, with which words. */
export const reportOperations = {
  report: defineOperation({
    path: 'datasets.report',
    kind: 'query',
    input: datasetsReportInput,
    output: report,
    access: anyone('read'),
    cost: 0,
    summary: 'The report of a dataset: title, introduction, and the chosen questions with notes.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/report', cacheable: true },
  }),
  putReport: defineOperation({
    path: 'datasets.putReport',
    kind: 'mutation',
    input: datasetsPutReportInput,
    output: report,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary:
      'Replace the report of a dataset; refused as a conflict where it was changed since the ' +
      'revision that is sent.',
    rest: { method: 'put', path: '/api/v1/datasets/{id}/report' },
  }),
};
