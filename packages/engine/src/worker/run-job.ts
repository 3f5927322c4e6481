import { description, type Cell, type Description } from '@columnist/contract';
import { readFile as readText, rename, rm, writeFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { z } from 'zod';
import { admitFile, type AdmittedFile, type FileToAdmit } from '../admission/admit-file.ts';
import { combineFiles } from '../admission/combine-files.ts';
import type { StatedReading } from '../admission/look-at-text.ts';
import { previewFile } from '../admission/preview-file.ts';
import { statedReading } from '../admission/stated-reading.ts';
import type { Admitted, DescribeInput } from '../engine.ts';
import { prepareInstance, withConnection } from './duckdb.ts';
import { withTable, type JobContext } from './job-context.ts';
import type { Job, ScratchJob } from './jobs.ts';
import { temporaryFiles } from '../admission/temporary-files.ts';
import { writeValues } from './write-values.ts';

let loading: Promise<typeof import('../columns/profile-table.ts')> | null = null;

/** What describes columns, loaded while the database reads. Its compiled code is kept at once: workers are killed. */
function describing(): NonNullable<typeof loading> {
  loading ??= import('../columns/profile-table.ts').finally(() => flushCompileCache());
  return loading;
}

/** Does one job; its result is plain data. Temporary files are gone when it ends, unless the process is killed. */
export async function runJob(job: Job, context: JobContext): Promise<unknown> {
  switch (job.kind) {
    case 'ping':
      return withConnection(
        { paths: [], threads: 'one', memoryMb: context.memoryMb },
        context.signal,
        () => Promise.resolve('pong'),
      );
    case 'admit':
      return admit({ ...job, reading: statedReading(job.reading) }, context);
    case 'preview':
      return previewFile(job.source, statedReading(job.reading), job.scratch);
    case 'combine':
      return combineFiles(
        job.parts.map(({ source, reading }) => ({ source, stated: statedReading(reading) })),
        job.to,
        job.scratch,
        job.above,
      );
    case 'describeFile':
    case 'describeValues':
      return describeScratch(job, context);
    default:
      // Reading a file does without what answers questions.
      return (await import('./answer-question.ts')).answerQuestion(job, context);
  }
}

async function admit(
  file: FileToAdmit & {
    readonly repairs?: string | undefined;
    readonly profile?: string | undefined;
  },
  context: JobContext,
): Promise<Admitted> {
  const { part, repairs } = temporaryFiles(file.parquet);
  try {
    const admitted = await readFile(file, context);
    const { columns, profile } = await profileFile(part, admitted, context);
    await rename(part, file.parquet);
    if (file.repairs !== undefined && admitted.admission.repairs_file)
      await rename(repairs, file.repairs);
    // Of a wide table it is megabytes: written and checked here, it costs the server nothing.
    if (file.profile !== undefined)
      await writeFile(file.profile, JSON.stringify(description.parse(profile)));
    return { ...admitted, columns };
  } finally {
    await remove(file.parquet);
  }
}

async function profileFile(
  parquet: string,
  { columns, rowCount }: AdmittedFile,
  context: JobContext,
): Promise<{ readonly columns: Admitted['columns']; readonly profile: Description }> {
  const { profileTable } = await describing();
  return withTable(parquet, context, (connection, aside) =>
    profileTable(connection, aside, parquet, columns, rowCount, (done) =>
      context.onProgress({ step: 'profiling', share: done / columns.length }),
    ),
  );
}

/** Reads the file into `${parquet}.part`. */
async function readFile(
  file: FileToAdmit,
  { memoryMb, signal, onProgress }: JobContext,
): Promise<AdmittedFile> {
  const temporary = temporaryFiles(file.parquet);
  const reading = withConnection(
    { paths: [file.source, ...Object.values(temporary)], threads: 'all', memoryMb },
    signal,
    (connection) => admitFile(connection, file, temporary, onProgress),
  );
  // For what is asked of the table next.
  prepareInstance();
  const [read] = await Promise.all([reading, describing()]);
  return read;
}

async function describeScratch(job: ScratchJob, context: JobContext): Promise<unknown> {
  const input: DescribeInput = job.input;
  const csv = `${job.scratch}.csv`;
  const parquet = `${job.scratch}.parquet`;
  const { part } = temporaryFiles(parquet);
  try {
    const sent =
      job.kind === 'describeValues' ? readValues(await readText(job.source, 'utf8')) : null;
    if (sent !== null) await writeFile(csv, writeValues(sent));
    const read = await readFile(
      sent === null
        ? { source: job.source, parquet }
        : { source: csv, parquet, names: Object.keys(sent), reading: readingOf(sent) },
      context,
    );
    // What columns mean is decided over all rows; where a view leaves some out, they are looked at first.
    const columns =
      input.view === undefined ? read.columns : (await profileFile(part, read, context)).columns;
    const [{ describeTable }, { meaningOf }] = await Promise.all([
      import('../columns/describe-table.ts'),
      import('../columns/meaning-of.ts'),
    ]);
    const table = {
      parquet: part,
      datasetId: null,
      version: null,
      rowCount: read.rowCount,
      columns,
    };
    return await withTable(part, context, (connection) =>
      describeTable(connection, table, input, input.view === undefined ? meaningOf : undefined),
    );
  } finally {
    await Promise.all([rm(csv, { force: true }), remove(parquet)]);
  }
}

/** Whoever sends values has checked them; a schema of a million costs more than all the rest. */
const readValues = (json: string): Readonly<Record<string, readonly Cell[]>> =>
  z.custom<Readonly<Record<string, readonly Cell[]>>>().parse(JSON.parse(json));

/** Numbers that are sent as such are written with a decimal point; texts alone show their mark themselves. */
const readingOf = (data: Readonly<Record<string, readonly Cell[]>>): StatedReading =>
  Object.values(data).some((column) => column.some((value) => typeof value === 'number'))
    ? { decimal_mark: '.' }
    : {};

async function remove(parquet: string): Promise<void> {
  await Promise.all(
    Object.values(temporaryFiles(parquet)).map((path) => rm(path, { force: true })),
  );
}
