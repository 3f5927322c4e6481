import { AppError, raisableFileMb } from '@columnist/contract';
import { accessSync, constants, createReadStream, createWriteStream, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const megabyte = 1024 * 1024;
/** No server takes a larger file. */
const mostBytes = raisableFileMb.most * megabyte;

/** Names of what is piped into the command. */
const standardInput: ReadonlySet<string> = new Set(['-', '/dev/stdin']);

export const noFile = (path: string, fix: string, cause?: unknown): AppError =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    ? new AppError('not_found', `'${path}' is a folder.`, { fix: 'Name a file in it.' }, { cause })
    : new AppError('not_found', `There is no file ${path}.`, { fix }, { cause });

/** Whether what is piped into the command is meant. */
export const isStandardInput = (path: string): boolean => standardInput.has(path);

/**
 * A file that can be read several times, as reading a table needs: standard input, a pipe or a
 * device is copied to `copy` first. Throws not_found, file_too_large.
 */
export async function wholeFile(
  path: string,
  copy: string,
  signal: AbortSignal,
): Promise<{ readonly source: string; readonly filename: string }> {
  const isInput = isStandardInput(path);
  const found = isInput ? undefined : statSync(path, { throwIfNoEntry: false });
  if (!isInput && (found === undefined || found.isDirectory()))
    throw noFile(
      path,
      'Name a CSV file, - for standard input, or @name for a dataset on the server.',
    );
  if (!isInput) refuseUnreadable(path);
  if (found?.isFile() === true) return { source: resolve(path), filename: basename(path) };
  await copyBounded(isInput ? process.stdin : createReadStream(path), copy, mostBytes, signal);
  return { source: copy, filename: extname(path) === '' ? 'stdin.csv' : basename(path) };
}

function refuseUnreadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (cause) {
    throw new AppError(
      'invalid_input',
      `${path} may not be read.`,
      { fix: 'Give yourself the right to read it.' },
      { cause },
    );
  }
}

/** Copies what is read to a file. Throws file_too_large where it is more than `most` bytes. */
export async function copyBounded(
  from: Readable,
  to: string,
  most: number,
  signal: AbortSignal,
): Promise<void> {
  let bytes = 0;
  const bounded = new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length;
      if (bytes <= most) done(null, chunk);
      else
        done(
          new AppError('file_too_large', `The input is larger than ${most / megabyte} MB.`, {
            fix: 'Divide it.',
          }),
        );
    },
  });
  await pipeline(from, bounded, createWriteStream(to), { signal });
}
