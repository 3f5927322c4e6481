export type { AdmitInput, AdmitProgress, Admitted } from '@columnist/tables/admission/inputs';
export { writeRecord } from '@columnist/tables/admission/field-dialect';
export type { DescribeInput } from '@columnist/tables/columns/inputs';
export { isOfProfile, partOfProfile } from '@columnist/tables/columns/part-of-profile';
export type {
  AggregateInput,
  AlignedRows,
  FrequenciesInput,
  CellsInput,
  ColumnCells,
  ColumnSketch,
  MarkInput,
  RowMarks,
  RowsInput,
} from '@columnist/tables/queries/inputs';
export { engineVersion, type TableRef } from '@columnist/tables/table/table-ref';
export type { NamedTable, SqlInput } from '@columnist/tables/sql/run-statement';
export { sayView } from '@columnist/tables/views/say-view';
export { engineHere, jobNamed, type EngineHere } from './engine-here.ts';
export { createEngine, engineOn } from './create-engine.ts';
export { createPool, emptyFolder } from './pool/create-pool.ts';
export type { JobRunner } from './job-runner.ts';
export { crowded } from './pool/fair-schedule.ts';
export { datasetOf, laneOf, mapJobPaths, sentJob } from './jobs/job-facts.ts';
export type { Lane } from './jobs/define-job.ts';
export type { Job, JobOf, Kind, ResultOf } from './jobs/jobs.ts';
export { withoutPictures } from './jobs/without-pictures.ts';
export type { Engine, EngineOptions } from './engine.ts';
export type { EngineLoad, JobRights } from './job-rights.ts';
export type { WrittenAnswers } from './written-answers.ts';
export type { Values } from './values.ts';
export type { JobOptions } from './job-options.ts';
export { writeJson } from './process/write-json.ts';
