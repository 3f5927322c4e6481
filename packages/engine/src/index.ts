export { sayView } from './code/view-program.ts';
export { partOfProfile } from './columns/part-of-profile.ts';
export { writeJson } from './worker/write-json.ts';
export { createEngine } from './create-engine.ts';
export {
  engineVersion,
  type AggregateInput,
  type AdmitInput,
  type AdmitProgress,
  type Admitted,
  type DescribeInput,
  type Engine,
  type EngineLoad,
  type EngineOptions,
  type FrequenciesInput,
  type JobOptions,
  type JobRights,
  type MarkInput,
  type AlignedRows,
  type RowMarks,
  type RowsInput,
  type TableRef,
  type Values,
  type WrittenAnswers,
} from './engine.ts';
