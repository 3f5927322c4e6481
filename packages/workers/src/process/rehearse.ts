import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { jobs } from '../jobs/jobs.ts';
import { writeJson } from './write-json.ts';

/** A table of two columns and three rows, as an admission writes it. */
const parquet = join(import.meta.dirname, 'rehearsal.parquet');
const column = { missing: 0, distinct: 3, picture: null };
const table = {
  parquet,
  datasetId: '00000000-0000-0000-0000-000000000000',
  version: 1,
  rowCount: 3,
  columns: [
    { ...column, name: 'a', type: 'number', storage: 'BIGINT', low: 1, high: 5 },
    { ...column, name: 'b', type: 'number', storage: 'BIGINT', low: 2, high: 6 },
  ],
};

/**
 * Answers a small question as if somebody had asked it. The first question of a process takes ten
 * times as long as the
 * next: modules are loaded, code is compiled, and the database touches its own code for the first
 * time.
 */
export async function rehearse(memoryMb: number): Promise<void> {
  await Promise.all(Object.values(jobs).map(({ load }) => load()));
  flushCompileCache();
  const { signal } = new AbortController();
  const given = { table, input: { limit: 3 } };
  writeJson(await jobs.rows.answer(given, { memoryMb, signal, onProgress: () => {} }));
}
