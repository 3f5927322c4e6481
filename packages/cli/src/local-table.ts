import { AppError, type Reading } from '@columnist/contract';
import { engineHere, jobNamed, type EngineHere, type TableRef } from '@columnist/workers';
import { mkdtemp, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { cannotWrite, isFull } from './say-failure.ts';
import { showProgress } from './show-progress.ts';
import { verbs } from './verbs.ts';
import { wholeFile } from './whole-file.ts';

/** A file on this machine, read and ready to be asked. */
export interface LocalTable {
  readonly table: TableRef;
  /** What was done to read it, one sentence each. */
  readonly notes: readonly string[];
  /** Answers the operation of this name. Throws AppError. */
  readonly ask: (name: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly export: EngineHere['export'];
}

/** In place of the id of a dataset in provenance; answers about a file are without it. */
const nobody = '00000000-0000-4000-8000-000000000000';
const megabyte = 1024 * 1024;

/** The engine in this process, with a folder for the files that it reads. */
export interface LocalEngine {
  readonly engine: EngineHere;
  /** Reads a file. Throws invalid_file, not_found. */
  readonly open: (path: string, reading: Reading) => Promise<LocalTable>;
}

/** Reads a file, lets `work` ask it, and leaves nothing behind. Throws invalid_file, not_found. */
export const withLocalTable = <Result>(
  path: string,
  reading: Reading,
  signal: AbortSignal,
  work: (local: LocalTable) => Promise<Result>,
): Promise<Result> => withEngine(signal, async ({ open }) => work(await open(path, reading)));

/** Lets `work` use the engine, and leaves nothing behind. */
export async function withEngine<Result>(
  signal: AbortSignal,
  work: (local: LocalEngine) => Promise<Result>,
): Promise<Result> {
  const beginning = join(tmpdir(), 'columnist-');
  const folder = await mkdtemp(beginning).catch((error: unknown) => {
    throw cannotWrite(beginning, error);
  });
  const engine = engineHere(Math.max(512, Math.floor((0.6 * freemem()) / megabyte)), signal);
  try {
    let opened = 0;
    return await work({
      engine,
      open: (path, reading) =>
        openTable(engine, path, reading, join(folder, `table-${(opened += 1)}`), signal).catch(
          (error: unknown) => {
            throw isFull(error) ? cannotWrite(folder, error) : error;
          },
        ),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openTable(
  engine: EngineHere,
  path: string,
  reading: Reading,
  base: string,
  signal: AbortSignal,
): Promise<LocalTable> {
  const { source, filename } = await wholeFile(path, `${base}.input`, signal);
  const parquet = `${base}.parquet`;
  const progress = showProgress(path);
  try {
    const { columns, rowCount, admission, profile } = await engine.admit(
      { source, parquet, reading, filename },
      progress.show,
    );
    const table: TableRef = { parquet, datasetId: nobody, version: 1, rowCount, columns };
    return {
      table,
      notes: admission.notes.map(({ column, message }) =>
        column === null ? message : `${column}: ${message}`,
      ),
      ask: async (name, input) => {
        const kind = jobNamed(name);
        if (kind === undefined) throw onServer(name);
        if (input['cursor'] !== undefined)
          throw new AppError('invalid_input', 'A file has no cursor.', {
            fix: 'Use --offset and --limit.',
          });
        return ofFile(await engine.ask(kind, table, input, kind === 'describe' ? profile : null));
      },
      export: engine.export,
    };
  } finally {
    progress.end();
  }
}

function onServer(name: string): AppError {
  const path = `datasets.${name}`;
  const verb =
    verbs.find(({ operations }) => operations.some((one) => one.path === path))?.name ?? name;
  return new AppError('invalid_input', `${verb} is asked of a server, not of a file.`, {
    fix: `Name a dataset there, as in columnist ${verb} @name; columnist upload makes one of a file.`,
  });
}

const answer = z.record(z.string(), z.unknown());

/** Without what only datasets have. */
function ofFile(given: unknown): unknown {
  const parsed = answer.safeParse(given);
  if (!parsed.success) return given;
  const { dataset_id: _id, dataset_version: _version, ...rest } = parsed.data;
  return rest;
}
