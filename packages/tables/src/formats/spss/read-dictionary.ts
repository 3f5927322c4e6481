import { AppError } from '@columnist/contract';
import { maxColumns } from '../../admission/scan-records.ts';
import { BinaryFile, ByteReader, damaged } from '../binary-file.ts';
import { TextReader } from '../text-decoding.ts';
import { nameVariables, type Element, type SavVariable } from './name-variables.ts';

export interface SavDictionary {
  readonly littleEndian: boolean;
  readonly compression: 'none' | 'bytes' | 'zlib';
  readonly bias: number;
  /** Null where the file does not say. */
  readonly cases: number | null;
  readonly variables: readonly SavVariable[];
  readonly weight: string | null;
  readonly multipleResponses: boolean;
  readonly documents: number;
  readonly systemMissing: number;
  readonly low: number;
  readonly high: number;
  readonly text: TextReader;
  readonly dataAt: number;
}

const format = 'SPSS';
/** Names of value labels, extension records and lines of documents that one file may have. */
const mostRecords = 100_000;

/**
 * Reads the dictionary of a system file, by “System File Format” of the PSPP developers' manual.
 * Throws invalid_file.
 */
export function readDictionary(file: BinaryFile): SavDictionary {
  const magic = file.bytes(0, 4).toString('latin1');
  if (magic !== '$FL2' && magic !== '$FL3') throw damaged(format, 'it does not begin with $FL2');
  const littleEndian = orderOf(file);
  const reader = new ByteReader(file, littleEndian, 68);
  reader.skip(4);
  const compression = (['none', 'bytes', 'zlib'] as const)[reader.int32()];
  if (compression === undefined) throw damaged(format, 'its compression is unknown');
  const weightIndex = reader.int32();
  const statedCases = reader.int32();
  const bias = reader.float64();
  reader.skip(9 + 8 + 64 + 3);

  const elements: Element[] = [];
  const labelSets: { labels: [Buffer, Buffer][]; of: number[] }[] = [];
  const extensions = new Map<number, Buffer>();
  let documents = 0;
  for (let records = 0; ; records += 1) {
    if (records > mostRecords + 40 * maxColumns)
      throw damaged(format, 'its dictionary has too many records');
    const type = reader.int32();
    if (type === 999) break;
    if (type === 2) {
      elements.push(readElement(reader));
      // A text of 32,767 bytes takes 4,096 elements.
      if (elements.length > maxColumns * 4200)
        throw damaged(format, 'its dictionary has too many variables');
    } else if (type === 3) labelSets.push(readLabels(reader, littleEndian));
    else if (type === 6) {
      const lines = reader.int32();
      if (lines < 0) throw damaged(format, 'it states a negative number of lines');
      documents += lines;
      reader.skip(lines * 80);
    } else if (type === 7) {
      const subtype = reader.int32();
      const [size, count] = [reader.int32(), reader.int32()];
      if (size < 0 || count < 0) throw damaged(format, 'it states a negative length');
      if ([3, 4, 7, 13, 14, 16, 19, 20, 21, 22].includes(subtype))
        extensions.set(subtype, Buffer.from(reader.bytes(size * count)));
      else reader.skip(size * count);
    } else throw damaged(format, `its dictionary has a record of the unknown type ${type}`);
  }
  reader.skip(4);

  const integer = (bytes: Buffer | undefined, at: number): number | null =>
    bytes === undefined || bytes.length < at + 4
      ? null
      : littleEndian
        ? bytes.readInt32LE(at)
        : bytes.readInt32BE(at);
  const double = (bytes: Buffer, at: number): number =>
    littleEndian ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at);
  const text = new TextReader(
    encodingOf(extensions.get(20)?.toString('latin1').trim(), integer(extensions.get(3), 28)),
  );
  const floats = extensions.get(4);
  const limits = floats !== undefined && floats.length >= 24 ? floats : null;
  const cases64 = extensions.get(16);
  const cases =
    cases64 !== undefined && cases64.length >= 16
      ? Number(littleEndian ? cases64.readBigInt64LE(8) : cases64.readBigInt64BE(8))
      : statedCases;
  const named = nameVariables(elements, labelSets, extensions, text, littleEndian);
  if (named.variables.length > maxColumns)
    throw new AppError(
      'invalid_file',
      `The file has ${named.variables.length} columns; at most ${maxColumns} can be read.`,
      { fix: 'Keep fewer columns, then import the file again.' },
    );
  return {
    littleEndian,
    compression,
    bias,
    cases: cases < 0 ? null : cases,
    variables: named.variables,
    weight: weightIndex > 0 ? (named.byElement.get(weightIndex - 1)?.name ?? null) : null,
    multipleResponses: extensions.has(7) || extensions.has(19),
    documents,
    systemMissing: limits === null ? -Number.MAX_VALUE : double(limits, 0),
    high: limits === null ? Number.MAX_VALUE : double(limits, 8),
    low: limits === null ? -Number.MAX_VALUE : double(limits, 16),
    text,
    dataAt: reader.at,
  };
}

/** The layout code is 2 or 3 in the byte order of the file. */
function orderOf(file: BinaryFile): boolean {
  const code = file.bytes(64, 4);
  if ([2, 3].includes(code.readInt32LE())) return true;
  if ([2, 3].includes(code.readInt32BE())) return false;
  throw damaged(format, 'its layout is unknown');
}

function readElement(reader: ByteReader): Element {
  const width = reader.int32();
  if (width < -1 || width > 255) throw damaged(format, `a variable has the width ${width}`);
  const hasLabel = reader.int32() === 1;
  const missingKind = reader.int32();
  if (missingKind < -3 || missingKind > 3)
    throw damaged(format, 'a variable has an unknown kind of missing values');
  const print = reader.int32();
  reader.skip(4);
  const shortName = Buffer.from(reader.bytes(8));
  let label: Buffer | null = null;
  if (hasLabel) {
    const length = reader.int32();
    if (length < 0 || length > 0xffff) throw damaged(format, 'a label has an impossible length');
    label = Buffer.from(reader.bytes(length));
    reader.skip((4 - (length % 4)) % 4);
  }
  const missing = Array.from({ length: Math.abs(missingKind) }, () => Buffer.from(reader.bytes(8)));
  return {
    width,
    shortName,
    label,
    missingKind,
    missing,
    format: { type: (print >> 16) & 0xff, decimals: print & 0xff },
  };
}

function readLabels(
  reader: ByteReader,
  littleEndian: boolean,
): { labels: [Buffer, Buffer][]; of: number[] } {
  const count = reader.int32();
  if (count < 0 || count > mostRecords) throw damaged(format, 'it states too many value labels');
  const labels: [Buffer, Buffer][] = [];
  for (let i = 0; i < count; i += 1) {
    const value = Buffer.from(reader.bytes(8));
    const length = reader.uint8();
    labels.push([value, Buffer.from(reader.bytes(length))]);
    reader.skip((8 - ((1 + length) % 8)) % 8);
  }
  if (reader.int32() !== 4) throw damaged(format, 'value labels belong to no variable');
  const variables = reader.int32();
  if (variables < 0 || variables > maxColumns * 4200)
    throw damaged(format, 'value labels belong to too many variables');
  const indexes = Buffer.from(reader.bytes(variables * 4));
  const of = Array.from({ length: variables }, (_, i) =>
    littleEndian ? indexes.readInt32LE(4 * i) : indexes.readInt32BE(4 * i),
  );
  return { labels, of };
}

/** Code pages whose encoding has another name than their number. */
const pages: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10_000: 'macintosh',
  10_007: 'x-mac-cyrillic',
  10_029: 'x-mac-ce',
  20_866: 'koi8-r',
  20_932: 'euc-jp',
  20_936: 'gbk',
  21_866: 'koi8-u',
  51_932: 'euc-jp',
  51_936: 'gbk',
  51_949: 'euc-kr',
  54_936: 'gb18030',
};

/** Encodings by the number of a Windows code page; those of the record of names go first. */
function encodingOf(name: string | undefined, page: number | null): string {
  if (name !== undefined && name !== '') return name;
  if (page === null || page <= 4 || page === 1252) return 'windows-1252';
  if (page === 65_001) return 'utf-8';
  if (page >= 28_591 && page <= 28_606) return `iso-8859-${page - 28_590}`;
  return pages[page] ?? (page < 1000 ? `cp${page}` : `windows-${page}`);
}
