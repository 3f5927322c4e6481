import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { openAccount } from '../bench/accounts.ts';
import { inDatabase } from '../bench/in-database.ts';
import type { Server } from '../bench/servers.ts';
import { appSecret, withInstallation } from '../faults/parts.ts';
import { must } from './check.ts';
import { freshEmail, openSite, type Person, type Site } from './site.ts';

/**
 * A site whose database and files a check may look into and change, and whose server it may start
 * again otherwise.
 */
export interface OwnSite extends Site {
  /** Paths of the files that are stored of a dataset. */
  readonly filesOf: (dataset: string) => string[];
  /** Names of the files that are being received, or were left behind. */
  readonly received: () => string[];
  readonly sql: (statement: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  /** Somebody with a verified address. */
  readonly person: () => Promise<Person>;
  /** Runs a command of the administrator, beside the server; throws what it says where it fails. */
  readonly command: (...words: readonly string[]) => Promise<void>;
  /**
   * Ends the server, and starts another one on the same database and files with these settings too.
   */
  readonly restart: (variables: Record<string, string>) => Promise<Server>;
}

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const rows = z.array(z.record(z.string(), z.unknown()));
type Row = z.infer<typeof rows>[number];

/** A server on PostgreSQL with every limit as in production, and these settings. */
export const withOwnSite = (
  work: (site: OwnSite) => Promise<string>,
  variables: Record<string, string> = {},
): Promise<string> =>
  withInstallation(async ({ folder, database, start }) => {
    const data = join(folder, 'data');
    const settings = { THROTTLE_SCALE: '1', NODE_ENV: 'test', DATA_DIR: data, ...variables };
    const server = await start(settings);
    const site = await openSite(server, 1);
    return work({
      ...site,
      filesOf: (dataset) =>
        readdirSync(join(data, 'objects'), { recursive: true, withFileTypes: true }).flatMap(
          (entry) => {
            const path = join(entry.parentPath, entry.name);
            return entry.isFile() && path.includes(dataset) ? [path] : [];
          },
        ),
      received: () => readdirSync(join(data, 'temp')),
      sql: (statement, values = []) =>
        inDatabase(database.url, async (client) =>
          rows.parse((await client.query(statement, [...values])).rows),
        ),
      person: async () => {
        const email = freshEmail();
        return {
          email,
          ...(await openAccount(server.url, () => server.output(), email, '', 'free')),
        };
      },
      command: async (...words) => {
        await run(process.execPath, ['apps/server/src/admin.ts', ...words], {
          cwd: root,
          env: {
            PATH: process.env['PATH'] ?? '',
            DATABASE_URL: database.url,
            DATA_DIR: join(folder, 'command'),
            APP_SECRET: appSecret,
          },
        });
      },
      restart: async (more) => {
        await server.stop();
        return start({ ...settings, ...more });
      },
    });
  });

/** Asks until it holds; throws what did not come. */
export async function comesTo(
  what: string,
  holds: () => Promise<boolean> | boolean,
  seconds = 30,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await holds())) {
    must(performance.now() < end, `${what}: not within ${seconds} seconds`);
    await wait(50);
  }
}
