export { sayView } from './code/view-program.ts';
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
} from './engine.ts';
