import { AppError, errors } from '@columnist/contract';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveAnswer, refuseEnding } from './give-answer.ts';
import { answerOptions, helpOption, quietOption, readingOptions, serverOption } from './options.ts';
import { readArguments, type OwnVerb } from './own-verb.ts';
import { readingOf } from './reading-options.ts';
import { serverOf, uploadFile } from './server-dataset.ts';
import { isStandardInput, noFile, wholeFile } from './whole-file.ts';

const options = [...answerOptions, serverOption, quietOption, helpOption, ...readingOptions];

export const upload: OwnVerb = {
  name: 'upload',
  usage: 'upload FILE…',
  summary:
    'Uploads files to a Columnist server as new datasets; of a workbook one sheet, by --sheet.',
  options,
  run: async (args, around) => {
    const { operands: files, values } = readArguments(upload, args);
    if (files.length === 0)
      throw new AppError('invalid_input', 'upload needs a file.', {
        fix: 'columnist upload data.csv',
      });
    refuseEnding(values);
    const server = serverOf(values['server']?.at(-1), around.env);
    const send = (path: string): Promise<unknown> =>
      withFile(path, around.signal, (file) => uploadFile(server, file, readingOf(values, path)));
    const [only, ...more] = files;
    if (only !== undefined && more.length === 0) {
      await giveAnswer(await send(only), values, around);
      return 0;
    }
    const made: unknown[] = [];
    let refused = 0;
    for (const [at, file] of files.entries())
      try {
        made.push(await send(file));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused += 1;
        around.say(`${file}: ${error.message} ${error.details.fix ?? errors[error.code].hint}`);
        const left = files.slice(at + 1);
        if (ofFile.has(error.code) || left.length === 0) continue;
        around.say(`Not sent: ${left.join(', ')}.`);
        break;
      }
    // One answer, however many files.
    if (made.length > 0) await giveAnswer(made, values, around);
    around.say(`${made.length} of ${files.length} files uploaded.`);
    return refused === 0 ? 0 : 2;
  },
};

/** Refusals of a file, after which others may be taken. */
const ofFile: ReadonlySet<string> = new Set(['invalid_file', 'file_too_large', 'not_found']);

/** Standard input and pipes are kept in a file while they are sent. */
async function withFile<Result>(
  path: string,
  signal: AbortSignal,
  work: (file: Awaited<ReturnType<typeof wholeFile>>) => Promise<Result>,
): Promise<Result> {
  const found = isStandardInput(path) ? undefined : statSync(path, { throwIfNoEntry: false });
  if (!isStandardInput(path) && (found === undefined || found.isDirectory()))
    throw noFile(path, 'Name a file on this machine, or - for standard input.');
  const folder = await mkdtemp(join(tmpdir(), 'columnist-'));
  try {
    return await work(await wholeFile(path, join(folder, 'input'), signal));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
