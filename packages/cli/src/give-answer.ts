import { AppError } from '@columnist/contract';
import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { z } from 'zod';
import type { Command } from './read-command.ts';
import type { Surroundings } from './surroundings.ts';
import { formats, writeAnswer, type Format } from './write-answer.ts';

/** Writes the answer where and how it was asked. */
export async function giveAnswer(
  answer: unknown,
  options: Command['options'],
  { isTerminal, print }: Pick<Surroundings, 'isTerminal' | 'print'>,
): Promise<void> {
  const output = options['output']?.at(-1);
  const png = z.looseObject({ png: z.string() }).safeParse(answer);
  if (png.success && output?.endsWith('.png') === true) {
    await writeFile(output, Buffer.from(png.data.png, 'base64'));
    return;
  }
  const text = writeAnswer(
    answer,
    formatOf(options['format']?.at(-1), output, isTerminal),
    isTerminal && output === undefined,
  );
  if (output === undefined) print(text);
  else await writeFile(output, text);
}

const byEnding: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.csv': 'csv',
  '.md': 'markdown',
  '.txt': 'table',
};

function formatOf(
  stated: string | undefined,
  output: string | undefined,
  isTerminal: boolean,
): Format {
  if (stated === undefined)
    return (
      byEnding[extname(output ?? '')] ?? (isTerminal && output === undefined ? 'table' : 'json')
    );
  const format = formats.find((known) => known === stated);
  if (format !== undefined) return format;
  throw new AppError('invalid_input', `There is no format '${stated}'.`, {
    fix: `One of ${formats.join(', ')}.`,
  });
}
