import { AppError } from '@columnist/contract';
import { maxColumns } from '../../admission/scan-records.ts';
import { ByteReader, damaged, type BinaryFile } from '../binary-file.ts';
import { TextReader, untilZero } from '../text-decoding.ts';

const format = 'Stata';

export type StataType =
  | 'byte'
  | 'int'
  | 'long'
  | 'float'
  | 'double'
  | 'strL'
  | { readonly text: number };

export interface StataVariable {
  readonly name: string;
  readonly type: StataType;
  readonly format: string;
  readonly labelSet: string;
  readonly label: string;
}

export interface StataHeader {
  readonly release: number;
  readonly littleEndian: boolean;
  readonly rows: number;
  readonly variables: readonly StataVariable[];
  readonly text: TextReader;
  readonly dataAt: number;
  /** Where long texts and value labels begin; before release 117 value labels follow the data. */
  readonly strlsAt: number | null;
  readonly labelsAt: number;
}

/** Bytes of the fields of a release. */
const sizes = {
  old: { name: 33, label: 81, text: 1 },
  117: { name: 33, format: 49, label: 81, text: 1, rows: 4, columns: 2 },
  118: { name: 129, format: 57, label: 321, text: 2, rows: 8, columns: 2 },
  119: { name: 129, format: 57, label: 321, text: 2, rows: 8, columns: 4 },
} as const;

const unsupported = (release: number): AppError =>
  new AppError(
    'invalid_file',
    `This Stata file is of release ${release}; releases 113 to 115 and 117 to 119 can be read (Stata 8 to 18).`,
    { fix: 'Open it in Stata and write it again with saveold or save, then import it.' },
  );

/** Reads what a .dta file says of its columns, by “help dta” of Stata. Throws invalid_file. */
export function readHeader(file: BinaryFile): StataHeader {
  const first = file.bytes(0, Math.min(file.size, 28)).toString('latin1');
  return first.startsWith('<stata_dta><header><release>') ? readTagged(file) : readOld(file);
}

/** Releases 113 to 115: fields of fixed length. */
function readOld(file: BinaryFile): StataHeader {
  const [release = 0, order = 0] = file.bytes(0, 2);
  if (release < 113 || release > 115) throw unsupported(release);
  if (order !== 1 && order !== 2) throw damaged(format, 'its byte order is unknown');
  const reader = new ByteReader(file, order === 2, 4);
  const text = new TextReader(null);
  const count = reader.uint16();
  refuseWide(count);
  const rows = reader.uint32();
  reader.skip(sizes.old.label + 18);
  const types = [...Buffer.from(reader.bytes(count))].map(oldType);
  const field = fieldReader(reader, text);
  const names = field(count, sizes.old.name);
  reader.skip(2 * (count + 1));
  const formats = field(count, release === 113 ? 12 : 49);
  const sets = field(count, sizes.old.name);
  const labels = field(count, sizes.old.label);
  for (;;) {
    const kind = reader.uint8();
    const length = reader.int32();
    if (kind === 0 && length === 0) break;
    if (length < 0) throw damaged(format, 'a characteristic has a negative length');
    reader.skip(length);
  }
  const header = {
    release,
    littleEndian: reader.littleEndian,
    rows,
    variables: together(names, types, formats, sets, labels),
    text,
    dataAt: reader.at,
    strlsAt: null,
  };
  return { ...header, labelsAt: reader.at + rows * widthOf(header.variables) };
}

function readTagged(file: BinaryFile): StataHeader {
  const release = Number(file.bytes(28, 3).toString('latin1'));
  if (release !== 117 && release !== 118 && release !== 119) throw unsupported(release);
  const size = sizes[release];
  let reader = new ByteReader(file, true, 31);
  const tag = (name: string): void => {
    if (reader.bytes(name.length + 2).toString('latin1') !== `<${name}>`)
      throw damaged(format, `the mark <${name}> is not at byte ${reader.at - name.length - 2}`);
  };
  tag('/release');
  tag('byteorder');
  const order = reader.bytes(3).toString('latin1');
  if (order !== 'LSF' && order !== 'MSF') throw damaged(format, 'its byte order is unknown');
  reader = new ByteReader(file, order === 'LSF', reader.at);
  tag('/byteorder');
  tag('K');
  const count = size.columns === 2 ? reader.uint16() : reader.uint32();
  refuseWide(count);
  tag('/K');
  tag('N');
  const rows = size.rows === 4 ? reader.uint32() : reader.uint64();
  tag('/N');
  tag('label');
  reader.skip(size.text === 1 ? reader.uint8() : reader.uint16());
  tag('/label');
  tag('timestamp');
  reader.skip(reader.uint8());
  tag('/timestamp');
  tag('/header');
  tag('map');
  const map = Array.from({ length: 14 }, () => reader.uint64());
  tag('/map');
  const text = new TextReader(release === 117 ? null : 'utf-8');
  const field = fieldReader(reader, text);
  tag('variable_types');
  const types = Array.from({ length: count }, () => typeOf(reader.uint16()));
  tag('/variable_types');
  tag('varnames');
  const names = field(count, size.name);
  tag('/varnames');
  tag('sortlist');
  reader.skip((count + 1) * (release === 119 ? 4 : 2));
  tag('/sortlist');
  tag('formats');
  const formats = field(count, size.format);
  tag('/formats');
  tag('value_label_names');
  const sets = field(count, size.name);
  tag('/value_label_names');
  tag('variable_labels');
  const labels = field(count, size.label);
  tag('/variable_labels');
  const jump = (place: number | undefined, name: string): number => {
    reader.at = place ?? -1;
    tag(name);
    return reader.at;
  };
  return {
    release,
    littleEndian: reader.littleEndian,
    rows,
    variables: together(names, types, formats, sets, labels),
    text,
    dataAt: jump(map[9], 'data'),
    strlsAt: jump(map[10], 'strls'),
    labelsAt: jump(map[11], 'value_labels'),
  };
}

function refuseWide(count: number): void {
  if (count > maxColumns)
    throw new AppError(
      'invalid_file',
      `The file has ${count} columns; at most ${maxColumns} can be read.`,
      { fix: 'Keep fewer columns, then import the file again.' },
    );
}

const fieldReader =
  (reader: ByteReader, text: TextReader) =>
  (count: number, length: number): string[] =>
    Array.from({ length: count }, () => text.read(untilZero(reader.bytes(length))));

const together = (
  names: readonly string[],
  types: readonly StataType[],
  formats: readonly string[],
  sets: readonly string[],
  labels: readonly string[],
): StataVariable[] =>
  names.map((name, i) => ({
    name,
    type: types[i] ?? 'double',
    format: formats[i] ?? '',
    labelSet: sets[i] ?? '',
    label: labels[i] ?? '',
  }));

function oldType(code: number): StataType {
  if (code >= 1 && code <= 244) return { text: code };
  return numbers[code - 251] ?? unknownType(code);
}

function typeOf(code: number): StataType {
  if (code >= 1 && code <= 2045) return { text: code };
  if (code === 32_768) return 'strL';
  return numbers[65_530 - code] ?? unknownType(code);
}

const numbers = ['byte', 'int', 'long', 'float', 'double'] as const;

function unknownType(code: number): never {
  throw damaged(format, `a column has the unknown type ${code}`);
}

const widths = { byte: 1, int: 2, long: 4, float: 4, double: 8, strL: 8 } as const;

export const bytesOf = (type: StataType): number =>
  typeof type === 'string' ? widths[type] : type.text;

export const widthOf = (variables: readonly StataVariable[]): number =>
  variables.reduce((sum, { type }) => sum + bytesOf(type), 0);
