import { AppError, type ErrorCode } from '@columnist/contract';
import { join } from 'node:path';
import { Tinypool } from 'tinypool';
import type { Task } from './aside.ts';

const mostWaiting = 100;

/**
 * Processes, not threads: the collector of a thread's garbage works beside the server with the
 * server's own priority, and the memory that it took stays. They end when they have had nothing to do
 * for a while, not sooner: the server waits until the system has started a process, and on a busy
 * machine that takes half a second.
 */
function openPool(): Tinypool {
  const pool = new Tinypool({
    filename: new URL('./aside.ts', import.meta.url).href,
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 5 * 60_000,
    maxQueue: mostWaiting,
    isolateWorkers: false,
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=1024'],
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../dist/compile-cache') },
  });
  // One that ends while it has nothing to do is one less; unheard, it would end the server.
  return pool.on('error', () => undefined);
}
let pool: Tinypool | null = null;

type Outcome<Name extends keyof Task> =
  | { readonly done: Awaited<ReturnType<Task[Name]>> }
  | {
      readonly refused: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly details: AppError['details'];
      };
    }
  | { readonly failed: string };

/**
 * Does in another process what would hold up everybody here. Throws what the task throws, and
 * unavailable where too much waits or the process ended before the task.
 */
export async function askAside<Name extends keyof Task>(
  name: Name,
  input: Parameters<Task[Name]>[0],
): Promise<Awaited<ReturnType<Task[Name]>>> {
  pool ??= openPool();
  if (pool.queueSize >= mostWaiting)
    throw new AppError(
      'unavailable',
      'Too many large requests are being read. Try again in a moment.',
      { retry_after: 2 },
    );
  const outcome: Outcome<Name> = await pool.run({ name, input }).catch((error: unknown) => {
    throw new AppError(
      'unavailable',
      'The process that read this request ended before it was done. Try again in a moment, or send less at once.',
      { retry_after: 2 },
      { cause: error },
    );
  });
  if ('refused' in outcome)
    throw new AppError(outcome.refused.code, outcome.refused.message, outcome.refused.details);
  if ('failed' in outcome) throw new Error(outcome.failed);
  return outcome.done;
}
