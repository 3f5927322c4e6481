import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '../..');

/** The real server as a process of its own, with a watch on its loop. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly child: ChildProcess;
  /** What it said to people, and what it logged. */
  readonly output: () => string;
  readonly log: () => string;
  /** The 99th percentile of the delay of its loop since this was last asked, in milliseconds. */
  readonly loopDelay: () => Promise<number>;
  /**
   * The same with the longest delay, and with the longest turn by the processor time of its thread:
   * the rest of a delay was spent waiting for a processor.
   */
  readonly loopDelays: () => Promise<{
    readonly p99: number;
    readonly max: number;
    readonly worked: number;
  }>;
  /** Waits for its end. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts one on this database, with the log at its errors and the limits of a minute raised; the
 * `program` is this one unless said otherwise.
 */
export async function startServer(
  databaseUrl: string,
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
  program: string = root,
): Promise<Server> {
  const child = fork('apps/server/src/main.ts', {
    cwd: program,
    silent: true,
    // As `pnpm start` does.
    execArgv: ['--max-semi-space-size=8', '--import', join(import.meta.dirname, 'watch-loop.mjs')],
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      CAPTCHA: 'off',
      THROTTLE_SCALE: '1000000',
      ...variables,
    },
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  // What is logged at its errors is worth a look.
  if (variables['LOG_LEVEL'] === undefined) child.stderr?.pipe(process.stderr);
  for (;;) {
    const url = /ready on (http:\/\/[^/]+)\/app\//.exec(output)?.[1];
    if (child.exitCode !== null) throw new Error(`The server did not start.\n${output}${log}`);
    if (url !== undefined) {
      const loopDelays: Server['loopDelays'] = async () => {
        const answered = once(child, 'message');
        child.send('delay');
        return z
          .tuple([z.object({ p99: z.number(), max: z.number(), worked: z.number() }), z.unknown()])
          .parse(await answered)[0];
      };
      return {
        url,
        child,
        pid: child.pid ?? 0,
        output: () => output,
        log: () => log,
        loopDelays,
        loopDelay: async () => (await loopDelays()).p99,
        stop: async () => {
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          await ended;
        },
      };
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}
