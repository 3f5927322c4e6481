import { AppError, WrittenJson } from '@columnist/contract';
import { spawn, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { JobRights } from '../job-rights.ts';
import type { JobOptions } from '../job-options.ts';
import type { Job } from '../jobs/jobs.ts';
import { reply, type Order } from '../jobs/messages.ts';
import { reservedMb } from '../reserved-memory.ts';
import { hasDataLimit, watchMemory } from './limit-memory.ts';
import { leftMs, processorMs, processorUse, usedSince } from './processor-time.ts';

export interface WorkerLimits {
  readonly memoryMb: number;
}

/** How one job is run. */
export interface RunOptions extends Pick<JobOptions, 'signal' | 'onProgress'> {
  readonly rights: Pick<JobRights, 'seconds' | 'plan' | 'remedies'>;
  /** Whether the answer is wanted as JSON. */
  readonly written?: boolean;
  /** Aborted when the job is to give its worker away. */
  readonly yielding?: AbortSignal | undefined;
}

const entry = join(import.meta.dirname, '../process/main.ts');
/**
 * Compiled code of the workers: starting one takes a third of the time. Where it cannot be written,
 * nothing is kept.
 */
const compileCache = join(import.meta.dirname, '../../dist/compile-cache');
const allocator = process.env['LD_PRELOAD'];
/** How long an interrupted job has to say that it stopped; then its process is killed. */
const graceMs = 250;
/**
 * The same of a job that is to give way: its queries stop at once, and on a busy machine a new
 * process would take longer.
 */
const yieldGraceMs = 2000;

const canceled = () => new AppError('canceled', 'The call was canceled.');
const outOfMemory = () =>
  new AppError('too_complex', 'This needs more memory than one job may use.');
const tooLong = ({ seconds, plan, remedies }: RunOptions['rights']) =>
  new AppError(
    'too_complex',
    `This took longer than ${seconds} ` +
      `seconds${plan === undefined ? '' : `, as long as a job may take on the ${plan} plan,`} ` +
      'and was stopped.',
    remedies === undefined ? {} : { fix: remedies.late },
  );
const broken = (cause?: Error) =>
  new AppError('unavailable', 'The analysis was interrupted. Try again.', {}, { cause });

/**
 * One worker process, started again when it died. A job that overruns its time or is canceled is
 * interrupted, and killed
 * with its process where that does not help; one that overruns its memory is killed.
 */
export class WorkerProcess {
  readonly #limits: WorkerLimits;
  #child: ChildProcess | null = null;
  #starting: Promise<void> | null = null;
  #closed = false;

  constructor(limits: WorkerLimits) {
    this.#limits = limits;
  }

  /** Starts the process ahead of its next job. */
  warm(): void {
    if (!this.#closed) this.#started();
  }

  /** Whether it has a process that takes a job at once. */
  isWarm(): boolean {
    return this.#child !== null && this.#starting === null;
  }

  /**
   * Resolves when the process that is being started takes jobs, or could not start; null where none
   * is being started.
   */
  starting(): Promise<void> | null {
    return this.#starting;
  }

  /** Of a processor, since the process was started; null where that is not known. */
  processorMs(): number | null {
    return processorMs(this.#child?.pid);
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
    const node = [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      '--expose-gc',
      entry,
      String(memoryMb),
    ];
    const [command = '', ...args] = hasDataLimit
      ? ['sh', '-c', `ulimit -d ${(memoryMb + reservedMb) * 1024}; exec "$0" "$@"`, ...node]
      : node;
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      env: {
        PATH: process.env['PATH'] ?? '',
        TZ: 'UTC',
        NODE_COMPILE_CACHE: compileCache,
        // The allocator that the server runs with, as its image sets it.
        ...(allocator === undefined ? {} : { LD_PRELOAD: allocator }),
        // Addresses that were freed count too, unless that one and the database's own give them back.
        MALLOC_CONF: 'retain:false',
        DUCKDB_JE_MALLOC_CONF: 'retain:false',
      },
    });
    // Heavy work yields to the server that answers people.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const forget = (): void => {
      if (this.#child === child) this.#child = null;
    };
    child.once('exit', forget);
    child.on('error', forget);
    this.#child = child;
    const starting = new Promise<void>((resolve) => {
      const settle = (): void => {
        if (this.#starting === starting) this.#starting = null;
        resolve();
      };
      // The first message of a process is that it is ready.
      child.once('message', settle);
      child.once('exit', settle);
      child.once('error', settle);
    });
    this.#starting = starting;
    return child;
  }

  /**
   * Runs one job; the caller sees to it that no other runs meanwhile. Resolves with the unparsed
   * result, or with a WrittenJson, once the process is free.
   */
  run(
    job: Job,
    { signal, onProgress, rights, yielding, written = false }: RunOptions,
  ): Promise<unknown> {
    if (signal?.aborted === true) return Promise.reject(canceled());
    const child = this.#started();
    return new Promise((resolve, reject) => {
      let stopped: AppError | null = null;
      const kill = (error: AppError): void => {
        stopped ??= error;
        child.kill('SIGKILL');
      };
      const interrupt = (error: AppError, ms = graceMs): void => {
        stopped ??= error;
        clearTimeout(grace);
        child.send({ type: 'interrupt' } satisfies Order, ignoreDead);
        grace = setTimeout(() => child.kill('SIGKILL'), ms);
      };
      const onAbort = (): void => interrupt(canceled());
      const onYield = (): void => interrupt(canceled(), yieldGraceMs);
      const began = performance.now();
      const before = processorUse(child.pid);
      const onDeadline = (): void => {
        const left = leftMs(
          rights.seconds * 1000,
          performance.now() - began,
          usedSince(before, processorUse(child.pid)),
        );
        if (left > 0) deadline = setTimeout(onDeadline, left);
        else interrupt(tooLong(rights));
      };

      const onMessage = (message: unknown): void => {
        const answer = reply.parse(message);
        if (answer.type === 'ready') return;
        if (answer.type !== 'progress' && answer.spent) this.#replace(child);
        if (answer.type === 'progress') onProgress?.({ step: answer.step, share: answer.share });
        else if (stopped !== null) settle(() => reject(stopped));
        else if (answer.type === 'done') settle(() => resolve(answer.result));
        // To take in 16 MB is a long turn already: what is done with them is another.
        else if (answer.type === 'written')
          setImmediate(() => settle(() => resolve(new WrittenJson(answer))));
        else settle(() => reject(new AppError(answer.code, answer.message, answer.details)));
      };
      const onExit = (code: number | null, exitSignal: string | null): void => {
        settle(() =>
          reject(stopped ?? (diedOfMemory(code, exitSignal) ? outOfMemory() : broken())),
        );
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
        yielding?.removeEventListener('abort', onYield);
        child.off('message', onMessage);
        child.off('exit', onExit);
        child.off('error', onError);
        finish();
      };

      let grace: NodeJS.Timeout | undefined;
      let deadline = setTimeout(onDeadline, rights.seconds * 1000);
      const unwatch = watchMemory(child, this.#limits.memoryMb, () => kill(outOfMemory()));
      signal?.addEventListener('abort', onAbort, { once: true });
      yielding?.addEventListener('abort', onYield, { once: true });
      child.on('message', onMessage);
      child.once('exit', onExit);
      child.once('error', onError);
      // A process that just died says so by its exit.
      child.send({ type: 'run', job, written } satisfies Order, ignoreDead);
    });
  }
}

const ignoreDead = (): void => {};

/**
 * Out of memory ends a process with an abort or a trap; anything else is an accident, worth a
 * second try.
 */
const diedOfMemory = (code: number | null, signal: string | null): boolean =>
  signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGSEGV' || code === 134;
