export type { AdmitInput, AdmitProgress, Admitted } from '@columnist/tables/admission/inputs';
export { writeRecord } from '@columnist/tables/admission/field-dialect';
export type { DescribeInput } from '@columnist/tables/columns/inputs';
export { partOfProfile } from '@columnist/tables/columns/part-of-profile';
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
export { sayView } from '@columnist/tables/views/view-program';
export { engineHere, jobNamed, type EngineHere } from './engine-here.ts';
export { createEngine } from './create-engine.ts';
export type {
  Engine,
  EngineLoad,
  EngineOptions,
  JobOptions,
  JobRights,
  Values,
  WrittenAnswers,
} from './engine.ts';
export { writeJson } from './process/write-json.ts';
