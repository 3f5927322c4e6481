import { AppError } from '@columnist/contract';
import { extname } from 'node:path';
import { z } from 'zod';
import { chooseTable } from './choose-table.ts';
import type { Command } from './read-command.ts';
import type { Surroundings } from './surroundings.ts';
import { writeOut } from './write-out.ts';
import { formats, writeAnswer, writeTable, type Format } from './write-answer.ts';

/** Writes the answer where and how it was asked. */
export async function giveAnswer(
  answer: unknown,
  options: Command['options'],
  { isTerminal, width, print, say }: Pick<Surroundings, 'isTerminal' | 'width' | 'print' | 'say'>,
): Promise<void> {
  const output = options['output']?.at(-1);
  const png = z.looseObject({ png: z.string() }).safeParse(answer);
  const isPicture = options['format'] === undefined && options['table'] === undefined;
  if (png.success && isPicture && output?.endsWith('.png') === true) {
    await writeOut(output, Buffer.from(png.data.png, 'base64'));
    return;
  }
  const format = formatOf(options['format']?.at(-1), output, isTerminal);
  const isShown = isTerminal && output === undefined;
  const page = { color: isShown, width: isShown ? width : undefined };
  const write = (text: string): unknown =>
    output === undefined ? print(text) : writeOut(output, text);
  const title = options['table']?.at(-1);
  if (format !== 'csv' && title === undefined) {
    await write(writeAnswer(answer, format, page));
    return;
  }
  const { table, leftOut } = chooseTable(answer, title);
  await write(writeTable(table, format, page));
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

/** Throws invalid_input where nothing is written in a format of this ending. */
export function refuseEnding(options: Command['options']): void {
  const output = options['output']?.at(-1);
  if (output?.endsWith('.png') !== true) formatOf(options['format']?.at(-1), output, false);
}

function formatOf(
  stated: string | undefined,
  output: string | undefined,
  isTerminal: boolean,
): Format {
  if (stated === undefined) {
    const ending = extname(output ?? '').toLowerCase();
    const meant = byEnding[ending];
    if (formats.some((known) => known === output))
      throw new AppError('invalid_input', `--output names a file, and '${output}' is a format.`, {
        fix: `--format ${output} writes the answer so; --output ./${output} writes it to a file of this name.`,
      });
    if (meant === undefined && ending !== '')
      throw new AppError('invalid_input', `Nothing is written in the format of ${ending} here.`, {
        fix: `End the file in ${Object.keys(byEnding).join(', ')}, that of a chart also in .png, or state --format.`,
      });
    return meant ?? (isTerminal && output === undefined ? 'table' : 'json');
  }
  const format = formats.find((known) => known === stated);
  if (format !== undefined) return format;
  throw new AppError('invalid_input', `There is no format '${stated}'.`, {
    fix: `One of ${formats.join(', ')}.`,
  });
}
