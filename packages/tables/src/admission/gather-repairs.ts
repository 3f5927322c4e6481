import { forSpreadsheetFile } from '@columnist/contract';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { writeRecord } from './field-dialect.ts';

/** The first line of the table of lines that were changed or left out. */
export const repairsHeader = 'line,action,text,read_as\n';

/** Where the lines go of a file that is put below others. */
export interface RepairsOfParts {
  /** The table of the files above; none where they had no such lines. */
  readonly earlier?: string | undefined;
  /** What the file is called. */
  readonly filename: string;
  /** Where to write the table of all. */
  readonly to: string;
}

/**
 * Writes the lines that were changed in a file, if there are any, below those of the files above; a
 * line of its own names the file, as lines are counted from 1 in each.
 */
export async function gatherRepairs(
  changed: string | null,
  { earlier, filename, to }: RepairsOfParts,
): Promise<void> {
  async function* tables(): AsyncGenerator<Buffer | string> {
    if (earlier === undefined) yield repairsHeader;
    else yield* createReadStream(earlier);
    if (changed === null) return;
    yield `${writeRecord(['', 'appended_file', forSpreadsheetFile(filename), ''])}\n`;
    yield* createReadStream(changed, { start: Buffer.byteLength(repairsHeader) });
  }
  await pipeline(tables, createWriteStream(to));
}
