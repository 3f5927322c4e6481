import { AppError } from '@columnist/contract';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FileFormat, UnknownFile } from './define-format.ts';
import { tsv } from './delimited/tsv.ts';
import { html } from './html/html.ts';
import { ods } from './ods/ods.ts';
import { xlsx } from './xlsx/xlsx.ts';
import { zip } from './archive/zip.ts';

/**
 * The formats that are read beside CSV, each recognised by its content; the first that recognises
 * a file reads it.
 */
export const formats: readonly FileFormat[] = [xlsx, ods, html, zip, tsv];

const headBytes = 4096;

/** The ending of a name in lower case, without the dot. */
export const endingOf = (name: string): string => extname(name).slice(1).toLowerCase();

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
  if (isOldOffice(file))
    throw new AppError(
      'invalid_file',
      'This is a workbook of Excel before 2007 (.xls), or one with a password.',
      { row: 1, fix: 'Save it as .xlsx without a password, then import that.' },
    );
  throw new AppError('invalid_file', 'This is no file of a format that can be imported.', {
    row: 1,
    fix: `Import one of ${formats.map(({ title }) => title).join(', ')}, or save the table as CSV and upload that.`,
  });
}

const isOldOffice = ({ head }: UnknownFile): boolean =>
  head.length >= 4 && head.readUInt32BE(0) === 0xd0cf11e0;
