import { AppError, type ErrorDetails } from '@columnist/contract';
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reply, type Job } from './jobs.ts';
import type { AdmitProgress } from '../engine.ts';

export interface WorkerLimits {
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
}

const entry = join(import.meta.dirname, 'main.ts');
const hasDataLimit = process.platform === 'linux';

/**
 * One worker process. It is killed, never asked, when a job overruns its time or its memory or is canceled, and started
 * again for the next job. On Linux the kernel limits its private memory
 * (RLIMIT_DATA: what is merely reserved, as V8 does, does not count); elsewhere its resident memory is watched.
 */
export class WorkerProcess {
  readonly #limits: WorkerLimits;
  #child: ChildProcess | null = null;

  constructor(limits: WorkerLimits) {
    this.#limits = limits;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Starts the process ahead of its first job. */
  warm(): void {
    this.#started();
  }

  #started(): ChildProcess {
    if (this.#child !== null) return this.#child;
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', entry];
    const command = hasDataLimit ? ['sh', '-c', `ulimit -d ${this.#limits.memoryMb * 1024}; exec "$0" "$@"`, ...node] : node;
    const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC' } });
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    this.#child = child;
    return child;
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  /** Runs one job; the caller sees to it that no other runs meanwhile. Resolves with the unparsed result. */
  run(job: Job, options: { signal?: AbortSignal | undefined; onProgress?: ((progress: AdmitProgress) => void) | undefined }): Promise<unknown> {
    const { signal, onProgress } = options;
    if (signal?.aborted === true) return Promise.reject(canceled());
    const child = this.#started();
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(deadline);
        clearInterval(watch);
        signal?.removeEventListener('abort', onAbort);
        child.off('message', onMessage);
        child.off('exit', onExit);
        child.off('error', onError);
        finish();
      };
      const end = (error: AppError): void => {
        settle(() => reject(error));
        this.kill();
      };
      const onAbort = (): void => end(canceled());
      const onExit = (code: number | null, exitSignal: string | null): void => settle(() => reject(died(code, exitSignal)));
      const onError = (cause: Error): void => settle(() => reject(new AppError('unavailable', 'The analysis could not be started.', {}, { cause })));
      const onMessage = (message: unknown): void => {
        const answer = reply.parse(message);
        if (answer.type === 'progress') onProgress?.({ step: answer.step, share: answer.share });
        else if (answer.type === 'done') settle(() => resolve(answer.result));
        else settle(() => reject(new AppError(answer.code, answer.message, definedOnly(answer.details))));
      };
      const deadline = setTimeout(
        () => end(new AppError('too_complex', `This took longer than ${this.#limits.timeoutSeconds} seconds and was stopped.`)),
        this.#limits.timeoutSeconds * 1000,
      );
      const watch = setInterval(() => {
        if (!hasDataLimit && residentMb(child.pid) > this.#limits.memoryMb) end(outOfMemory());
      }, 50);
      signal?.addEventListener('abort', onAbort, { once: true });
      child.on('message', onMessage);
      child.once('exit', onExit);
      child.once('error', onError);
      child.send(job);
    });
  }
}

const canceled = () => new AppError('canceled', 'The call was canceled.');
const outOfMemory = () => new AppError('too_complex', 'This needs more memory than one job may use.');

/** Out of memory ends a process with an abort or a trap; anything else is an accident, worth a second try. */
function died(code: number | null, signal: string | null): AppError {
  if (signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGSEGV' || code === 134) return outOfMemory();
  return new AppError('unavailable', 'The analysis was interrupted. Try again.');
}

function residentMb(pid: number | undefined): number {
  try {
    const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1];
    return (Number(pages) * 4096) / 1024 / 1024;
  } catch {
    return 0;
  }
}

function definedOnly(details: { [Key in keyof ErrorDetails]?: ErrorDetails[Key] | undefined }): ErrorDetails {
  const { errors, fix, row, column, suggestions } = details;
  return {
    ...(errors === undefined ? {} : { errors }),
    ...(fix === undefined ? {} : { fix }),
    ...(row === undefined ? {} : { row }),
    ...(column === undefined ? {} : { column }),
    ...(suggestions === undefined ? {} : { suggestions }),
  };
}
