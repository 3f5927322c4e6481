import { open } from 'node:fs/promises';
import { splitRecord, type FieldDialect } from './field-dialect.ts';
import { presentCells } from './find-structure.ts';
import type { PreparedText } from './prepare-text.ts';
import { saysRemark } from './remark-lines.ts';
import { splitLines } from './text-lines.ts';

const tailBytes = 64 * 1024;

/** The last records are empty, or of one cell alone, or are not of the table's width. */
export async function endsOddly(
  text: PreparedText,
  dialect: FieldDialect,
  width: number,
): Promise<boolean> {
  if (width < 2) return false;
  const file = await open(text.path);
  try {
    const { size } = await file.stat();
    const from = Math.max(text.skip, size - tailBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const lines = splitLines(buffer.subarray(0, bytesRead).toString('utf8'));
    const last = lines.findLast((line) => line.text.trim() !== '');
    if (last === undefined) return false;
    const { fields, open: isOpen, odd } = splitRecord(last.text, dialect);
    return (
      !isOpen &&
      !odd &&
      fields.length === width &&
      presentCells(fields) <= 1 &&
      (width > 2 || saysRemark(fields[0] ?? ''))
    );
  } finally {
    await file.close();
  }
}
