import { AppError } from '@columnist/contract';
import { maxColumns } from '../../admission/scan-records.ts';
import { damaged, type BinaryFile } from '../binary-file.ts';
import { trimmedEnd, type TextReader } from '../text-decoding.ts';

const format = 'SAS transport';
const line = 80;

export interface XptVariable {
  readonly name: string;
  readonly label: string;
  readonly numeric: boolean;
  readonly length: number;
  readonly format: string;
  readonly at: number;
}

/** A table of a transport file. */
export interface XptMember {
  readonly name: string;
  readonly label: string;
  readonly variables: readonly XptVariable[];
  readonly dataAt: number;
  readonly dataEnd: number;
  /** Rows, where the file states them. */
  readonly rows: number | null;
}

const headerAt = (file: BinaryFile, at: number): RegExpExecArray | null =>
  at + line > file.size
    ? null
    : /^HEADER RECORD\*{7}(\w+) +HEADER RECORD!{7}(.{30})/.exec(
        file.bytes(at, line).toString('latin1'),
      );

/** The tables of a transport file of version 5 or 8. Throws invalid_file. */
export function readMembers(file: BinaryFile, text: TextReader): XptMember[] {
  const library = headerAt(file, 0)?.[1];
  if (
    library === 'CPORT' ||
    file.bytes(0, Math.min(file.size, 40)).toString('latin1').startsWith('**COMPRESSED**')
  )
    throw new AppError(
      'invalid_file',
      'This file was written by PROC CPORT, whose form only SAS reads.',
      {
        fix: 'Write it with the XPORT engine or PROC EXPORT, as CSV or .xpt, then import it.',
      },
    );
  if (library !== 'LIBRARY' && library !== 'LIBV8')
    throw damaged(format, 'it does not begin with the header of a library');
  const members: XptMember[] = [];
  let at = 3 * line;
  while (at + line <= file.size) {
    const header = headerAt(file, at);
    if (header?.[1] !== 'MEMBER' && header?.[1] !== 'MEMBV8')
      throw damaged(format, `there is no header of a table at byte ${at}`);
    if (members.length >= 1000) throw damaged(format, 'it has more than 1,000 tables');
    const member = readMember(file, at, Number(header[2]?.slice(26, 30)), text);
    members.push(member);
    at = member.dataEnd;
  }
  if (members.length === 0) throw damaged(format, 'it holds no table');
  return members;
}

function readMember(
  file: BinaryFile,
  begin: number,
  described: number,
  text: TextReader,
): XptMember {
  if (described !== 140 && described !== 136)
    throw damaged(format, 'its descriptions of columns have an unknown length');
  let at = begin + 2 * line;
  const first = Buffer.from(file.bytes(at, line));
  const second = Buffer.from(file.bytes(at + line, line));
  at += 2 * line;
  const names = headerAt(file, at);
  if (names?.[1] !== 'NAMESTR' && names?.[1] !== 'NAMSTV8')
    throw damaged(format, 'the descriptions of its columns are missing');
  const isV8 = names[1] === 'NAMSTV8';
  const count = Number(isV8 ? names[2]?.slice(4, 10) : names[2]?.slice(6, 10));
  if (!Number.isInteger(count)) throw damaged(format, 'its number of columns is no number');
  if (count > maxColumns)
    throw new AppError(
      'invalid_file',
      `The file has ${count} columns; at most ${maxColumns} can be read.`,
      { fix: 'Keep fewer columns, then import the file again.' },
    );
  at += line;
  const variables = Array.from({ length: count }, (_, i) =>
    readVariable(Buffer.from(file.bytes(at + i * described, described)), isV8, text),
  );
  at += Math.ceil((count * described) / line) * line;
  const labels = new Map<number, string>();
  const long = headerAt(file, at);
  if (long?.[1] === 'LABELV8' || long?.[1] === 'LABELV9') {
    const parts = long[1] === 'LABELV8' ? 3 : 5;
    const stated = Number(long[2]?.trim().split(/\s+/)[0]);
    if (!Number.isInteger(stated) || stated < 0 || stated > count)
      throw damaged(format, 'it states an impossible number of labels');
    at += line;
    const start = at;
    for (let i = 0; i < stated; i += 1) {
      const head = Buffer.from(file.bytes(at, 2 * parts));
      const sizes = Array.from({ length: parts }, (_, part) => head.readUInt16BE(2 * part));
      const [place = 0, nameLength = 0, labelLength = 0, ...others] = sizes;
      at += 2 * parts + nameLength;
      labels.set(place - 1, text.read(trimmedEnd(file.bytes(at, labelLength))));
      at += labelLength + others.reduce((sum, length) => sum + length, 0);
    }
    at = start + Math.ceil((at - start) / line) * line;
  }
  const rows = headerAt(file, at);
  if (rows?.[1] !== 'OBS' && rows?.[1] !== 'OBSV8') throw damaged(format, 'its rows are missing');
  const stated = rows[1] === 'OBSV8' ? Number(rows[2]?.trim().split(/\s+/)[0]) : 0;
  at += line;
  return {
    name: text.read(trimmedEnd(first.subarray(8, isV8 ? 40 : 16))),
    label: text.read(trimmedEnd(second.subarray(32, 72))),
    variables: placed(
      variables.map((variable, i) => ({ ...variable, label: labels.get(i) ?? variable.label })),
    ),
    dataAt: at,
    dataEnd: endOf(file, at),
    rows: stated > 0 ? stated : null,
  };
}

function readVariable(bytes: Buffer, isV8: boolean, text: TextReader): XptVariable {
  const kind = bytes.readInt16BE(0);
  const length = bytes.readUInt16BE(4);
  if (kind !== 1 && kind !== 2) throw damaged(format, 'a column has an unknown type');
  if (length === 0 || (kind === 1 && (length < 2 || length > 8)))
    throw damaged(format, `a column has the impossible length ${length}`);
  const short = text.read(trimmedEnd(bytes.subarray(8, 16)));
  const long = isV8 ? text.read(trimmedEnd(bytes.subarray(88, 120))) : '';
  return {
    name: long === '' ? short : long,
    label: text.read(trimmedEnd(bytes.subarray(16, 56))),
    numeric: kind === 1,
    length,
    format: text.read(trimmedEnd(bytes.subarray(56, 64))).toUpperCase(),
    at: bytes.readInt32BE(84),
  };
}

/** The fields of a row lie within it, one after the other. */
function placed(variables: readonly XptVariable[]): XptVariable[] {
  const width = variables.reduce((sum, { length }) => sum + length, 0);
  for (const { at, length } of variables)
    if (at < 0 || at + length > width) throw damaged(format, 'a column lies outside of its rows');
  return [...variables];
}

/** Rows end where the next table begins, or with the file. */
function endOf(file: BinaryFile, dataAt: number): number {
  const wanted = Buffer.from('HEADER RECORD*******MEM', 'latin1');
  const step = 3200 * line;
  for (let at = dataAt; at < file.size; at += step) {
    const bytes = file.bytes(at, Math.min(step, file.size - at));
    for (let found = bytes.indexOf(wanted); found !== -1; found = bytes.indexOf(wanted, found + 1))
      if ((at + found) % line === 0) return at + found;
  }
  return file.size;
}
