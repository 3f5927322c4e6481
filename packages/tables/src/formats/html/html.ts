import { AppError, fileFormats, type FilePart, type FoundTable } from '@columnist/contract';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { chooseTable } from '../choose-table.ts';
import { defineFormat, type FileToRead, type OpenedPart } from '../define-format.ts';
import { othersNote } from '../sheet-notes.ts';
import { textNotes } from '../write-columns.ts';
import { FieldsFile, mostUnpacked } from '../write-fields.ts';
import { htmlTables, type HtmlTable } from './html-tables.ts';

const mostBytes = 64 * 1024 * 1024;

/** Tables of web pages, and what spreadsheets and browsers put on the clipboard. */
export const html = defineFormat({
  name: 'html',
  ...fileFormats.html,
  recognises: ({ head, ending }) =>
    (fileFormats.html.endings.some((one) => one === ending) && head.includes(60)) ||
    /^\s*(?:<!doctype\s+html|<html[\s>]|<table[\s>]|<meta\s|Version:\d)/i.test(
      head.toString('utf8').replace(/^\ufeff/, ''),
    ),
  list: async (file) =>
    (await tablesOf(file)).map(({ name, rows, hidden }): FoundTable => ({
      table: name,
      rows: rows.length,
      columns: widthOf(rows),
      range: null,
      hidden,
      problem: rows.length === 0 ? 'It is empty.' : null,
    })),
  read: readTable,
});

const widthOf = (rows: HtmlTable['rows']): number =>
  rows.reduce((most, { length }) => Math.max(most, length), 0);

async function tablesOf({ path }: FileToRead): Promise<HtmlTable[]> {
  const { size } = await stat(path);
  if (size > mostBytes)
    throw new AppError(
      'invalid_file',
      `The page has ${Math.round(size / 1024 / 1024)} MB; at most ${mostBytes / 1024 / 1024} MB are read.`,
      { row: 1, fix: 'Save the table as CSV, then upload the .csv file.' },
    );
  return htmlTables(createReadStream(path));
}

async function readTable(file: FileToRead, part: FilePart): Promise<OpenedPart> {
  const tables = (await tablesOf(file)).map((table) => ({
    ...table,
    canBeRead: table.rows.length > 0,
    hasRows: () => table.rows.length > 1,
  }));
  const chosen = await chooseTable(tables, part, 'table');
  const width = widthOf(chosen.rows);
  const fields = await FieldsFile.create(file.taken, mostUnpacked);
  try {
    for (const row of chosen.rows)
      await fields.add(Array.from({ length: width }, (_, i) => row[i] ?? ''));
  } finally {
    await fields.close();
  }
  return {
    table: chosen.name,
    tables: tables.length,
    source: {
      shape: 'text',
      path: file.taken,
      reading: {
        encoding: 'utf-8',
        delimiter: ',',
        quote: '"',
        escape: '"',
        comment: null,
        ...(chosen.headerRows === 0 ? {} : { header_rows: chosen.headerRows, skip_lines: 0 }),
      },
      notes: () => [
        ...othersNote(
          chosen.name,
          tables.flatMap(({ name, canBeRead }) => (canBeRead ? [name] : [])),
        ),
        ...textNotes(0, fields),
      ],
    },
  };
}
