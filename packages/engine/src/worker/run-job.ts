import { AppError, type Cell } from '@columnist/contract';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { admitFile } from '../admission/admit-file.ts';
import { associateColumns, countPictures, describeTable } from '../columns/describe-table.ts';
import type { AdmitProgress, Admitted, DescribeInput } from '../engine.ts';
import { countFrequencies } from '../query/count-frequencies.ts';
import { lookOver } from '../query/look-over.ts';
import { readRows } from '../query/read-rows.ts';
import { literal } from '../query/sql.ts';
import type { Job } from './jobs.ts';

type OnProgress = (progress: AdmitProgress) => void;

const list = (paths: readonly string[]): string => `[${paths.map(literal).join(', ')}]`;

/** A fresh DuckDB instance that can touch the named files and folders alone, and cannot be told otherwise. */
async function withConnection<Result>(allowed: { paths: string[]; folders?: string[] }, work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
  // One thread: the same file gives the same last digit every time.
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '1GB', autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' });
  let connection: DuckDBConnection | undefined;
  try {
    connection = await instance.connect();
    await connection.run(`set allowed_paths = ${list(allowed.paths)}`);
    if (allowed.folders !== undefined) await connection.run(`set allowed_directories = ${list(allowed.folders)}`);
    await connection.run('set enable_external_access = false');
    await connection.run('set lock_configuration = true');
    return await work(connection);
  } finally {
    connection?.closeSync();
    instance.closeSync();
  }
}

export async function runJob(job: Job, onProgress: OnProgress): Promise<unknown> {
  switch (job.kind) {
    case 'ping':
      return withConnection({ paths: [] }, () => Promise.resolve('pong'));
    case 'admit':
      return admit(job, onProgress);
    case 'describeFile':
      return describeScratch(job, job.input, onProgress);
    case 'describeValues': {
      const source = `${job.scratch}.csv`;
      try {
        await writeFile(source, csvOf(job.data));
        return await describeScratch({ source, scratch: job.scratch, names: Object.keys(job.data) }, job.input, onProgress);
      } finally {
        await rm(source, { force: true });
      }
    }
    default:
      return withConnection({ paths: [job.table.parquet] }, (connection) => askTable(connection, job));
  }
}

function askTable(connection: DuckDBConnection, job: Extract<Job, { table: unknown }>): Promise<unknown> {
  switch (job.kind) {
    case 'describe':
      return describeTable(connection, job.table, job.input);
    case 'rows':
      return readRows(connection, job.table, job.input);
    case 'frequencies':
      return countFrequencies(connection, job.table, job.input);
    case 'association':
      return associateColumns(connection, job.table, job.input);
    case 'pictures':
      return countPictures(connection, job.table, job.input);
    case 'overview':
      return lookOver(connection, job.table, job.input);
  }
}

async function admit(input: { source: string; parquet: string; names?: string[] }, onProgress: OnProgress): Promise<Admitted> {
  try {
    return await withConnection({ paths: [input.source], folders: [`${dirname(input.parquet)}/`] }, (connection) => admitFile(connection, input, onProgress));
  } catch (error) {
    // What our scan accepts and DuckDB's strict reader does not is in doubt; its own words are never shown.
    if (error instanceof Error && /^(?:Invalid Input|Conversion|IO) Error/.test(error.message)) {
      throw new AppError('invalid_file', 'The file cannot be read without doubt.', { fix: 'Check its quotes and line ends, then upload again.' }, { cause: error });
    }
    throw error;
  }
}

async function describeScratch(from: { source: string; scratch: string; names?: string[] }, input: DescribeInput, onProgress: OnProgress) {
  const parquet = `${from.scratch}.parquet`;
  try {
    const { rowCount, columns } = await admit({ source: from.source, parquet, ...(from.names === undefined ? {} : { names: from.names }) }, onProgress);
    return await withConnection({ paths: [parquet] }, (connection) => describeTable(connection, { parquet, datasetId: null, version: null, rowCount, columns }, input));
  } finally {
    await rm(parquet, { force: true });
  }
}

/** Values sent along as text of the same admission: arrays of one length, one a column. */
function csvOf(data: Readonly<Record<string, readonly Cell[]>>): string {
  const columns = Object.values(data);
  const length = columns[0]?.length ?? 0;
  const uneven = Object.entries(data).find(([, values]) => values.length !== length);
  if (uneven !== undefined) {
    throw new AppError('invalid_input', `'${uneven[0]}' has ${uneven[1].length} values; the first column has ${length}.`, {
      errors: [{ field: `data.${uneven[0]}`, message: 'All columns need the same number of values; write null for a missing one.' }],
    });
  }
  if (length === 0) throw new AppError('invalid_input', 'There are no values.', { errors: [{ field: 'data', message: 'Send at least one column with at least one value.' }] });
  const text = (value: Cell): string => (typeof value === 'string' && value !== '' ? `"${value.replaceAll('"', '""')}"` : String(value ?? ''));
  return Array.from({ length }, (_, i) => `${columns.map((values) => text(values[i] ?? null) || '""').join(',')}\n`).join('');
}
