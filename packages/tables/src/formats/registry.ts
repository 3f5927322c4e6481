import { AppError, type FilePart } from '@columnist/contract';
import type { FileFormat, UnknownFile } from './define-format.ts';
import { arrow } from './arrow/arrow.ts';
import { tsv } from './delimited/tsv.ts';
import { fixedWidth } from './fixed-width/fixed-width.ts';
import { html } from './html/html.ts';
import { json } from './json/json.ts';
import { ods } from './ods/ods.ts';
import { packedOf } from './packed/packed.ts';
import { parquet } from './parquet/parquet.ts';
import { xpt } from './sas/xpt.ts';
import { sav } from './spss/sav.ts';
import { sqlite } from './sqlite/sqlite.ts';
import { dta } from './stata/dta.ts';
import { textOfHead } from './look-at-file.ts';
import { refuseUnreadable } from './unreadable.ts';
import { xlsx } from './xlsx/xlsx.ts';
import { zipOf } from './archive/zip.ts';

/** Formats of files that may be in an archive; any text may be of fixed width, so that is last. */
const single: readonly FileFormat[] = [
  xlsx,
  ods,
  parquet,
  arrow,
  sav,
  dta,
  xpt,
  sqlite,
  json,
  html,
  tsv,
  fixedWidth,
];

/**
 * The formats that are read beside CSV, each recognised by its content; the first that recognises
 * a file reads it.
 */
export const formats: readonly FileFormat[] = [packedOf(single), ...single, zipOf(single)];

/**
 * The format of a file: the stated one, else that which recognises it, else any text of which
 * borders of columns are stated. Throws invalid_file.
 */
export async function formatOf(
  file: UnknownFile,
  { format: stated, borders }: Pick<FilePart, 'format' | 'borders'>,
): Promise<FileFormat> {
  for (const format of formats)
    if (stated === undefined ? await format.recognises(file) : format.name === stated)
      return format;
  if (borders !== undefined && textOfHead(file.head) !== '') return fixedWidth;
  refuseUnreadable(file);
  if (isOldOffice(file))
    throw new AppError(
      'invalid_file',
      'This is a workbook of Excel before 2007 (.xls), or one with a password.',
      { row: 1, fix: 'Save it as .xlsx without a password, then import that.' },
    );
  const named = formats.find(({ endings }) => endings.includes(file.ending));
  if (named !== undefined)
    throw new AppError(
      'invalid_file',
      `By its name (.${file.ending}) this is of the format ${named.title}, but its content is not: it is damaged, or is another kind of file.`,
      {
        row: 1,
        fix: 'Open it in the program that wrote it and save it again, or save the table as CSV.',
      },
    );
  throw new AppError('invalid_file', 'This is no file of a format that can be imported.', {
    row: 1,
    fix: `Import one of ${formats.map(({ title }) => title).join(', ')}, or save the table as CSV and upload that.`,
  });
}

const isOldOffice = ({ head }: UnknownFile): boolean =>
  head.length >= 4 && head.readUInt32BE(0) === 0xd0cf11e0;
