import { AppError } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { rename, rm, writeFile } from 'node:fs/promises';
import { admitFile, isUnread, type AdmittedFile, type FileToAdmit } from '../admission/admit-file.ts';
import { combineFiles } from '../admission/combine-files.ts';
import { previewFile } from '../admission/preview-file.ts';
import { statedReading } from '../admission/stated-reading.ts';
import { findAlerts } from '../alerts/find-alerts.ts';
import { countPictures } from '../columns/count-pictures.ts';
import { analyzeAssociation } from '../association/analyze-association.ts';
import { describeTable } from '../columns/describe-table.ts';
import { profileTable } from '../columns/profile-table.ts';
import type { AdmitProgress, Admitted, DescribeInput } from '../engine.ts';
import { testDistribution } from '../distribution/test-distribution.ts';
import { compareGroups } from '../groups/compare-groups.ts';
import { drawChart } from '../charts/draw-chart.ts';
import { compareDatasets } from '../drift/compare-datasets.ts';
import { fitRegression } from '../models/fit-regression.ts';
import { findStructure } from '../structure/find-structure.ts';
import { analyzeTimeSeries } from '../time-series/analyze-time-series.ts';
import { recommendTest } from '../groups/recommend-test.ts';
import { calculatePower } from '../power/calculate-power.ts';
import { explainView } from '../query/explain-view.ts';
import { exportParquet } from '../query/export-parquet.ts';
import { exportRows } from '../query/export-rows.ts';
import { aggregateGroups } from '../query/aggregate-groups.ts';
import { countFrequencies } from '../query/count-frequencies.ts';
import { lookOver } from '../query/look-over.ts';
import { readRows } from '../query/read-rows.ts';
import { withConnection } from './duckdb.ts';
import type { Job } from './jobs.ts';
import { temporaryFiles } from '../admission/temporary-files.ts';
import { writeValues } from './write-values.ts';

export interface JobContext {
  /** Memory that DuckDB may use. */
  readonly memoryMb: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: AdmitProgress) => void;
}

type ScratchJob = Extract<Job, { kind: 'describeFile' | 'describeValues' }>;

/** Does one job; its result is plain data. Temporary files are gone when it ends, unless the process is killed. */
export async function runJob(job: Job, context: JobContext): Promise<unknown> {
  switch (job.kind) {
    case 'ping':
      return withConnection({ paths: [], threads: 'one', memoryMb: context.memoryMb }, context.signal, () => Promise.resolve('pong'));
    case 'admit':
      return admit({ ...job, reading: statedReading(job.reading) }, context);
    case 'preview':
      return previewFile(job.source, statedReading(job.reading), job.scratch);
    case 'combine':
      return combineFiles(job.parts.map(({ source, reading }) => ({ source, stated: statedReading(reading) })), job.to, job.scratch);
    case 'describeFile':
    case 'describeValues':
      return describeScratch(job, context);
    case 'compareDatasets':
      return withConnection({ paths: [job.table.parquet, job.other.parquet], threads: 'one', memoryMb: context.memoryMb }, context.signal, (connection) => compareDatasets(connection, job.other, job.table, job.bins));
    case 'exportParquet':
      return withConnection({ paths: [job.table.parquet, job.to], threads: 'one', memoryMb: context.memoryMb }, context.signal, (connection) => exportParquet(connection, job.table, job.input, job.to));
    case 'calculatePower':
      return calculatePower(job.input);
    default:
      return withTable(job.table.parquet, context, (connection) => askTable(connection, job));
  }
}

function askTable(connection: DuckDBConnection, job: Exclude<Extract<Job, { table: unknown }>, { kind: 'compareDatasets' | 'exportParquet' }>): Promise<unknown> {
  switch (job.kind) {
    case 'describe':
      return describeTable(connection, job.table, job.input);
    case 'rows':
      return readRows(connection, job.table, job.input);
    case 'exportRows':
      return exportRows(connection, job.table, job.input, job.to);
    case 'frequencies':
      return countFrequencies(connection, job.table, job.input);
    case 'aggregate':
      return aggregateGroups(connection, job.table, job.input);
    case 'association':
      return analyzeAssociation(connection, job.table, job.input);
    case 'compareGroups':
      return compareGroups(connection, job.table, job.input);
    case 'testDistribution':
      return testDistribution(connection, job.table, job.input);
    case 'fitRegression':
      return fitRegression(connection, job.table, job.input);
    case 'timeSeries':
      return analyzeTimeSeries(connection, job.table, job.input);
    case 'structure':
      return findStructure(connection, job.table, job.input);
    case 'recommendTest':
      return recommendTest(connection, job.table, job.input);
    case 'explainView':
      return explainView(connection, job.table, job.input.view);
    case 'chart':
      return drawChart(connection, job.table, job.input);
    case 'pictures':
      return countPictures(connection, job.table, job.input);
    case 'overview':
      return lookOver(connection, job.table, job.input);
    case 'alerts':
      return findAlerts(connection, job.table, job.input);
  }
}

/** Figures are computed on one thread. */
const withTable = <Result>(parquet: string, { memoryMb, signal }: JobContext, work: (connection: DuckDBConnection, aside: DuckDBConnection) => Promise<Result>): Promise<Result> =>
  withConnection({ paths: [parquet], threads: 'one', memoryMb }, signal, work);

async function admit(file: FileToAdmit & { readonly repairs?: string | undefined }, context: JobContext): Promise<Admitted> {
  const { part, repairs } = temporaryFiles(file.parquet);
  try {
    const admitted = await readFile(file, context);
    const { columns, profile } = await withTable(part, context, (connection, aside) =>
      profileTable(connection, aside, part, admitted.columns, admitted.rowCount, (done) => context.onProgress({ step: 'profiling', share: done / admitted.columns.length })),
    );
    await rename(part, file.parquet);
    if (file.repairs !== undefined && admitted.admission.repairs_file) await rename(repairs, file.repairs);
    return { ...admitted, columns, profile };
  } finally {
    await remove(file.parquet);
  }
}

/** Reads the file into `${parquet}.part`. What our scan accepts and DuckDB's strict reader does not is in doubt; its own words are never shown. */
async function readFile(file: FileToAdmit, { memoryMb, signal, onProgress }: JobContext): Promise<AdmittedFile> {
  const temporary = temporaryFiles(file.parquet);
  try {
    return await withConnection({ paths: [file.source, ...Object.values(temporary)], threads: 'all', memoryMb }, signal, (connection) => admitFile(connection, file, temporary, onProgress));
  } catch (error) {
    if (error instanceof AppError || !isUnread(error)) throw error;
    throw new AppError('invalid_file', 'The file cannot be read without doubt.', { fix: 'Check its quotes and line ends, then upload again.' }, { cause: error });
  }
}

async function describeScratch(job: ScratchJob, context: JobContext): Promise<unknown> {
  const parquet = `${job.scratch}.parquet`;
  const csv = `${job.scratch}.csv`;
  try {
    if (job.kind === 'describeValues') await writeFile(csv, writeValues(job.data));
    const { rowCount, columns } = await admit(job.kind === 'describeValues' ? { source: csv, parquet, names: Object.keys(job.data) } : { source: job.source, parquet }, context);
    const input: DescribeInput = job.input;
    return await withTable(parquet, context, (connection) => describeTable(connection, { parquet, datasetId: null, version: null, rowCount, columns }, input));
  } finally {
    await Promise.all([csv, parquet].map((path) => rm(path, { force: true })));
  }
}

async function remove(parquet: string): Promise<void> {
  await Promise.all(Object.values(temporaryFiles(parquet)).map((path) => rm(path, { force: true })));
}
