import { AppError, fileFormats, type FilePart, type FoundTable } from '@columnist/contract';
import { isZip, openArchive, withArchive } from '../archive/open-archive.ts';
import { CellCounts } from '../cell-counts.ts';
import { chooseTable } from '../choose-table.ts';
import {
  defineFormat,
  type FileToRead,
  type OpenedPart,
  type UnknownFile,
} from '../define-format.ts';
import { ExtentCounter } from '../grid-extent.ts';
import { sheetListNotes } from '../sheet-notes.ts';
import type { GridRow } from '../source.ts';
import { contentRows, type ContentSheet } from './content-rows.ts';

const content = 'content.xml';

/** OpenDocument spreadsheets, as LibreOffice writes them. */
export const ods = defineFormat({
  name: 'ods',
  ...fileFormats.ods,
  recognises: async (file) => isZip(file) && (await isSpreadsheet(file)),
  list: async (file) => (await sheetsOf(file)).map(({ found }) => found),
  read: readSheet,
});

async function isSpreadsheet({ path }: UnknownFile): Promise<boolean> {
  return withArchive(path, 16 * 1024 * 1024, async ({ entries }) => {
    const type = entries.get('mimetype');
    if (type === undefined || type.bytes > 200 || !entries.has(content)) return false;
    let text = '';
    for await (const chunk of type.chunks()) text += chunk.toString('latin1');
    return text.startsWith('application/vnd.oasis.opendocument.spreadsheet');
  }).catch((error: unknown) => {
    if (error instanceof AppError) return false;
    throw error;
  });
}

interface ListedSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly canBeRead: boolean;
  readonly hasRows: () => boolean;
  readonly found: FoundTable;
}

/** All sheets are in one document, and so are read to be listed. */
async function sheetsOf(file: FileToRead): Promise<ListedSheet[]> {
  const sheets: { sheet: ContentSheet; extent: ExtentCounter }[] = [];
  for await (const _ of documentRows(file, null, new CellCounts(), {
    begin: (sheet) => sheets.push({ sheet, extent: new ExtentCounter() }),
    row: (row) => sheets.at(-1)?.extent.add(row),
  }));
  return sheets.map(({ sheet: { name, hidden }, extent }) => {
    const found = extent.found();
    return {
      name,
      hidden,
      canBeRead: found.rows !== 0,
      hasRows: () => (found.rows ?? 0) > 1,
      found: {
        table: name,
        ...found,
        hidden,
        problem: found.rows === 0 ? 'It is empty.' : null,
      },
    };
  });
}

async function readSheet(file: FileToRead, part: FilePart): Promise<OpenedPart> {
  const sheets = await sheetsOf(file);
  const chosen = await chooseTable(sheets, part, 'sheet');
  let counts = new CellCounts();
  return {
    table: chosen.name,
    tables: sheets.filter(({ canBeRead }) => canBeRead).length,
    source: {
      shape: 'grid',
      rows: () => {
        counts = new CellCounts();
        return documentRows(file, chosen.name, counts);
      },
      notes: () => [...sheetListNotes(chosen, sheets), ...counts.notes()],
    },
  };
}

async function* documentRows(
  { path, mostBytes, onProgress }: FileToRead,
  only: string | null,
  counts: CellCounts,
  watch?: Parameters<typeof contentRows>[3],
): AsyncGenerator<readonly GridRow[]> {
  const archive = await openArchive(path, mostBytes);
  try {
    const entry = archive.entries.get(content);
    if (entry === undefined) return;
    let done = 0;
    const chunks = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of entry.chunks()) {
        done += chunk.length;
        onProgress(Math.min(1, done / Math.max(1, entry.bytes)));
        yield chunk;
      }
    };
    yield* contentRows(chunks(), only, counts, watch);
  } catch (error) {
    if (archive.entries.has('META-INF/manifest.xml') && (await isEncrypted(path, mostBytes)))
      throw new AppError(
        'invalid_file',
        'The spreadsheet is protected by a password.',
        { row: 1, fix: 'Save it without a password, then import it.' },
        { cause: error },
      );
    throw error;
  } finally {
    archive.close();
  }
}

const isEncrypted = (path: string, mostBytes: number): Promise<boolean> =>
  withArchive(path, mostBytes, async ({ entries }) => {
    let text = '';
    for await (const chunk of entries.get('META-INF/manifest.xml')?.chunks() ?? []) {
      text += chunk.toString('latin1');
      if (text.length > 1024 * 1024) break;
    }
    return text.includes('encryption-data');
  });
