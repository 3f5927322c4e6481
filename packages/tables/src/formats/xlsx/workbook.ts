import { AppError } from '@columnist/contract';
import { posix } from 'node:path';
import type { Archive, ArchiveEntry } from '../archive/open-archive.ts';
import { attributeOf, readWholeXml } from '../archive/read-xml.ts';
import { numberFormat, type NumberFormat } from './number-formats.ts';

export interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Null for what holds no cells, such as a sheet of one chart, or is not in the file. */
  readonly entry: ArchiveEntry | null;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly is1904: boolean;
  readonly strings: ArchiveEntry | null;
  readonly styles: ArchiveEntry | null;
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

/** The relations of a part of the package; those that lead out of the file are left out. */
export async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const { dir, base } = posix.parse(part);
  const entry = archive.entries.get(posix.join(dir, '_rels', `${base}.rels`));
  if (entry === undefined) return [];
  const relations: Relation[] = [];
  await readWholeXml(entry.chunks(), entry.name, {
    open: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (name !== 'Relationship' || mode === 'External') return;
      relations.push({
        id,
        type: type.split('/').at(-1) ?? '',
        target: target.startsWith('/') ? target.slice(1) : posix.normalize(posix.join(dir, target)),
      });
    },
  });
  return relations;
}

/** Where the workbook is in the archive; null where there is none. */
export async function workbookPart(archive: Archive): Promise<string | null> {
  const found = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument');
  return [found?.target ?? '', 'xl/workbook.xml'].find((part) => archive.entries.has(part)) ?? null;
}

/** Sheets at most. */
const mostSheets = 2000;

/** The sheets of a workbook and what their cells refer to. Throws invalid_file. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const part = await workbookPart(archive);
  const entry = part === null ? undefined : archive.entries.get(part);
  if (part === null || entry === undefined)
    throw new AppError('invalid_file', 'The workbook has no list of sheets.', {
      row: 1,
      fix: 'Open it in a spreadsheet program, save it as .xlsx, and import that.',
    });
  const relations = await relationsOf(archive, part);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const ofType = (type: string): ArchiveEntry | null =>
    archive.entries.get(relations.find((one) => one.type === type)?.target ?? '') ?? null;
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readWholeXml(entry.chunks(), entry.name, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes['date1904']);
      if (name !== 'sheet' || sheets.length >= mostSheets) return;
      const relation = byId.get(attributeOf(attributes, 'id') ?? '');
      sheets.push({
        name: attributes['name'] ?? `Sheet ${sheets.length + 1}`,
        hidden: (attributes['state'] ?? 'visible') !== 'visible',
        entry:
          relation?.type === 'worksheet' ? (archive.entries.get(relation.target) ?? null) : null,
      });
    },
  });
  return { sheets, is1904, strings: ofType('sharedStrings'), styles: ofType('styles') };
}

export const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true';

/** What numbers are shown as, by the style of their cell. */
export async function readStyles(entry: ArchiveEntry | null): Promise<NumberFormat[]> {
  if (entry === null) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let [inFormats, inCells] = [false, false];
  await readWholeXml(entry.chunks(), entry.name, {
    open: (name, attributes) => {
      if (name === 'numFmts') inFormats = true;
      // Conditional formats have numbers of formats of their own, with the same element.
      else if (name === 'numFmt' && inFormats)
        codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) ids.push(Number(attributes['numFmtId'] ?? 0));
    },
    close: (name) => {
      if (name === 'numFmts') inFormats = false;
      else if (name === 'cellXfs') inCells = false;
    },
  });
  return ids.map((id) => numberFormat(id, codes.get(id)));
}

/** Texts that cells share, at most; and their letters. */
const [mostStrings, mostLetters] = [4_000_000, 160 * 1024 * 1024];

/** The texts that cells refer to by their number. Throws invalid_file where there are too many. */
export async function readStrings(entry: ArchiveEntry | null): Promise<string[]> {
  if (entry === null) return [];
  const strings: string[] = [];
  let [text, letters, inText, inPhonetic] = ['', 0, false, false];
  await readWholeXml(entry.chunks(), entry.name, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 't') inText = true;
      else if (name === 'rPh') inPhonetic = true;
    },
    text: (part) => {
      if (inText && !inPhonetic) text += part;
    },
    close: (name) => {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'si') {
        strings.push(unescaped(text));
        letters += text.length;
        if (strings.length > mostStrings || letters > mostLetters) throw tooMany();
      }
    },
  });
  return strings;
}

/** Characters that XML cannot hold are written as _x000D_ (ECMA-376 part 1, 22.9.2.19). */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-fA-F]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

const tooMany = (): AppError =>
  new AppError(
    'invalid_file',
    `The workbook has more than ${mostStrings.toLocaleString('en')} different texts, or more than ${mostLetters / 1024 / 1024} MB of them.`,
    { row: 1, fix: 'Save the sheet as CSV, then upload the .csv file.' },
  );
