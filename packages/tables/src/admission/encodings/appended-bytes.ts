import { AppError } from '@columnist/contract';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

const tailBytes = 64 * 1024;

/**
 * Refuses UTF-16 to which a program has appended lines of ASCII, whose pairs of signs would be read
 * as East Asian letters: what follows the last line end of UTF-16 is ASCII with line ends of its
 * own. Throws invalid_file, naming the line.
 */
export async function refuseAppendedAscii(
  path: string,
  encoding: 'utf-16le' | 'utf-16be',
): Promise<void> {
  const lineEnd = Buffer.from(encoding === 'utf-16le' ? [10, 0] : [0, 10]);
  const file = await open(path);
  let after: number;
  try {
    const { size } = await file.stat();
    // From an even place, as units have two bytes.
    const from = Math.max(0, size - tailBytes) & ~1;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const tail = buffer.subarray(0, bytesRead);
    const last = lastUnit(tail, lineEnd);
    const rest = tail.subarray(last + 2);
    if (last < 0 || !/^[\t\n\r -~]*\n[\t\n\r -~]*$/.test(rest.toString('latin1'))) return;
    after = from + last + 2;
  } finally {
    await file.close();
  }
  let line = 1;
  for await (const chunk of createReadStream(path, { end: after - 1, highWaterMark: tailBytes }))
    if (Buffer.isBuffer(chunk)) line += unitsIn(chunk, lineEnd);
  throw new AppError(
    'invalid_file',
    `From line ${line} on the file is no longer UTF-16: lines in another encoding were appended.`,
    {
      row: line,
      fix: 'Save the whole file as "CSV UTF-8", or take the appended lines out, then upload again.',
    },
  );
}

/** Where the unit is last; -2 where it is not there. */
function lastUnit(bytes: Buffer, unit: Buffer): number {
  let at = bytes.lastIndexOf(unit);
  while (at > 0 && at % 2 === 1) at = bytes.lastIndexOf(unit, at - 1);
  return at >= 0 && at % 2 === 0 ? at : -2;
}

function unitsIn(bytes: Buffer, unit: Buffer): number {
  let found = 0;
  for (let at = bytes.indexOf(unit); at !== -1; at = bytes.indexOf(unit, at + 1))
    if (at % 2 === 0) found += 1;
  return found;
}
