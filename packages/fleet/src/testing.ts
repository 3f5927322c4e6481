import { createTestDatabase } from '@columnist/core/testing';
import { folderObjects, type ObjectStore } from '@columnist/core';
import { createPool, type Engine, type JobRunner } from '@columnist/workers';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { openWeb, openWorker, type FleetWorker } from './open-fleet.ts';

const token = 'the token of a fleet, 32 characters';

export interface TestFleet {
  readonly databaseUrl: string;
  readonly objects: ObjectStore;
  readonly engine: Engine;
  readonly depth: Awaited<ReturnType<typeof openWeb>>['depth'];
  /** One more worker, whose processes are those of this pool, or its own. */
  readonly startWorker: (pool?: JobRunner) => Promise<FleetWorker & { readonly url: string }>;
  readonly write: (content: string, name?: string) => Promise<string>;
  readonly path: (name: string) => string;
  readonly close: () => Promise<void>;
}

/** A web server and its workers in this process, on PostgreSQL and a store in a folder. */
export async function openTestFleet(): Promise<TestFleet> {
  const folder = await mkdtemp(join(tmpdir(), 'columnist-fleet-'));
  const database = await createTestDatabase('PostgreSQL');
  const objects = folderObjects(join(folder, 'objects'));
  const options = { databaseUrl: database.url, objects, token, log: pino({ level: 'silent' }) };
  const web = await openWeb({ ...options, tempDir: join(folder, 'web') });
  const started: { worker: FleetWorker; server: Server }[] = [];
  let files = 0;
  return {
    databaseUrl: database.url,
    objects,
    engine: web.engine,
    depth: web.depth,
    startWorker: async (pool) => {
      const name = `worker-${started.length}`;
      let worker: FleetWorker | null = null;
      const server = createServer((req, res) => worker?.door(req, res));
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const { port } = z.object({ port: z.int() }).parse(server.address());
      const url = `http://127.0.0.1:${port}`;
      worker = await openWorker({
        ...options,
        tempDir: join(folder, name),
        pool: pool ?? createPool({ workers: 2, tempDir: join(folder, `${name}-scratch`) }),
        url,
      });
      started.push({ worker, server });
      return { ...worker, url };
    },
    write: async (content, name) => {
      files += 1;
      const path = join(folder, name ?? `file-${files}.csv`);
      await writeFile(path, content);
      return path;
    },
    path: (name) => join(folder, name),
    close: async () => {
      await web.engine.close();
      for (const { worker, server } of started) {
        await worker.stop();
        server.closeAllConnections();
        server.close();
      }
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
