import { description, type Description } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { readFile } from 'node:fs/promises';
import { aggregateGroups } from '../query/aggregate-groups.ts';
import { alignRows } from '../query/align-rows.ts';
import { calculatePower } from '../procedures/power/define-design.ts';
import { compareDatasets } from '../drift/compare-datasets.ts';
import { countFrequencies } from '../query/count-frequencies.ts';
import { countPictures } from '../columns/count-pictures.ts';
import { drawChart } from '../charts/draw-chart.ts';
import { explainView } from '../query/explain-view.ts';
import { exportParquet } from '../query/export-parquet.ts';
import { exportRows } from '../query/export-rows.ts';
import { findAlerts } from '../alerts/find-alerts.ts';
import { measureLeverage } from '../query/measure-leverage.ts';
import { markRows } from '../query/mark-rows.ts';
import { lookOver } from '../query/look-over.ts';
import { readRows } from '../query/read-rows.ts';
import { recommendTest } from '../advice/recommend-test.ts';
import { answerBy } from '../procedures/define-procedure.ts';
import { procedures } from '../procedures/registry.ts';
import { describeTable } from '../columns/describe-table.ts';
import { partOfProfile } from '../columns/part-of-profile.ts';
import { withConnection } from './duckdb.ts';
import { withTable, type JobContext } from './job-context.ts';
import type { Question } from './jobs.ts';

/** Answers a question to one table, to two, or to none; its result is plain data. */
export function answerQuestion(job: Question, context: JobContext): Promise<unknown> {
  const { memoryMb, signal } = context;
  switch (job.kind) {
    case 'compareDatasets':
      return withConnection(
        { paths: [job.table.parquet, job.other.parquet], threads: 'one', memoryMb },
        signal,
        (connection) => compareDatasets(connection, job.other, job.table, job.bins),
      );
    case 'alignRows':
      return withConnection(
        { paths: job.tables.map(({ parquet }) => parquet), threads: 'one', memoryMb },
        signal,
        (connection) => alignRows(connection, job.tables, job.input),
      );
    case 'exportParquet':
      return withConnection(
        { paths: [job.table.parquet, job.to], threads: 'one', memoryMb },
        signal,
        (connection) => exportParquet(connection, job.table, job.input, job.to),
      );
    case 'calculatePower':
      return Promise.resolve(calculatePower(procedures.calculatePower, job.input));
    case 'describe':
      return describe(job, context);
    default:
      return withTable(job.table.parquet, context, (connection) => askTable(connection, job));
  }
}

/** From the profile where there is one that holds what is asked, else from the table; the two agree. */
async function describe(
  { table, input, profile: path }: Extract<Question, { kind: 'describe' }>,
  context: JobContext,
): Promise<Description> {
  const profile =
    path === undefined ? null : description.parse(JSON.parse(await readFile(path, 'utf8')));
  const part = profile === null ? null : partOfProfile(profile, input);
  if (profile !== null && part !== null)
    return { ...profile, dataset_id: table.datasetId, dataset_version: table.version, ...part };
  return withTable(table.parquet, context, (connection) => describeTable(connection, table, input));
}

function askTable(
  connection: DuckDBConnection,
  job: Exclude<
    Question,
    { kind: 'compareDatasets' | 'alignRows' | 'exportParquet' | 'calculatePower' | 'describe' }
  >,
): Promise<unknown> {
  switch (job.kind) {
    case 'rows':
      return readRows(connection, job.table, job.input);
    case 'exportRows':
      return exportRows(connection, job.table, job.input, job.to);
    case 'frequencies':
      return countFrequencies(connection, job.table, job.input);
    case 'aggregate':
      return aggregateGroups(connection, job.table, job.input);
    case 'markRows':
      return markRows(connection, job.table, job.input);
    case 'measureLeverage':
      return measureLeverage(connection, job.table, job.input);
    case 'association':
      return answerBy(procedures.association, connection, job.table, job.input);
    case 'compareGroups':
      return answerBy(procedures.compareGroups, connection, job.table, job.input);
    case 'testDistribution':
      return answerBy(procedures.testDistribution, connection, job.table, job.input);
    case 'fitRegression':
      return answerBy(procedures.fitRegression, connection, job.table, job.input);
    case 'timeSeries':
      return answerBy(procedures.timeSeries, connection, job.table, job.input);
    case 'structure':
      return answerBy(procedures.structure, connection, job.table, job.input);
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
