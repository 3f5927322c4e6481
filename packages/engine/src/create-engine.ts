import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Engine, EngineOptions } from './engine.ts';
import { results } from './worker/jobs.ts';
import { WorkerPool } from './worker/worker-pool.ts';

/** The engine on this machine: a pool of killable worker processes. */
export function createEngine({ workers, memoryMb = 4096, timeoutSeconds = 120, tempDir }: EngineOptions): Engine {
  mkdirSync(tempDir, { recursive: true });
  for (const name of readdirSync(tempDir)) rmSync(join(tempDir, name), { recursive: true, force: true });
  const pool = new WorkerPool(workers ?? Math.max(2, availableParallelism()), { memoryMb, timeoutSeconds });
  const scratch = () => join(tempDir, randomUUID());
  /** A killed worker cannot tidy up after itself. */
  const tidied = async <Result>(stem: string, work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } finally {
      for (const suffix of ['.csv', '.parquet', '.parquet.utf8', '.parquet.even', '.parquet.part', '.utf8', '.even', '.part']) rmSync(stem + suffix, { force: true });
    }
  };
  return {
    admit: (input, options) => {
      const { source, parquet } = input;
      return tidied(parquet, pool.run({ kind: 'admit', source, parquet }, results.admit, options));
    },
    describe: (table, input, options) => pool.run({ kind: 'describe', table, input }, results.describe, options),
    describeFile: (source, input, options) => {
      const stem = scratch();
      return tidied(stem, pool.run({ kind: 'describeFile', source, scratch: stem, input }, results.describeFile, options));
    },
    describeValues: (data, input, options) => {
      const stem = scratch();
      return tidied(stem, pool.run({ kind: 'describeValues', data, scratch: stem, input }, results.describeValues, options));
    },
    rows: (table, input, options) => pool.run({ kind: 'rows', table, input }, results.rows, options),
    frequencies: (table, input, options) => pool.run({ kind: 'frequencies', table, input }, results.frequencies, options),
    association: (table, input, options) => pool.run({ kind: 'association', table, input }, results.association, options),
    pictures: (table, input, options) => pool.run({ kind: 'pictures', table, input }, results.pictures, options),
    overview: (table, input, options) => pool.run({ kind: 'overview', table, input }, results.overview, options),
    ready: async () => (await pool.run({ kind: 'ping' }, results.ping)) === 'pong',
    close: () => Promise.resolve(pool.close()),
  };
}
