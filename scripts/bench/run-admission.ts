import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Admission, Parquet and exact profile of one file by our engine, as one process from start to end:
 * FILE PARQUET.
 */
const [source, parquet] = process.argv.slice(2);
if (source === undefined || parquet === undefined)
  throw new Error('Usage: node scripts/bench/run-admission.ts FILE PARQUET');
// As the server does when it starts.
enableCompileCache(join(import.meta.dirname, '../../dist/compile-cache'));
const { createEngine } = await import('@columnist/workers');
// The engine empties its folder when it starts.
const tempDir = mkdtempSync(join(tmpdir(), 'columnist-bench-'));
const engine = createEngine({ tempDir, workers: 1, timeoutSeconds: 900 });
try {
  await engine.admit({ source, parquet });
} finally {
  await engine.close();
  rmSync(tempDir, { recursive: true, force: true });
}
