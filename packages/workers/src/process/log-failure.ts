import { errors, type ErrorCode } from '@columnist/contract';
import { writeSync } from 'node:fs';

const frames = /^\s+at .*$/gm;
/**
 * How DuckDB begins its messages, e.g. `Conversion Error`; what follows may hold cells and names of
 * a file.
 */
const kind = /^[A-Z][A-Za-z ]{2,40} (?:Error|Exception)(?=:)/;
const standardError = 2;
/** Of what failed here, and of what was refused: a damaged file is no failure of ours. */
const [levelOfError, levelOfRefusal] = [50, 30];

/**
 * Notes a failed job on standard error as one line of JSON, in the form of the server's log.
 * Messages are left out: they hold
 * what is in people's files, which is no matter for a log, and its line ends would look like
 * lines of the log.
 */
export function logFailure(code: ErrorCode, error: unknown, job?: string): void {
  const err =
    error instanceof Error
      ? {
          type: kind.exec(error.message)?.[0] ?? error.name,
          stack: (error.stack?.match(frames) ?? []).join('\n').slice(0, 2000),
        }
      : { type: typeof error };
  const level = errors[code].http >= 500 ? levelOfError : levelOfRefusal;
  writeSync(
    standardError,
    `${JSON.stringify({ level, time: Date.now(), pid: process.pid, job, code, err, msg: `worker job ${level === levelOfError ? 'failed' : 'refused'}` })}\n`,
  );
}
