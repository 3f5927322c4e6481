import type {
  Chart,
  RegressionOptions,
  Alerts,
  Aggregation,
  Association,
  AssociationOptions,
  Cell,
  Combination,
  CombinationReport,
  ComparisonOptions,
  Description,
  DistributionTestOptions,
  ExportFormat,
  FileContents,
  FilePart,
  Duplicates,
  Frequencies,
  Overview,
  Pictures,
  PowerOptions,
  PowerResult,
  Reading,
  Recommendation,
  Rows,
  SqlPage,
  StructureOptions,
  TestResult,
  TimeSeriesOptions,
  View,
  ViewExplanation,
} from '@columnist/contract';
import type { Combined } from '@columnist/tables/admission/combine-files';
import type { Drifts } from '@columnist/tables/drift/compare-datasets';
import type { AnswerSize } from '@columnist/tables/sql/rows-held';
import type { NamedTable, SqlInput } from '@columnist/tables/sql/run-statement';
import type { RecommendInput } from '@columnist/procedures/advice/advised';
import type { AlertsInput } from '@columnist/procedures/alerts/find-alerts';
import type { AnsweredColumn } from '@columnist/tables/exports/answered-column';
import type { Exported, WrittenColumn } from '@columnist/tables/exports/left-out';
import type { WrittenFormat } from '@columnist/tables/exports/export-file';
import type { ExportInput } from '@columnist/tables/exports/export-rows';
import type { EngineLoad } from './job-rights.ts';
import type { TableRef } from '@columnist/tables/table/table-ref';
import type { DuplicatesInput } from '@columnist/tables/duplicates/find-duplicates';
import type { FoundRowChanges, RowChangesInput } from '@columnist/tables/versions/compare-rows';
import type { DescribeInput } from '@columnist/tables/columns/inputs';
import type {
  RowsInput,
  FrequenciesInput,
  AggregateInput,
  CellsInput,
  ColumnCells,
  ColumnSketch,
  MarkInput,
  RowMarks,
  LeverageInput,
  AlignInput,
  AlignedRows,
} from '@columnist/tables/queries/inputs';
import type {
  AdmitInput,
  AppendInput,
  Preview,
  CombineInput,
  Admitted,
} from '@columnist/tables/admission/inputs';
import type { Appended } from './jobs/append-file.ts';
import type { ChartInput } from './drawing/chart-input.ts';
import type { JobOptions } from './job-options.ts';
import type { Values } from './values.ts';
import type { WrittenAnswers } from './written-answers.ts';

/**
 * How tables are read. Each call is one job in a killable worker process with a memory and a time
 * limit.
 * Throws AppError: invalid_file, unknown_column, wrong_column_type, too_complex, canceled,
 * unavailable.
 */
export interface Engine {
  readonly written: WrittenAnswers;
  admit(input: AdmitInput, options?: JobOptions): Promise<Admitted>;
  /** The tables in an imported file. */
  contents(
    file: {
      readonly source: string;
      /** The name that it came with. */
      readonly filename?: string | undefined;
      readonly part: FilePart;
    },
    options?: JobOptions,
  ): Promise<Omit<FileContents, 'current'>>;
  preview(source: string, reading: Reading, options?: JobOptions): Promise<Preview>;
  /**
   * Writes the rows of several files below one another; columns are matched by name. Answers the
   * rows of each, and how the file is to be read. Throws invalid_file where names differ, or where
   * a part may have another decimal mark.
   */
  combine(input: CombineInput, options?: JobOptions): Promise<Combined>;
  /**
   * The same of a table and a file of whatever format, with the types of both. Throws invalid_file
   * where names differ, or where types have nothing in common.
   */
  appendFile(input: AppendInput, options?: JobOptions): Promise<Appended>;
  describe(table: TableRef, input: DescribeInput, options?: JobOptions): Promise<Description>;
  /** Description of a CSV file that is not kept. */
  describeFile(source: string, input: DescribeInput, options?: JobOptions): Promise<Description>;
  /** Description of values sent along; arrays of one length. */
  describeValues(data: Values, input: DescribeInput, options?: JobOptions): Promise<Description>;
  rows(table: TableRef, input: RowsInput, options?: JobOptions): Promise<Omit<Rows, 'next_cursor'>>;
  /**
   * Writes the rows of a view as CSV; answers how many there are, what CSV leaves out, and what its
   * columns are.
   */
  exportRows(
    table: TableRef,
    input: ExportInput,
    to: string,
    options?: JobOptions,
  ): Promise<Exported & { readonly columns: readonly WrittenColumn[] }>;
  /** The same in another format. Throws invalid_input where it cannot hold the rows. */
  exportFile(
    table: TableRef,
    input: ExportInput & { readonly format: WrittenFormat },
    to: string,
    options?: JobOptions,
  ): Promise<Exported>;
  /** The same as Parquet, with the types of the columns. */
  exportParquet(
    table: TableRef,
    input: Omit<ExportInput, 'forSpreadsheets'>,
    to: string,
    options?: JobOptions,
  ): Promise<Exported>;
  frequencies(table: TableRef, input: FrequenciesInput, options?: JobOptions): Promise<Frequencies>;
  /** Rows that are alike. Throws unknown_column, too_complex. */
  duplicates(table: TableRef, input: DuplicatesInput, options?: JobOptions): Promise<Duplicates>;
  /** Statistics of groups of rows. */
  aggregate(table: TableRef, input: AggregateInput, options?: JobOptions): Promise<Aggregation>;
  /** Which rows an answer would be about; see MarkInput. Throws too_complex. */
  markRows(table: TableRef, input: MarkInput, options?: JobOptions): Promise<RowMarks>;
  /** Parts of columns that may be distinguished; see measureCells. Throws unknown_column. */
  measureCells(
    table: TableRef,
    input: CellsInput,
    options?: JobOptions,
  ): Promise<{ columns: readonly ColumnCells[] }>;
  /** By what columns of other tables can be compared with these; see sketchColumns. */
  sketchColumns(
    table: TableRef,
    options?: JobOptions,
  ): Promise<{ columns: readonly ColumnSketch[] }>;
  /**
   * How much one row decides of sums of products; see measureLeverage. Throws unknown_column,
   * too_complex.
   */
  measureLeverage(
    table: TableRef,
    input: LeverageInput,
    options?: JobOptions,
  ): Promise<{ leverage: number }>;
  /** Which rows of several tables are the same. */
  alignRows(
    tables: readonly TableRef[],
    input: AlignInput,
    options?: JobOptions,
  ): Promise<AlignedRows>;
  association(
    table: TableRef,
    input: AssociationOptions,
    options?: JobOptions,
  ): Promise<Association>;
  compareGroups(
    table: TableRef,
    input: ComparisonOptions,
    options?: JobOptions,
  ): Promise<TestResult>;
  testDistribution(
    table: TableRef,
    input: DistributionTestOptions,
    options?: JobOptions,
  ): Promise<TestResult>;
  fitRegression(
    table: TableRef,
    input: RegressionOptions,
    options?: JobOptions,
  ): Promise<TestResult>;
  timeSeries(table: TableRef, input: TimeSeriesOptions, options?: JobOptions): Promise<TestResult>;
  structure(table: TableRef, input: StructureOptions, options?: JobOptions): Promise<TestResult>;
  /** Which rows of a table are not as they were in an earlier one. */
  rowChanges(
    table: TableRef,
    other: TableRef,
    input: RowChangesInput,
    options?: JobOptions,
  ): Promise<FoundRowChanges>;
  /** How the columns of a table have moved from those of another. */
  compareDatasets(
    table: TableRef,
    other: TableRef,
    bins: number,
    options?: JobOptions,
  ): Promise<Drifts>;
  /** The names of tables in a statement, which is checked. Throws invalid_sql. */
  readSql(sql: string, options?: JobOptions): Promise<{ readonly names: readonly string[] }>;
  /** A page of what a statement answers over these tables, by their names in it. */
  runSql(input: SqlInput, tables: readonly NamedTable[], options?: JobOptions): Promise<SqlPage>;
  /** Writes what a statement answers, or a table of an answer, as a file; how much it is. */
  exportAnswer(
    of:
      | { readonly sql: string; readonly tables: readonly NamedTable[] }
      | {
          readonly columns: readonly AnsweredColumn[];
          readonly rows: readonly (readonly Cell[])[];
        },
    as: { readonly format: ExportFormat; readonly forSpreadsheets: boolean },
    to: string,
    options?: JobOptions,
  ): Promise<
    AnswerSize & {
      readonly columns: readonly Pick<WrittenColumn, 'name' | 'storage'>[];
      readonly notes: readonly string[];
    }
  >;
  /**
   * Writes what a statement answers into a file, as CSV; how much it is, and what its columns are.
   */
  exportSql(
    sql: string,
    tables: readonly NamedTable[],
    to: string,
    options?: JobOptions,
  ): Promise<AnswerSize & { readonly columns: readonly WrittenColumn[] }>;
  /** What a combination of these tables, in the order of its sources, would make. */
  previewCombination(
    combination: Combination,
    tables: readonly NamedTable[],
    options?: JobOptions,
  ): Promise<CombinationReport>;
  /** Writes a combination into a file, as CSV; what it is, and how its columns are kept. */
  exportCombination(
    combination: Combination,
    tables: readonly NamedTable[],
    to: string,
    options?: JobOptions,
  ): Promise<{
    readonly report: CombinationReport;
    readonly columns: readonly Pick<WrittenColumn, 'name' | 'storage' | 'said'>[];
  }>;
  recommendTest(
    table: TableRef,
    input: RecommendInput,
    options?: JobOptions,
  ): Promise<Recommendation>;
  calculatePower(input: PowerOptions, options?: JobOptions): Promise<PowerResult>;
  explainView(table: TableRef, view: View, options?: JobOptions): Promise<ViewExplanation>;
  /** A picture of one column or two. */
  chart(table: TableRef, input: ChartInput, options?: JobOptions): Promise<Chart>;
  pictures(
    table: TableRef,
    input: { readonly view?: View | undefined },
    options?: JobOptions,
  ): Promise<Pictures>;
  overview(
    table: TableRef,
    input: { readonly view?: View | undefined },
    options?: JobOptions,
  ): Promise<Overview>;
  /** What in a table should be checked before it is analysed. */
  alerts(table: TableRef, input: AlertsInput, options?: JobOptions): Promise<Alerts>;
  /** True once a worker has answered, or while all of them work. */
  ready(): Promise<boolean>;
  load(): EngineLoad;
  /**
   * Throws unavailable where this user has as many jobs waiting as they may: what would be refused
   * need not be received.
   */
  refuseCrowded(options: Pick<JobOptions, 'user' | 'rights'>): void;
  close(): Promise<void>;
}

export interface EngineOptions {
  /** Worker processes; default: the cores of the machine, at least 2. */
  readonly workers?: number;
  /**
   * Private memory of a worker in MB (RLIMIT_DATA on Linux, elsewhere a watchdog on resident
   * memory); default 4096.
   */
  readonly memoryMb?: number;
  /** Seconds one job may take whose options name no rights; default 120. */
  readonly timeoutSeconds?: number;
  /**
   * Whether the processes start before there is a job; default true. Else each starts with its
   * first, for what may never ask for one.
   */
  readonly startsAhead?: boolean;
  /** Folder for temporary files; created, and emptied at start. */
  readonly tempDir: string;
}
