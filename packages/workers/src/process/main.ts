import { AppError } from '@columnist/contract';
import { flushCompileCache } from 'node:module';
import { prepareInstance } from '@columnist/tables/database/duckdb';
import { logFailure } from './log-failure.ts';
import { databaseShare } from '../jobs/job-context.ts';
import { jobs, type Kind } from '../jobs/jobs.ts';
import { order, type Reply } from '../jobs/messages.ts';
import { memoryIsSpent } from './memory-is-spent.ts';
import { rehearse } from './rehearse.ts';
import { writeJson } from './write-json.ts';

/** A worker process: one job at a time, received and answered over IPC. It ends with its parent. */
const memoryMb = Number(process.argv[2] ?? 4096);
const duckdbMemoryMb = Math.floor(databaseShare * memoryMb);
let running = new AbortController();

// Workers are killed, so nothing would be kept at their exit.
flushCompileCache();
prepareInstance();

// A worker that is given a file at once does not wait for what answers questions; one that waits
// prepares for them.
const idle = setTimeout(
  () =>
    void rehearse(duckdbMemoryMb)
      .catch((error: unknown) => logFailure('internal', error))
      .finally(prepareInstance),
  500,
);

// Node would print it as it is.
process.on('uncaughtException', (error) => {
  logFailure('internal', error);
  process.exit(1);
});
process.on('disconnect', () => process.exit(0));
process.on('message', (message: unknown) => {
  clearTimeout(idle);
  const given = order.safeParse(message);
  // Anyone who waits for it is answered; the process goes on.
  if (!given.success) send(failure(given.error));
  else if (given.data.type === 'interrupt') running.abort();
  else void answer(given.data.job, given.data.written);
});

const send = (reply: Reply): void => {
  if (process.connected) process.send?.(reply);
};
if (process.connected) send({ type: 'ready' });
// Its parent ended meanwhile.
else process.exit(0);

async function answer(job: { readonly kind: Kind }, written: boolean): Promise<void> {
  running = new AbortController();
  let reported = 0;
  try {
    const result = await jobs[job.kind].answer(job, {
      memoryMb: duckdbMemoryMb,
      signal: running.signal,
      onProgress: (progress) => {
        if (Date.now() - reported < 100) return;
        reported = Date.now();
        send({ type: 'progress', ...progress });
      },
    });
    if (written) {
      const { bytes, facts, digest } = writeJson(result);
      send({ type: 'written', spent: memoryIsSpent(memoryMb), bytes, facts, digest });
    } else send({ type: 'done', spent: memoryIsSpent(memoryMb), result });
  } catch (error) {
    send(
      running.signal.aborted
        ? {
            type: 'failed',
            spent: memoryIsSpent(memoryMb),
            code: 'canceled',
            message: 'The call was canceled.',
            details: {},
          }
        : failure(error, job.kind),
    );
  }
  prepareInstance();
}

/**
 * The database takes the code with which its compressor answers a failed allocation for the size of
 * a page.
 */
const outOfMemory =
  /^Out of Memory|bad[_ ]alloc|Array buffer allocation failed|Invalid typed array length|memory allocation failed|compressed page size out of range/i;

function failure(error: unknown, job?: Kind): Reply {
  if (error instanceof AppError) {
    if (error.cause !== undefined) logFailure(error.code, error.cause, job);
    return {
      type: 'failed',
      spent: memoryIsSpent(memoryMb),
      code: error.code,
      message: error.message,
      details: error.details,
    };
  }
  const text = error instanceof Error ? error.message : String(error);
  if (outOfMemory.test(text)) {
    return {
      type: 'failed',
      spent: true,
      code: 'too_complex',
      message: 'This needs more memory than one job may use.',
      details: {},
    };
  }
  logFailure('internal', error, job);
  return {
    type: 'failed',
    spent: memoryIsSpent(memoryMb),
    code: 'internal',
    message: 'The analysis failed.',
    details: {},
  };
}
