import { AppError, errors } from '@columnist/contract';
import { readFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { z } from 'zod';
import { run } from './run.ts';
import { cannotWrite } from './say-failure.ts';

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));

/** What ends the command, and the code that it then ends with, as shells have it. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs the command of this process. stdout carries the answer alone. */
export async function main(): Promise<void> {
  const stop = new AbortController();
  let code = 2;
  const stopWith = (ended: number): void => {
    code = ended;
    stop.abort();
  };
  // What was written to temporary files is deleted before the process ends.
  for (const [name, ended] of Object.entries(signals)) process.once(name, () => stopWith(ended));
  let unwritten: Error | undefined;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough, such as head, is no error.
    if (error.code === 'EPIPE') {
      stopWith(0);
      return;
    }
    if (unwritten === undefined)
      process.stderr.write(sayError(cannotWrite('stdout', error), false));
    unwritten = error;
    // It may come after the command has ended.
    process.exitCode = 2;
    stopWith(2);
  });
  // Nobody is left to whom anything could be said.
  process.stderr.on('error', () => {});
  try {
    const ended = await run(process.argv.slice(2), {
      env: process.env,
      isTerminal: process.stdout.isTTY,
      width: process.stdout.columns,
      version,
      signal: stop.signal,
      print: (text) => process.stdout.write(text),
      say: (text) => process.stderr.write(`${text}\n`),
    });
    process.exitCode = unwritten === undefined ? ended : 2;
  } catch (error) {
    if (code !== 0 && unwritten === undefined)
      process.stderr.write(sayError(error, process.stderr.isTTY));
    process.exitCode = code;
  }
}

/** What went wrong and what to do about it. */
function sayError(error: unknown, color: boolean): string {
  if (!(error instanceof AppError))
    return `columnist: ${error instanceof Error ? error.message : String(error)}\n`;
  const { errors: fields = [], fix, row, column } = error.details;
  const where = [
    ...(row === undefined ? [] : [`line ${row}`]),
    ...(column === undefined ? [] : [`column ${column}`]),
  ].join(', ');
  return [
    `${color ? styleText('red', 'columnist:') : 'columnist:'} ${error.message}${where === '' ? '' : ` (${where})`}`,
    ...fields.slice(1).map(({ field, message }) => `  ${field}: ${message}`),
    `  ${fix ?? errors[error.code].hint}`,
    '',
  ].join('\n');
}
