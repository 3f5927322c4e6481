import {
  AppError,
  description,
  type Cell,
  type Description,
  type Reading,
} from '@columnist/contract';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createEngine, type Engine, type EngineOptions } from './index.ts';
import { type Admitted } from '@columnist/tables/admission/inputs';
import { type TableRef } from '@columnist/tables/table/table-ref';

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly row: number | undefined;
  readonly fix: string | undefined;
}

/** A real engine in a folder of its own, and short ways to put a file through it. */
export interface TestEngine {
  readonly engine: Engine;
  readonly folder: string;
  /** Writes the content to a file and gives its path. */
  write(content: string | Buffer): Promise<string>;
  /** `profile` is what the file of the description holds. */
  admit(content: string | Buffer): Promise<{
    admitted: Admitted & { readonly profile: Description };
    table: TableRef;
    profilePath: string;
  }>;
  /** The file as it can be read back: at most 1,000 rows. */
  read(content: string | Buffer): Promise<{
    names: string[];
    types: string[];
    items: Cell[][];
    notes: string[];
    messages: string[];
    dialect: Admitted['dialect'];
  }>;
  /** Imports one table of a file of another format: at most 1,000 rows of it. */
  import(
    content: string | Buffer,
    filename: string,
    reading?: Reading,
  ): Promise<{
    admitted: Admitted;
    names: string[];
    storages: string[];
    items: Cell[][];
    notes: string[];
    messages: string[];
  }>;
  refusal(content: string | Buffer): Promise<Refusal>;
  /** Files in the folder that are no sources. */
  leftovers(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openTestEngine(
  options: Omit<EngineOptions, 'tempDir'> = {},
): Promise<TestEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'columnist-engine-'));
  const engine = createEngine({ ...options, tempDir: join(folder, 'temp') });
  const profiles = await mkdtemp(join(tmpdir(), 'columnist-profiles-'));
  let files = 0;
  const write = async (content: string | Buffer): Promise<string> => {
    files += 1;
    const source = join(folder, `${files}.csv`);
    await writeFile(source, content);
    return source;
  };
  const admit = async (content: string | Buffer) => {
    const source = await write(content);
    const parquet = source.replace(/csv$/, 'parquet');
    const profilePath = join(profiles, `${basename(source)}.json`);
    const admitted = await engine.admit({ source, parquet, profile: profilePath });
    const profile = description.parse(JSON.parse(await readFile(profilePath, 'utf8')));
    return {
      admitted: { ...admitted, profile },
      profilePath,
      table: {
        parquet,
        datasetId: '0199aaaa-0000-7000-8000-000000000000',
        version: 1,
        rowCount: admitted.rowCount,
        columns: admitted.columns,
      },
    };
  };
  return {
    engine,
    folder,
    write,
    admit,
    import: async (content, filename, reading = {}) => {
      const source = await write(content);
      const parquet = source.replace(/csv$/, 'parquet');
      const admitted = await engine.admit({
        source,
        parquet,
        filename,
        reading: { ...reading, part: reading.part ?? {} },
      });
      const { rowCount, columns } = admitted;
      const { items } = await engine.rows(
        { parquet, datasetId: null, version: null, rowCount, columns },
        { limit: Math.min(1000, Math.floor(200_000 / columns.length)), offset: 0 },
      );
      return {
        admitted,
        names: columns.map(({ name }) => name),
        storages: columns.map(({ storage }) => storage),
        items,
        notes: admitted.admission.notes.map(({ code, count }) => `${code} ${count}`),
        messages: admitted.admission.notes.map(({ message }) => message),
      };
    },
    read: async (content) => {
      const { admitted, table } = await admit(content);
      const { items } = await engine.rows(table, { limit: 1000, offset: 0 });
      const { columns, admission, dialect } = admitted;
      return {
        names: columns.map(({ name }) => name),
        types: columns.map(({ storage }) => storage),
        items,
        notes: admission.notes.map(({ code }) => code),
        messages: admission.notes.map(({ message }) => message),
        dialect,
      };
    },
    refusal: async (content) => {
      const reason: unknown = await admit(content).catch((error: unknown) => error);
      if (!(reason instanceof AppError))
        throw new Error('The file was not refused.', { cause: reason });
      return {
        code: reason.code,
        message: reason.message,
        row: reason.details.row,
        fix: reason.details.fix,
      };
    },
    leftovers: async () =>
      [...(await readdir(folder)), ...(await readdir(join(folder, 'temp')))].filter(
        (name) => name !== 'temp' && !basename(name).endsWith('.csv'),
      ),
    close: async () => {
      await engine.close();
      await Promise.all([folder, profiles].map((one) => rm(one, { recursive: true })));
    },
  };
}

// What simulates the pool takes its turns.
export { FairSchedule, type Ticket } from './pool/fair-schedule.ts';
