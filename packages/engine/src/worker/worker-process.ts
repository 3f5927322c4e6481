import { AppError, type ErrorDetails } from '@columnist/contract';
import { spawn, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { JobOptions } from '../engine.ts';
import { reply, type Job, type Order } from './jobs.ts';
import { hasDataLimit, watchMemory } from './limit-memory.ts';

export interface WorkerLimits {
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
}

const entry = join(import.meta.dirname, 'main.ts');
/** Compiled code of the workers: starting one takes a third of the time. Where it cannot be written, nothing is kept. */
const compileCache = join(import.meta.dirname, '../../dist/compile-cache');
/** How long an interrupted job has to say that it stopped; then its process is killed. */
const graceMs = 250;

const canceled = () => new AppError('canceled', 'The call was canceled.');
const outOfMemory = () => new AppError('too_complex', 'This needs more memory than one job may use.');
const broken = (cause?: Error) => new AppError('unavailable', 'The analysis was interrupted. Try again.', {}, { cause });

/**
 * One worker process, started again when it died. A job that overruns its time or is canceled is interrupted, and killed
 * with its process where that does not help; one that overruns its memory is killed.
 */
export class WorkerProcess {
  readonly #limits: WorkerLimits;
  #child: ChildProcess | null = null;
  #closed = false;

  constructor(limits: WorkerLimits) {
    this.#limits = limits;
  }

  /** Starts the process ahead of its next job. */
  warm(): void {
    if (!this.#closed) this.#started();
  }

  close(): void {
    this.#closed = true;
    this.#child?.kill('SIGKILL');
  }

  #replace(child: ChildProcess): void {
    if (this.#child === child) this.#child = null;
    child.kill('SIGKILL');
    this.warm();
  }

  #started(): ChildProcess {
    if (this.#child !== null) return this.#child;
    const { memoryMb } = this.#limits;
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--expose-gc', entry, String(memoryMb)];
    const [command = '', ...args] = hasDataLimit ? ['sh', '-c', `ulimit -d ${memoryMb * 1024}; exec "$0" "$@"`, ...node] : node;
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC', NODE_COMPILE_CACHE: compileCache } });
    // Heavy work yields to the server that answers people.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const forget = (): void => {
      if (this.#child === child) this.#child = null;
    };
    child.once('exit', forget);
    child.on('error', forget);
    this.#child = child;
    return child;
  }

  /** Runs one job; the caller sees to it that no other runs meanwhile. Resolves with the unparsed result once the process is free. */
  run(job: Job, { signal, onProgress }: JobOptions): Promise<unknown> {
    if (signal?.aborted === true) return Promise.reject(canceled());
    const child = this.#started();
    return new Promise((resolve, reject) => {
      let stopped: AppError | null = null;
      const kill = (error: AppError): void => {
        stopped ??= error;
        child.kill('SIGKILL');
      };
      const interrupt = (error: AppError): void => {
        stopped ??= error;
        child.send({ type: 'interrupt' } satisfies Order, ignoreDead);
        grace = setTimeout(() => child.kill('SIGKILL'), graceMs);
      };
      const onAbort = (): void => interrupt(canceled());
      const tooLong = (): void => interrupt(new AppError('too_complex', `This took longer than ${this.#limits.timeoutSeconds} seconds and was stopped.`));

      const onMessage = (message: unknown): void => {
        const answer = reply.parse(message);
        if (answer.type === 'failed' && answer.exhausted) this.#replace(child);
        if (answer.type === 'progress') onProgress?.({ step: answer.step, share: answer.share });
        else if (stopped !== null) settle(() => reject(stopped));
        else if (answer.type === 'done') settle(() => resolve(answer.result));
        else settle(() => reject(new AppError(answer.code, answer.message, definedOnly(answer.details))));
      };
      const onExit = (code: number | null, exitSignal: string | null): void => {
        settle(() => reject(stopped ?? (diedOfMemory(code, exitSignal) ? outOfMemory() : broken())));
        this.warm();
      };
      const onError = (cause: Error): void => {
        settle(() => reject(stopped ?? broken(cause)));
      };
      const settle = (finish: () => void): void => {
        clearTimeout(deadline);
        clearTimeout(grace);
        unwatch();
        signal?.removeEventListener('abort', onAbort);
        child.off('message', onMessage);
        child.off('exit', onExit);
        child.off('error', onError);
        finish();
      };

      let grace: NodeJS.Timeout | undefined;
      const deadline = setTimeout(tooLong, this.#limits.timeoutSeconds * 1000);
      const unwatch = watchMemory(child, this.#limits.memoryMb, () => kill(outOfMemory()));
      signal?.addEventListener('abort', onAbort, { once: true });
      child.on('message', onMessage);
      child.once('exit', onExit);
      child.once('error', onError);
      // A process that just died says so by its exit.
      child.send({ type: 'run', job } satisfies Order, ignoreDead);
    });
  }
}

const ignoreDead = (): void => {};

/** Out of memory ends a process with an abort or a trap; anything else is an accident, worth a second try. */
const diedOfMemory = (code: number | null, signal: string | null): boolean => signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGSEGV' || code === 134;

function definedOnly({ errors, fix, row, column, suggestions }: { [Key in keyof ErrorDetails]?: ErrorDetails[Key] | undefined }): ErrorDetails {
  return {
    ...(errors === undefined ? {} : { errors }),
    ...(fix === undefined ? {} : { fix }),
    ...(row === undefined ? {} : { row }),
    ...(column === undefined ? {} : { column }),
    ...(suggestions === undefined ? {} : { suggestions }),
  };
}
