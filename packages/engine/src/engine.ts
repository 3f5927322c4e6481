import type {
  Chart,
  RegressionOptions,
  Admission,
  Alerts,
  Aggregation,
  Association,
  AssociationOptions,
  Cell,
  ComparisonOptions,
  DatasetColumn,
  Description,
  Dialect,
  DistributionTestOptions,
  Frequencies,
  GroupStatistic,
  Overview,
  Pictures,
  PowerOptions,
  PowerResult,
  Reading,
  Recommendation,
  Rows,
  StructureOptions,
  TestResult,
  TimeSeriesOptions,
  View,
  ViewExplanation,
} from '@columnist/contract';
import type { QuantileType } from '@columnist/statistics';
import type { Drifts } from './drift/compare-datasets.ts';
import type { RecommendInput } from './groups/recommend-test.ts';
import type { AlertsInput } from './alerts/find-alerts.ts';
import type { ExportInput } from './query/export-rows.ts';

export type { AlertsInput, ExportInput };

/** Written into every result; raise it when a figure may change. */
export const engineVersion = '2';

/** An admitted table: a Parquet file on this machine and what is known of it. */
export interface TableRef {
  readonly parquet: string;
  readonly datasetId: string | null;
  readonly version: number | null;
  readonly rowCount: number;
  readonly columns: readonly DatasetColumn[];
}

export interface AdmitInput {
  /** The bytes as uploaded; only read. */
  readonly source: string;
  /** Where to write the Parquet file; removed again when admission fails. */
  readonly parquet: string;
  /** What is known of how the file is written. */
  readonly reading?: Reading | undefined;
  /** Where to write the lines that are not as they stand, if there are any. */
  readonly repairs?: string | undefined;
}

/** The first lines of a file, and the cells of its first rows as text. */
export interface Preview {
  readonly lines: string[];
  readonly rows: string[][];
}

export interface CombineInput {
  readonly parts: readonly { readonly source: string; readonly reading?: Reading | undefined }[];
  /** Where to write the file that holds the rows of both. */
  readonly to: string;
}

export interface Admitted {
  readonly rowCount: number;
  readonly columns: DatasetColumn[];
  readonly dialect: Dialect;
  readonly admission: Admission;
  /** The description with default options, dataset_id and dataset_version null: the caller knows them. */
  readonly profile: Description;
}

export interface AdmitProgress {
  readonly step: 'reading' | 'profiling';
  /** 0 to 1. */
  readonly share: number;
}

/** Options of a description, already defaulted. */
export interface DescribeInput {
  readonly columns?: string[] | undefined;
  readonly view?: View | undefined;
  readonly quantiles: number[];
  readonly confidence_level: number;
  /** Types 7 and 2, a trim of 0.1 and Wilson where left out. */
  readonly quantile_type?: QuantileType | undefined;
  readonly moments_type?: 1 | 2 | 3 | undefined;
  readonly trim?: number | undefined;
  readonly proportion_interval?: 'wilson' | 'exact' | undefined;
  readonly weights?: string | undefined;
  readonly correlations: boolean;
  readonly plot: boolean;
}

export interface RowsInput {
  readonly columns?: string[] | undefined;
  readonly view?: View | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface FrequenciesInput {
  readonly column: string;
  readonly view?: View | undefined;
  readonly order: 'count' | 'value';
  readonly limit: number;
}

export interface ChartInput {
  readonly x: string;
  readonly y?: string | undefined;
  readonly view?: View | undefined;
  readonly theme: 'light' | 'dark';
  /** px */
  readonly width: number;
}

export interface AggregateInput {
  readonly group_by: readonly (string | { readonly name: string; readonly expression: string })[];
  readonly aggregates: readonly { readonly statistic: GroupStatistic; readonly of?: string | undefined; readonly p?: number | undefined; readonly name?: string | undefined }[];
  readonly view?: View | undefined;
  readonly having?: string | undefined;
  readonly sort?: View['sort'];
  readonly limit: number;
  readonly across?: string | undefined;
}

export interface JobOptions {
  /** Ends the job (and, where it does not stop, its process). */
  readonly signal?: AbortSignal | undefined;
  /** For whom: users take turns, so that nobody waits behind all that another asked for. */
  readonly user?: string | undefined;
  /** Awaited before the job takes its place in the queue; where it throws, there is no job. */
  readonly before?: (() => Promise<void>) | undefined;
  readonly onProgress?: ((progress: AdmitProgress) => void) | undefined;
}

/**
 * How tables are read. Each call is one job in a killable worker process with a memory and a time limit.
 * Throws AppError: invalid_file, unknown_column, wrong_column_type, too_complex, canceled, unavailable.
 */
export interface Engine {
  admit(input: AdmitInput, options?: JobOptions): Promise<Admitted>;
  preview(source: string, reading: Reading, options?: JobOptions): Promise<Preview>;
  /** Writes the rows of several files below one another; columns are matched by name. Throws invalid_file where names differ. */
  combine(input: CombineInput, options?: JobOptions): Promise<void>;
  describe(table: TableRef, input: DescribeInput, options?: JobOptions): Promise<Description>;
  /** Description of a CSV file that is not kept. */
  describeFile(source: string, input: DescribeInput, options?: JobOptions): Promise<Description>;
  /** Description of values sent along; arrays of one length. */
  describeValues(data: Readonly<Record<string, readonly Cell[]>>, input: DescribeInput, options?: JobOptions): Promise<Description>;
  rows(table: TableRef, input: RowsInput, options?: JobOptions): Promise<Omit<Rows, 'next_cursor'>>;
  /** Writes the rows of a view as CSV; answers how many there are. */
  exportRows(table: TableRef, input: ExportInput, to: string, options?: JobOptions): Promise<number>;
  /** The same as Parquet, with the types of the columns. */
  exportParquet(table: TableRef, input: Omit<ExportInput, 'forSpreadsheets'>, to: string, options?: JobOptions): Promise<number>;
  frequencies(table: TableRef, input: FrequenciesInput, options?: JobOptions): Promise<Frequencies>;
  /** Statistics of groups of rows. */
  aggregate(table: TableRef, input: AggregateInput, options?: JobOptions): Promise<Aggregation>;
  association(table: TableRef, input: AssociationOptions, options?: JobOptions): Promise<Association>;
  compareGroups(table: TableRef, input: ComparisonOptions, options?: JobOptions): Promise<TestResult>;
  testDistribution(table: TableRef, input: DistributionTestOptions, options?: JobOptions): Promise<TestResult>;
  fitRegression(table: TableRef, input: RegressionOptions, options?: JobOptions): Promise<TestResult>;
  timeSeries(table: TableRef, input: TimeSeriesOptions, options?: JobOptions): Promise<TestResult>;
  structure(table: TableRef, input: StructureOptions, options?: JobOptions): Promise<TestResult>;
  /** How the columns of a table have moved from those of another. */
  compareDatasets(table: TableRef, other: TableRef, bins: number, options?: JobOptions): Promise<Drifts>;
  recommendTest(table: TableRef, input: RecommendInput, options?: JobOptions): Promise<Recommendation>;
  calculatePower(input: PowerOptions, options?: JobOptions): Promise<PowerResult>;
  explainView(table: TableRef, view: View, options?: JobOptions): Promise<ViewExplanation>;
  /** A picture of one column or two. */
  chart(table: TableRef, input: ChartInput, options?: JobOptions): Promise<Chart>;
  pictures(table: TableRef, input: { readonly view?: View | undefined }, options?: JobOptions): Promise<Pictures>;
  overview(table: TableRef, input: { readonly view?: View | undefined }, options?: JobOptions): Promise<Overview>;
  /** What in a table wants a look before it is analysed. */
  alerts(table: TableRef, input: AlertsInput, options?: JobOptions): Promise<Alerts>;
  /** True once a worker has answered, or while all of them work. */
  ready(): Promise<boolean>;
  /** Worker processes, those that work, and jobs that wait for one. */
  load(): { readonly workers: number; readonly busy: number; readonly waiting: number };
  close(): Promise<void>;
}

export interface EngineOptions {
  /** Worker processes; default: the cores of the machine, at least 2. */
  readonly workers?: number;
  /** Private memory of a worker in MB (RLIMIT_DATA on Linux, elsewhere a watchdog on resident memory); default 4096. */
  readonly memoryMb?: number;
  /** Seconds one job may take. */
  readonly timeoutSeconds?: number;
  /** Folder for temporary files; created, and emptied at start. */
  readonly tempDir: string;
}
