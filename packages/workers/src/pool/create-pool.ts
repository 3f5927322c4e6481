import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { EngineOptions } from '../engine.ts';
import { WorkerPool } from './worker-pool.ts';

/** Worker processes of this machine; their folder is emptied first. */
export function createPool({
  workers,
  memoryMb = 4096,
  timeoutSeconds = 120,
  startsAhead = true,
  tempDir,
}: EngineOptions): WorkerPool {
  emptyFolder(tempDir);
  return new WorkerPool(
    workers ?? Math.max(2, availableParallelism()),
    { memoryMb, timeoutSeconds },
    { startsAhead },
  );
}

/** Makes the folder, and removes what an earlier process left in it. */
export function emptyFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    rmSync(join(folder, name), { recursive: true, force: true });
}
