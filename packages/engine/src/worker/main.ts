import { AppError } from '@columnist/contract';
import { job, type Reply } from './jobs.ts';
import { runJob } from './run-job.ts';

/** A worker process: one job at a time, told and answered over IPC. It ends with its parent. */
const send = (reply: Reply): void => {
  process.send?.(reply);
};

process.on('disconnect', () => process.exit(0));
process.on('message', (message: unknown) => {
  void answer(message);
});

async function answer(message: unknown): Promise<void> {
  try {
    let told = 0;
    const result = await runJob(job.parse(message), (progress) => {
      if (Date.now() - told < 100) return;
      told = Date.now();
      send({ type: 'progress', ...progress });
    });
    send({ type: 'done', result });
  } catch (error) {
    send(failure(error));
  }
}

function failure(error: unknown): Reply {
  if (error instanceof AppError) {
    const { errors, fix, row, column, suggestions } = error.details;
    return { type: 'failed', code: error.code, message: error.message, details: { errors, fix, row, column, suggestions } };
  }
  const text = error instanceof Error ? error.message : String(error);
  if (process.env['DEBUG'] === 'worker') console.error(error);
  if (/^Out of Memory|Array buffer allocation failed|Invalid typed array length/i.test(text)) {
    return { type: 'failed', code: 'too_complex', message: 'This needs more memory than one job may use.', details: {} };
  }
  console.error('worker job failed:', text.slice(0, 2000));
  return { type: 'failed', code: 'internal', message: 'The analysis failed.', details: {} };
}
