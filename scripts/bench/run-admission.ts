import { createEngine } from '@columnist/engine';
import { tmpdir } from 'node:os';

/** Admission, Parquet and exact profile of one file by our engine, as one process from start to end: FILE PARQUET. */
const [source, parquet] = process.argv.slice(2);
if (source === undefined || parquet === undefined) throw new Error('Usage: node scripts/bench/run-admission.ts FILE PARQUET');
const engine = createEngine({ tempDir: tmpdir(), workers: 1, timeoutSeconds: 900 });
try {
  await engine.admit({ source, parquet });
} finally {
  await engine.close();
}
