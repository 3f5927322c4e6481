import { AppError, type ExportFormat } from '@columnist/contract';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { exportEndings, exportFormatOf } from './export-format.ts';
import { helpOption, quietOption, readingOptions, rowOptions, serverOption } from './options.ts';
import { readArguments, type OwnVerb } from './own-verb.ts';
import { cannotWrite } from './say-failure.ts';
import { withTableOf } from './table-of.ts';
import { viewOf } from './view-of.ts';

const options = [...rowOptions, serverOption, quietOption, helpOption, ...readingOptions];

export const convert: OwnVerb = {
  name: 'convert',
  usage: 'convert FILE|@DATASET TO',
  summary:
    'Writes a file in the format of the ending of TO, as Parquet, Excel, Arrow, SPSS or Stata; - prints CSV. Rows of a view with --where.',
  options,
  most: 2,
  run: async (args, around) => {
    const { operands, values } = readArguments(convert, args);
    const [file, to] = operands;
    if (file === undefined || to === undefined)
      throw new AppError('invalid_input', 'convert needs a file and where to write.', {
        fix: 'columnist convert data.csv data.parquet',
      });
    const isPrinted = to === '-' || to === '/dev/stdout';
    const format = isPrinted ? 'csv' : formatOf(to);
    if (!isPrinted && resolve(file) === resolve(to))
      throw new AppError('invalid_input', 'convert does not write over the file that it reads.', {
        fix: 'Name another file to write to.',
      });
    const view = viewOf(undefined, values, []);
    const writeTo = (path: string) =>
      withTableOf(file, values, around, ({ table, export: write, notes }) => {
        notes.forEach(around.say);
        const plain = { ...view, forSpreadsheets: false };
        return format === 'parquet'
          ? write('exportParquet', table, view, path)
          : format === 'csv'
            ? write('exportRows', table, plain, path)
            : write('exportFile', table, { ...plain, format }, path);
      });
    if (isPrinted) {
      (await printed(writeTo, around.signal)).notes.forEach(around.say);
      return 0;
    }
    const { rows, notes } = await writeTo(resolve(to)).catch((error: unknown) => {
      throw cannotWrite(to, error);
    });
    around.say(`${String(rows)} rows written to ${to}.`);
    notes.forEach(around.say);
    return 0;
  },
};

/** Prints what is written to a file, which is then gone. */
async function printed<Made>(
  writeTo: (path: string) => Promise<Made>,
  signal: AbortSignal,
): Promise<Made> {
  const folder = await mkdtemp(join(tmpdir(), 'columnist-'));
  try {
    const path = join(folder, 'rows.csv');
    const made = await writeTo(path);
    await pipeline(createReadStream(path), process.stdout, { signal, end: false });
    return made;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** By the ending of a file's name. Throws invalid_input. */
function formatOf(to: string): ExportFormat {
  const format = exportFormatOf(to);
  if (format !== undefined) return format;
  throw new AppError('invalid_input', `convert does not write ${basename(to).toLowerCase()}.`, {
    fix: `Name a file that ends in ${exportEndings.join(', ')}.`,
  });
}
