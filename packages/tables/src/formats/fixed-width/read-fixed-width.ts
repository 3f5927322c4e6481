import { AppError } from '@columnist/contract';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Note } from '../../admission/column-notes.ts';
import { writeRecord } from '../../admission/field-dialect.ts';
import { prepareText } from '../../admission/prepare-text.ts';
import { maxColumns } from '../../admission/scan-records.ts';
import { formatNote } from '../typed-table.ts';
import { cutLine, findBorders, isRuling, lookedAt } from './find-borders.ts';

const longestLine = 1024 * 1024;

/**
 * Writes text whose columns begin at the same character of every line as CSV, which is then read
 * as any other: names and types are found in the same way. `borders` are the first characters of
 * the columns, 1-based, where a person states them. Throws invalid_file.
 */
export async function writeFixedWidth(
  path: string,
  to: string,
  borders: readonly number[] | undefined,
): Promise<{ columns: number; notes: readonly Note[] }> {
  const aside = { unpacked: `${to}.unpacked`, utf8: `${to}.utf8`, lines: `${to}.lines` };
  try {
    const text = await prepareText({ path, isLegacy: !(await isUtf8(path)) }, aside);
    const stated = borders?.map((border) => border - 1);
    const begins = stated ?? findBorders(await firstLines(text.path));
    if (begins === null)
      throw new AppError(
        'invalid_file',
        'No borders of columns are found: no blanks go through all lines.',
        {
          row: 1,
          fix: 'State borders: the character where each column begins, as 1,9,14.',
        },
      );
    if (
      begins.length > maxColumns ||
      begins.some((begin, i) => i > 0 && begin <= (begins[i - 1] ?? 0))
    )
      throw new AppError('invalid_input', `Borders are at most ${maxColumns} rising numbers.`, {
        errors: [{ field: 'borders', message: 'State where each column begins, as 1,9,14.' }],
      });
    return {
      columns: begins.length,
      notes: await writeLines(text.path, to, begins, stated !== undefined),
    };
  } finally {
    for (const file of Object.values(aside)) await rm(file, { force: true });
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
  let isFirst = true;
  for await (const read of lines) {
    if (read.length > longestLine)
      throw new AppError('invalid_file', `A line has more than ${longestLine} characters.`, {
        fix: 'Import a file whose rows are lines.',
      });
    yield isFirst ? read.replace(/^\ufeff/, '') : read;
    isFirst = false;
  }
}

async function firstLines(path: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(path)) {
    lines.push(line);
    if (lines.length === lookedAt) break;
  }
  return lines;
}

async function writeLines(
  path: string,
  to: string,
  begins: readonly number[],
  isStated: boolean,
): Promise<Note[]> {
  const output = await open(to, 'w');
  const crossing: number[] = [];
  let [number, crossed, text] = [0, 0, ''];
  try {
    for await (const line of linesOf(path)) {
      number += 1;
      if (line.trim() === '' || isRuling(line)) continue;
      const cut = cutLine(line, begins);
      if (cut.crossed) {
        crossed += 1;
        if (crossing.length < 10) crossing.push(number);
      }
      text += `${writeRecord(cut.fields)}\n`;
      if (text.length > 256 * 1024) {
        await output.write(text);
        text = '';
      }
    }
    await output.write(text);
  } finally {
    await output.close();
  }
  const places = begins.map((begin) => begin + 1).join(', ');
  return [
    formatNote(
      'fixed_width',
      `Columns begin at the characters ${places.length > 300 ? `${places.slice(0, 300)} …` : places}, ${isStated ? 'as stated' : 'where the blanks of all lines end'}.`,
      null,
      begins.length,
    ),
    ...(crossed === 0
      ? []
      : [
          {
            ...formatNote(
              'crosses_border',
              `${crossed === 1 ? '1 line has' : `${crossed} lines have`} a word that goes across a border of columns: it is cut there.`,
              null,
              crossed,
            ),
            rows: crossing,
          },
        ]),
  ];
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path))
      if (Buffer.isBuffer(chunk)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
