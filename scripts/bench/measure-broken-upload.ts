import { startPostgres } from '@columnist/core/testing';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { openAccount } from './accounts.ts';
import { breakConnections } from './break-connections.ts';
import { inDatabase } from './in-database.ts';
import type { BenchRow } from './report.ts';
import { startServer, type Server } from './servers.ts';

const breaks = 20;
/** After this one the server is ended and started again. */
const restartAfter = 10;
const root = resolve(import.meta.dirname, '../..');

/**
 * The command line uploads a file over connections that break twenty times, evenly over the file,
 * while the server is started again once.
 */
export async function measureBrokenUpload(source: string, folder: string): Promise<BenchRow> {
  const databaseDir = mkdtempSync(join(tmpdir(), 'columnist-bench-postgres-'));
  const postgres = await startPostgres(databaseDir);
  const start = (): Promise<Server> => startServer(postgres.url, join(folder, 'broken'));
  let server = await start();
  try {
    const email = 'broken@example.com';
    const { key } = await openAccount(server.url, server.output, email, postgres.url);
    await inDatabase(postgres.url, (client) =>
      client.query('update user_account set raised_file_mb = 2000 where email = $1', [email]),
    );
    const { size } = statSync(source);
    const places = Array.from({ length: breaks }, (_, i) => ((i + 0.5) / breaks) * size);
    const proxy = await breakConnections(
      () => server.url,
      places,
      async (broken) => {
        if (broken !== restartAfter) return;
        await server.stop();
        server = await start();
      },
    );
    try {
      const begin = performance.now();
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [join(root, 'packages/cli/src/bin.ts'), 'upload', source],
        { env: { ...process.env, COLUMNIST_URL: proxy.url, COLUMNIST_API_KEY: key } },
      );
      const seconds = (performance.now() - begin) / 1000;
      const hash = createHash('sha256');
      await pipeline(createReadStream(source), hash);
      const { sha256 } = z.object({ sha256: z.string() }).parse(JSON.parse(stdout));
      const isEqual = sha256 === hash.digest('hex');
      const ratio = proxy.sent() / size;
      return {
        measure:
          `Upload of ${Math.round(size / 1e6)} MB by the command line over ${proxy.broken()} broken ` +
          'connections and a restart of the server: checksum, bytes sent against those of the file',
        reached: `${isEqual ? 'equal' : 'different'}; ${ratio.toFixed(3)} (${seconds.toFixed(0)} s)`,
        limit: 'equal; ≤ 1.1',
        holds: isEqual && proxy.broken() === breaks && ratio <= 1.1,
      };
    } finally {
      proxy.close();
    }
  } finally {
    await server.stop();
    await postgres.stop();
    rmSync(databaseDir, { recursive: true, force: true });
  }
}
