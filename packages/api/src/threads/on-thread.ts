import { AppError, type ErrorCode } from '@columnist/contract';
import { Tinypool } from 'tinypool';
import type { Task } from './thread.ts';

/** Threads go when they have nothing to do; what memory they took goes with them. */
const threads = {
  minThreads: 0,
  maxThreads: 2,
  idleTimeout: 5000,
  maxQueue: 100,
  isolateWorkers: false,
  resourceLimits: { maxOldGenerationSizeMb: 1024 },
};
let pool: Tinypool | null = null;

type Outcome<Name extends keyof Task> =
  | { readonly done: Awaited<ReturnType<Task[Name]>> }
  | {
      readonly refused: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly details: AppError['details'];
      };
    };

/**
 * Does on a thread what would hold up everybody here. Throws what the task throws, and unavailable
 * where too much waits.
 */
export async function onThread<Name extends keyof Task>(
  name: Name,
  input: Parameters<Task[Name]>[0],
  handedOver: readonly ArrayBuffer[] = [],
): Promise<Awaited<ReturnType<Task[Name]>>> {
  pool ??= new Tinypool({ ...threads, filename: new URL('./thread.ts', import.meta.url).href });
  if (pool.queueSize >= threads.maxQueue)
    throw new AppError(
      'unavailable',
      'Too many large requests are being read. Try again in a moment.',
      { retry_after: 2 },
    );
  const outcome: Outcome<Name> = await pool.run({ name, input }, { transferList: [...handedOver] });
  if ('refused' in outcome)
    throw new AppError(outcome.refused.code, outcome.refused.message, outcome.refused.details);
  return outcome.done;
}
