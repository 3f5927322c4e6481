import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '../..');

/** A worker of a fleet as a process of its own. */
export interface FleetWorker {
  readonly url: string;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly log: () => string;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Starts one; `variables` name the store and the token of the fleet. */
export async function startWorker(
  databaseUrl: string,
  dataDir: string,
  variables: Readonly<Record<string, string>>,
): Promise<FleetWorker> {
  const child = fork('apps/server/src/main.ts', {
    cwd: root,
    silent: true,
    env: {
      PATH: process.env['PATH'] ?? '',
      ROLE: 'worker',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      ...variables,
    },
  });
  let [output, log] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  for (;;) {
    const url = /worker is ready on (http:\S+)/.exec(output)?.[1];
    if (url !== undefined)
      return {
        url,
        child,
        pid: child.pid ?? 0,
        log: () => log,
        stop: async (signal = 'SIGTERM') => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const ended = once(child, 'exit');
          child.kill(signal);
          await ended;
        },
      };
    if (child.exitCode !== null) throw new Error(`The worker did not start.\n${output}${log}`);
    await wait(100);
  }
}
