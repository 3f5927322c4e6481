import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startColumnist } from './columnist.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a server that has started once and stopped; the servers of the tests begin with a copy. */
    dataFolder: string;
  }
}

/** Once a vitest run: making an empty database takes longer than all else of a start. */
export default async function prepareDataFolder(
  project: TestProject,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'columnist-browser-'));
  const first = await startColumnist({}, folder);
  await first.stop();
  project.provide('dataFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
