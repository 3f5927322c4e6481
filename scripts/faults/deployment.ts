import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inDatabase } from '../bench/in-database.ts';
import { csvOf, must, withInstallation, type Fault, type Installation } from './parts.ts';
import { loadOf, root, summaryOf, withReplicas } from './replicas.ts';

/** The program of another revision, installed in this folder. */
function checkOut(revision: string, folder: string): string {
  mkdirSync(folder);
  execFileSync('git', ['archive', '--output', join(folder, 'program.tar'), revision], {
    cwd: root,
  });
  execFileSync('tar', ['--extract', '--file', 'program.tar'], { cwd: folder });
  execFileSync('npx', ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile'], {
    cwd: folder,
    stdio: 'ignore',
  });
  return folder;
}

/** An account, by a server with stand-ins that shares the database and the secret. */
async function openDeployed(
  { start, open }: Installation,
  program: string,
): ReturnType<Installation['open']> {
  const first = await start({}, program);
  const account = await open(first, 'deployed');
  await first.stop();
  return account;
}

const times = <Item>(n: number, item: Item): Item[] => Array.from({ length: n }, () => item);

export const deployment: readonly Fault[] = [
  {
    name: 'Three replicas in production, behind a proxy with TLS, are replaced one after the other under load',
    run: (_chance, _unprotected, before) =>
      withInstallation(async (installation) => {
        const { database, folder } = installation;
        const programBefore = before === null ? root : checkOut(before, join(folder, 'before'));
        const rowsOf = (table: string): Promise<number> =>
          inDatabase(
            database.url,
            async (client) => (await client.query(`select from ${table}`)).rowCount ?? 0,
          );
        const { key } = await openDeployed(installation, programBefore);
        return withReplicas(installation, programBefore, async ({ ask, replace }) => {
          const migrations = await rowsOf('schema_migration');
          must((await ask('GET', '/metrics', {})) === 404, 'the metrics can be read from outside');
          const upload =
            '--edge\r\nContent-Disposition: form-data; name="file"; ' +
            `filename="deployed.csv"\r\n\r\n${csvOf(2000)}\r\n--edge--\r\n`;
          const load = loadOf([
            ...times(5, {
              name: 'reads',
              ask: () => ask('GET', '/api/v1/datasets?limit=5', { 'API-Key': key }),
            }),
            ...times(3, {
              name: 'statistics',
              ask: () =>
                ask(
                  'POST',
                  '/api/v1/statistics',
                  { 'API-Key': key, 'Content-Type': 'application/json' },
                  '{"data":{"x":[1,2,3]}}',
                ),
            }),
            {
              name: 'uploads',
              ask: () =>
                ask(
                  'POST',
                  '/api/v1/datasets',
                  { 'API-Key': key, 'Content-Type': 'multipart/form-data; boundary=edge' },
                  upload,
                ),
            },
          ]);
          await replace(root);
          const statuses = await load.end();
          const summary = summaryOf(statuses);
          must(statuses.size >= 3, `there was no load: ${summary}`);
          must(
            [...statuses.keys()].every((seen) => / 20[01]$/.test(seen)),
            summary,
          );
          must(
            (await rowsOf('dataset')) === (statuses.get('uploads 201') ?? 0),
            `not as many datasets as uploads: ${summary}`,
          );
          return before === null
            ? summary
            : `${summary}; upgraded from ${before} with ${(await rowsOf('schema_migration')) - migrations} migrations`;
        });
      }),
  },
  {
    name: 'APP_SECRET is changed on three replicas under load',
    hasUnprotected: true,
    run: (_chance, unprotected) =>
      withInstallation(async (installation) => {
        const { session, key } = await openDeployed(installation, root);
        return withReplicas(installation, root, async ({ variables, ask, replace }) => {
          const [old, fresh] = [variables['APP_SECRET'] ?? '', randomBytes(32).toString('base64')];
          const byKey = times(4, {
            name: 'reads by key',
            ask: () => ask('GET', '/api/v1/datasets?limit=5', { 'API-Key': key }),
          });
          const bySession = times(3, {
            name: 'reads by session',
            ask: () => ask('GET', '/api/v1/auth/me', { Authorization: `Bearer ${session}` }),
          });
          const [keyLoad, sessionLoad] = [loadOf(byKey), loadOf(bySession)];
          let said = 'nothing';
          if (!unprotected) {
            await replace(root, { APP_SECRET: old, APP_SECRET_FALLBACKS: fresh });
            await replace(root, { APP_SECRET: fresh, APP_SECRET_FALLBACKS: old });
            const changed = {
              ...variables,
              NODE_ENV: 'development',
              DATA_DIR: join(installation.folder, 'admin'),
              APP_SECRET: fresh,
              APP_SECRET_FALLBACKS: old,
            };
            ({ stdout: said } = await promisify(execFile)(
              process.execPath,
              ['apps/server/src/admin.ts', 'rotate-secret'],
              { cwd: root, env: changed },
            ));
            must(said.startsWith('1 API keys'), said);
          }
          // An access token made before is good for fifteen minutes: its load ends before the old
          // secret is left out.
          const sessions = unprotected ? null : await sessionLoad.end();
          await replace(root, { APP_SECRET: fresh });
          const statuses = new Map([
            ...(await keyLoad.end()),
            ...(sessions ?? (await sessionLoad.end())),
          ]);
          const summary = summaryOf(statuses);
          must(
            [...statuses.keys()].every((seen) => seen.endsWith(' 200')),
            summary,
          );
          must(statuses.size === 2, `there was no load: ${summary}`);
          return `${summary}; ${said.trim()}`;
        });
      }),
  },
];
