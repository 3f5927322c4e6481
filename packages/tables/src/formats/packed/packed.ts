import { AppError, fileFormats } from '@columnist/contract';
import { isZip } from '../archive/open-archive.ts';
import { packingOf, unpack } from '../../admission/unpack.ts';
import {
  defineFormat,
  type FileFormat,
  type FileToRead,
  type OpenedPart,
} from '../define-format.ts';
import { oneTable } from '../found-tables.ts';
import { lookAtFile } from '../look-at-file.ts';
import { refuseUnreadable } from '../unreadable.ts';

/** Files of R are packed themselves. */
const ofR: ReadonlySet<string> = new Set(['rds', 'rda', 'rdata']);

/** One file of these formats, or of CSV, that is packed with gzip or Zstandard, as data.csv.gz. */
export const packedOf = (formats: readonly FileFormat[]): FileFormat =>
  defineFormat({
    name: 'gz',
    ...fileFormats.gz,
    recognises: ({ head, ending }) => packingOf(head) !== null && !ofR.has(ending),
    list: async (file) => {
      const { within, format } = await unpacked(file, formats);
      return format?.list(within) ?? oneTable(null, null);
    },
    read: async (file, part) => {
      const { within, format } = await unpacked(file, formats);
      return format?.read(within, part) ?? textOf(within);
    },
  });

/** The file that is packed, unpacked, with its format; null where it is text to read as CSV is. */
async function unpacked(
  file: FileToRead,
  formats: readonly FileFormat[],
): Promise<{ within: FileToRead; format: FileFormat | null }> {
  const packing = packingOf(file.head);
  if (packing !== null) await unpack(file.path, packing, file.taken, file.mostBytes);
  const known = await lookAtFile(file.taken, nameWithin(file));
  const within = { ...file, ...known, path: file.taken, taken: file.inner };
  for (const format of formats) if (await format.recognises(within)) return { within, format };
  refuseUnreadable(within);
  if (packingOf(within.head) !== null) throw nested('is packed twice');
  if (isZip(within)) throw nested('holds a ZIP archive that is packed once more');
  return { within, format: null };
}

/** A name with the ending of the file that is packed: that before .gz, else that of the file. */
const nameWithin = ({ ending, endingWithin }: FileToRead): string =>
  `file.${fileFormats.gz.endings.some((one) => one === ending) ? endingWithin : ending}`;

const textOf = ({ path }: FileToRead): OpenedPart => ({
  source: { shape: 'text', path, reading: {}, notes: () => [] },
  table: null,
  tables: 1,
});

const nested = (what: string): AppError =>
  new AppError('invalid_file', `The file ${what}.`, {
    row: 1,
    fix: 'Unpack it, then import what is in it.',
  });
