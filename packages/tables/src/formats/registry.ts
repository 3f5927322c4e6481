import { AppError } from '@columnist/contract';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FileFormat, UnknownFile } from './define-format.ts';
import { arrow } from './arrow/arrow.ts';
import { tsv } from './delimited/tsv.ts';
import { fixedWidth } from './fixed-width/fixed-width.ts';
import { json } from './json/json.ts';
import { parquet } from './parquet/parquet.ts';
import { xpt } from './sas/xpt.ts';
import { sav } from './spss/sav.ts';
import { sqlite } from './sqlite/sqlite.ts';
import { dta } from './stata/dta.ts';
import { refuseUnreadable } from './unreadable.ts';

/**
 * The formats that are read beside CSV, each recognised by its content; the first that recognises
 * a file reads it.
 */
export const formats: readonly FileFormat[] = [
  parquet,
  arrow,
  sav,
  dta,
  xpt,
  sqlite,
  json,
  tsv,
  fixedWidth,
];

const headBytes = 4096;

/** Looks at the first bytes of a file and at its name. */
export async function lookAtFile(path: string, filename: string | null): Promise<UnknownFile> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const ending = extname(filename ?? '')
      .slice(1)
      .toLowerCase();
    return { path, head: buffer.subarray(0, bytesRead), ending };
  } finally {
    await file.close();
  }
}

/** The format of a file: the stated one, else that which recognises it. Throws invalid_file. */
export async function formatOf(file: UnknownFile, stated: string | undefined): Promise<FileFormat> {
  for (const format of formats)
    if (stated === undefined ? await format.recognises(file) : format.name === stated)
      return format;
  refuseUnreadable(file);
  throw new AppError('invalid_file', 'This is no file of a format that can be imported.', {
    row: 1,
    fix: `Import one of ${formats.map(({ title }) => title).join(', ')}, or save the table as CSV and upload that.`,
  });
}
