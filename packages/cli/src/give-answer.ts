import { AppError } from '@columnist/contract';
import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { z } from 'zod';
import { chooseTable } from './choose-table.ts';
import type { Command } from './read-command.ts';
import type { Surroundings } from './surroundings.ts';
import { formats, writeAnswer, writeTable, type Format } from './write-answer.ts';

/** Writes the answer where and how it was asked. */
export async function giveAnswer(
  answer: unknown,
  options: Command['options'],
  { isTerminal, print, say }: Pick<Surroundings, 'isTerminal' | 'print' | 'say'>,
): Promise<void> {
  const output = options['output']?.at(-1);
  const png = z.looseObject({ png: z.string() }).safeParse(answer);
  if (png.success && output?.endsWith('.png') === true) {
    await writeFile(output, Buffer.from(png.data.png, 'base64'));
    return;
  }
  const format = formatOf(options['format']?.at(-1), output, isTerminal);
  const color = isTerminal && output === undefined;
  const write = (text: string): unknown =>
    output === undefined ? print(text) : writeFile(output, text);
  const title = options['table']?.at(-1);
  if (format !== 'csv' && title === undefined) {
    await write(writeAnswer(answer, format, color));
    return;
  }
  const { table, leftOut } = chooseTable(answer, title);
  await write(writeTable(table, format, color));
  if (title === undefined && leftOut.length > 0)
    say(
      `This is '${table.title}'. Left out: ${leftOut.join('; ')}. --table TITLE chooses one, --format json has all.`,
    );
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
