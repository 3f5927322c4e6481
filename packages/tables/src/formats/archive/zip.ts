import {
  AppError,
  endingOf,
  fileFormats,
  type FilePart,
  type FoundTable,
} from '@columnist/contract';
import { createWriteStream } from 'node:fs';
import { posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { chooseTable } from '../choose-table.ts';
import {
  defineFormat,
  type FileFormat,
  type FileToRead,
  type OpenedPart,
} from '../define-format.ts';
import { lookAtFile } from '../look-at-file.ts';
import { sheetNote } from '../sheet-notes.ts';
import { isZip, withArchive, type ArchiveEntry } from './open-archive.ts';

/** Endings of text that is read as CSV. */
const texts: ReadonlySet<string> = new Set(['csv', 'txt']);

/**
 * Archives of files of these formats, and of CSV: each is a table, and a workbook in it is read
 * like one by itself.
 */
export const zipOf = (formats: readonly FileFormat[]): FileFormat =>
  defineFormat({
    name: 'zip',
    ...fileFormats.zip,
    recognises: isZip,
    list: (file) =>
      withArchive(file.path, file.mostBytes, ({ entries }) =>
        Promise.resolve(
          filesIn(entries, formats).map(({ name, canBeRead }) => foundIn(name, canBeRead)),
        ),
      ),
    read: (file, part) => readEntry(file, part, formats),
  });

interface FileIn {
  readonly name: string;
  readonly hidden: boolean;
  readonly canBeRead: boolean;
  readonly entry: ArchiveEntry;
}

/** Its files, without what systems add to an archive. */
const filesIn = (
  entries: ReadonlyMap<string, ArchiveEntry>,
  formats: readonly FileFormat[],
): FileIn[] =>
  [...entries.values()].flatMap((entry) => {
    const { name } = entry;
    const isAdded =
      name.startsWith('__MACOSX/') || /^(?:\.|Thumbs\.db$)/.test(posix.basename(name));
    const ending = endingOf(name);
    const canBeRead =
      texts.has(ending) || formats.some((format) => format.endings.includes(ending));
    return isAdded ? [] : [{ name, hidden: false, canBeRead, entry }];
  });

/** Text has a line below its first; of other files their reader says it. */
async function mayHaveRows({ name, entry }: FileIn): Promise<boolean> {
  if (!texts.has(endingOf(name))) return true;
  let isBelow = false;
  for await (const chunk of entry.chunks())
    for (const byte of chunk)
      if (byte === 10 || byte === 13) isBelow = true;
      else if (isBelow && byte > 32) return true;
  return false;
}

const foundIn = (table: string, canBeRead: boolean): FoundTable => ({
  table,
  rows: null,
  columns: null,
  range: null,
  hidden: false,
  problem: canBeRead
    ? null
    : endingOf(table) === 'zip'
      ? 'It is an archive itself: unpack the outer one.'
      : 'It is no table of a format that is read.',
});

async function readEntry(
  file: FileToRead,
  part: FilePart,
  formats: readonly FileFormat[],
): Promise<OpenedPart> {
  const { chosen, files, inner } = await withArchive(
    file.path,
    file.mostBytes,
    async ({ entries }) => {
      const files = filesIn(entries, formats);
      // 'book.xlsx/Sheet2' is a sheet of a workbook in the archive.
      const outer = files.find(({ name }) => part.table?.startsWith(`${name}/`) === true);
      const chosen = await chooseTable(
        files.map((one) => ({ ...one, hasRows: () => mayHaveRows(one) })),
        outer === undefined ? part : { ...part, table: outer.name },
        'file',
      );
      await pipeline(chosen.entry.chunks(), createWriteStream(file.taken, { mode: 0o600 }));
      return {
        chosen,
        files,
        inner: outer === undefined ? undefined : part.table?.slice(outer.name.length + 1),
      };
    },
  );
  const readable = files.filter(({ canBeRead }) => canBeRead).length;
  const others = files
    .filter((one) => one.entry !== chosen.entry && (one.canBeRead || endingOf(one.name) === 'zip'))
    .map(({ name }) => `'${name}'`);
  const shown = `${others.slice(0, 5).join(', ')}${others.length > 5 ? ' …' : ''}`;
  const notes =
    others.length === 0
      ? []
      : [
          sheetNote(
            'other_files',
            others.length === 1
              ? `The archive holds another file that is not read: ${shown}.`
              : `The archive holds ${others.length} other files that are not read: ${shown}.`,
            others.length,
          ),
        ];
  const known = await lookAtFile(file.taken, chosen.name);
  const within = { ...file, ...known, path: file.taken, taken: file.inner };
  if (isZip(known) && endingOf(chosen.name) === 'zip') throw nested();
  for (const format of formats) {
    if (!(await format.recognises(within))) continue;
    const opened = await format.read(within, {
      ...(inner === undefined ? {} : { table: inner }),
      ...(part.range === undefined ? {} : { range: part.range }),
    });
    return {
      table: inner === undefined ? chosen.name : `${chosen.name}/${inner}`,
      tables: readable,
      source: { ...opened.source, notes: () => [...notes, ...opened.source.notes()] },
    };
  }
  return {
    table: chosen.name,
    tables: readable,
    source: { shape: 'text', path: file.taken, reading: {}, notes: () => notes },
  };
}

const nested = (): AppError =>
  new AppError('invalid_file', 'The file in the archive is an archive itself.', {
    row: 1,
    fix: 'Unpack the outer archive, then import the inner one.',
  });
