import { z } from 'zod';
import { becomeAdmin, inDatabase, type Server } from '../bench/servers.ts';
import { withInstallation } from '../faults/parts.ts';
import { must } from './check.ts';
import { openSite, type Site } from './site.ts';

/** A site whose database a check may look into and change, and whose server it may start again otherwise. */
export interface OwnSite extends Site {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly sql: (statement: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  /** Ends the server, and starts another one on the same database and files with these settings too. */
  readonly restart: (variables: Record<string, string>) => Promise<Server>;
}

const rows = z.array(z.record(z.string(), z.unknown()));
type Row = z.infer<typeof rows>[number];

/** A server on PostgreSQL with every limit as in production, and these settings. */
export const withOwnSite = (
  work: (site: OwnSite) => Promise<string>,
  variables: Record<string, string> = {},
): Promise<string> =>
  withInstallation(async ({ folder, database, start }) => {
    const settings = { THROTTLE_SCALE: '1', NODE_ENV: 'test', DATA_DIR: `${folder}/data` };
    const server = await start({ ...settings, ...variables });
    const site = await openSite(server, 1);
    return work({
      ...site,
      folder,
      databaseUrl: database.url,
      sql: (statement, values = []) =>
        inDatabase(database.url, async (client) =>
          rows.parse((await client.query(statement, [...values])).rows),
        ),
      restart: async (more) => {
        await server.stop();
        return start({ ...settings, ...variables, ...more });
      },
    });
  });

/** The session of a new administrator. */
export async function adminOf(site: Site): Promise<{ readonly session: string }> {
  const { session } = site.mallory;
  await becomeAdmin(site.server, session);
  return { session };
}

/** Tries until it holds; throws what did not come. */
export async function comesTo(
  what: string,
  holds: () => Promise<boolean>,
  seconds = 30,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await holds())) must(performance.now() < end, `${what}: not within ${seconds} seconds`);
}
