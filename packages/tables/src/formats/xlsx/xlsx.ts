import { AppError, fileFormats, type FilePart, type FoundTable } from '@columnist/contract';
import type { Note } from '../../admission/column-notes.ts';
import { isZip, openArchive, withArchive, type Archive } from '../archive/open-archive.ts';
import { readWholeXml } from '../archive/read-xml.ts';
import { CellCounts } from '../cell-counts.ts';
import { readRange } from '../cell-range.ts';
import { chooseTable } from '../choose-table.ts';
import {
  defineFormat,
  type FileToRead,
  type OpenedPart,
  type UnknownFile,
} from '../define-format.ts';
import { extentOfRows, hasTwoRows } from '../grid-extent.ts';
import { mergedNote, sheetListNotes, sheetNote } from '../sheet-notes.ts';
import type { GridRow } from '../source.ts';
import { findMerged, sheetRows, type SheetContext } from './sheet-rows.ts';
import {
  readStrings,
  readStyles,
  readWorkbook,
  relationsOf,
  workbookPart,
  type Sheet,
} from './workbook.ts';

/** Bytes of a sheet up to which its extent is counted; of a larger one it is what the sheet says. */
const countedBytes = 32 * 1024 * 1024;

/** Excel workbooks of 2007 and later. Macros and formulas are never run. */
export const xlsx = defineFormat({
  name: 'xlsx',
  ...fileFormats.xlsx,
  recognises: async (file) => isZip(file) && (await isWorkbook(file)),
  list: (file) =>
    withArchive(file.path, file.mostBytes, async (archive) => {
      const { sheets, strings, styles, is1904 } = await readWorkbook(archive);
      const context = {
        strings: await readStrings(strings),
        styles: await readStyles(styles),
        is1904,
        merged: [],
      };
      const found: FoundTable[] = [];
      for (const sheet of sheets) found.push(await extentOf(sheet, context));
      return found;
    }),
  read: readSheet,
});

async function isWorkbook({ path }: UnknownFile): Promise<boolean> {
  return withArchive(path, 16 * 1024 * 1024, async (archive) => {
    if (!archive.entries.has('[Content_Types].xml')) return false;
    const part = await workbookPart(archive);
    return part !== null || archive.entries.has('xl/workbook.bin');
  }).catch((error: unknown) => {
    // What is wrong with an archive is said by the reader of archives.
    if (error instanceof AppError) return false;
    throw error;
  });
}

async function extentOf(
  { name, hidden, entry }: Sheet,
  context: SheetContext,
): Promise<FoundTable> {
  if (entry === null)
    return {
      table: name,
      rows: null,
      columns: null,
      range: null,
      hidden,
      problem: 'It holds no cells, as a sheet of one chart.',
    };
  const extent =
    entry.bytes <= countedBytes
      ? await extentOfRows(sheetRows(entry, context, new CellCounts()))
      : await statedExtent(entry.chunks(), entry.name);
  return {
    table: name,
    ...extent,
    hidden,
    problem: extent.rows === 0 ? 'It is empty.' : null,
  };
}

/** The extent that the beginning of a sheet states. */
async function statedExtent(
  chunks: AsyncIterable<Buffer>,
  name: string,
): Promise<Pick<FoundTable, 'rows' | 'columns' | 'range'>> {
  let stated: string | null = null;
  async function* beginning(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      yield chunk;
      if (stated !== null) return;
    }
  }
  await readWholeXml(beginning(), name, {
    open: (tag, { ref = '' }) => {
      if (tag === 'dimension' && /^[A-Z]+\d+:[A-Z]+\d+$/.test(ref)) stated ??= ref;
      else if (tag === 'row') stated ??= '';
    },
  }).catch(() => {});
  if (stated === null || stated === '') return { rows: null, columns: null, range: null };
  const { top, bottom, left, right } = readRange(stated);
  return { rows: bottom - top + 1, columns: right - left + 1, range: stated };
}

async function readSheet(file: FileToRead, part: FilePart): Promise<OpenedPart> {
  const opened = await withArchive(file.path, file.mostBytes, async (archive) => {
    if (archive.entries.has('xl/workbook.bin'))
      throw new AppError('invalid_file', 'This is a binary Excel workbook (.xlsb).', {
        row: 1,
        fix: 'Save it as .xlsx, then import that.',
      });
    const { sheets, strings, styles, is1904 } = await readWorkbook(archive);
    const plain: SheetContext = {
      strings: await readStrings(strings),
      styles: await readStyles(styles),
      is1904,
      merged: [],
    };
    const chosen = await chooseTable(
      sheets.map((sheet) => ({
        ...sheet,
        canBeRead: sheet.entry !== null,
        hasRows: async () =>
          sheet.entry !== null && hasTwoRows(sheetRows(sheet.entry, plain, new CellCounts())),
      })),
      part,
      'sheet',
    );
    const entry = chosen.entry;
    const context: SheetContext = {
      ...plain,
      merged: entry === null ? [] : await findMerged(entry),
    };
    const notes = [
      ...sheetListNotes(chosen, sheets),
      ...mergedNote(context.merged.length),
      ...(is1904 ? [sheetNote('dates_1904', 'The workbook counts its days from 1904.')] : []),
      ...(entry === null ? [] : await besideCells(archive, entry.name)),
    ];
    return { name: chosen.name, entryName: entry?.name ?? '', context, notes, sheets };
  });
  let counts = new CellCounts();
  return {
    table: opened.name,
    tables: opened.sheets.filter(({ entry }) => entry !== null).length,
    source: {
      shape: 'grid',
      rows: () => {
        counts = new CellCounts();
        return openRows(file, opened.entryName, opened.context, counts);
      },
      notes: () => [...opened.notes, ...counts.notes()],
    },
  };
}

/** The rows of a sheet; the archive is open until the last one is taken. */
async function* openRows(
  { path, mostBytes, onProgress }: FileToRead,
  name: string,
  context: SheetContext,
  counts: CellCounts,
): AsyncGenerator<readonly GridRow[]> {
  const archive = await openArchive(path, mostBytes);
  try {
    const entry = archive.entries.get(name);
    if (entry === undefined) return;
    let done = 0;
    const chunks = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of entry.chunks()) {
        done += chunk.length;
        onProgress(Math.min(1, done / Math.max(1, entry.bytes)));
        yield chunk;
      }
    };
    yield* sheetRows({ ...entry, chunks }, context, counts);
  } finally {
    archive.close();
  }
}

/** What lies beside cells, by the type of its part, and the element that each of it is. */
const beside: Readonly<Record<string, { readonly what: string; readonly element: string }>> = {
  comments: { what: 'comments', element: 'comment' },
  threadedComment: { what: 'comments', element: 'threadedComment' },
  drawing: { what: 'pictures or charts', element: 'Anchor' },
};

/** What belongs to a sheet beside its cells, and is not read; a part of it may be empty. */
async function besideCells(archive: Archive, sheet: string): Promise<Note[]> {
  const found = new Set<string>();
  for (const { type, target } of await relationsOf(archive, sheet)) {
    const kind = beside[type];
    const entry = archive.entries.get(target);
    if (kind === undefined || entry === undefined || found.has(kind.what)) continue;
    await readWholeXml(entry.chunks(), entry.name, {
      open: (name) => {
        if (name.endsWith(kind.element)) found.add(kind.what);
      },
    });
  }
  return [...found].map((what) =>
    sheetNote('not_carried_over', `The ${what} of the sheet are not read.`),
  );
}
