import { keptFolder } from '@columnist/testing';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startColumnist } from './columnist.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a server that has started once and stopped; the servers of the tests begin with a copy. */
    dataFolder: string;
  }
}

const root = resolve(import.meta.dirname, '../../..');

/**
 * Making an empty database takes longer than all else of a start, so the folder is kept until a
 * migration or a dependency changes.
 */
export default async function prepareDataFolder(project: TestProject): Promise<void> {
  const madeOf = [
    'pnpm-lock.yaml',
    ...globSync('packages/core/src/database/migrations/*', { cwd: root }).toSorted(),
  ];
  const folder = await keptFolder(
    {
      cache: join(root, 'apps/web/node_modules/.cache'),
      name: 'data',
      of: await Promise.all(madeOf.map((file) => readFile(join(root, file)))),
    },
    async (empty) => {
      const first = await startColumnist({}, empty);
      await first.stop();
    },
  );
  project.provide('dataFolder', folder);
}
