import { BinaryFile, damaged } from '../binary-file.ts';
import { dateText, momentText, numberText, splitSeconds } from '../canonical-text.ts';
import { TextReader, trimmedEnd } from '../text-decoding.ts';
import type { Note } from '../../admission/column-notes.ts';
import {
  batchRows,
  formatNote,
  type Cell,
  type TableFound,
  type TypedTable,
} from '../typed-table.ts';
import type { ValueKind } from '../source.ts';
import { ValueCounts } from '../value-counts.ts';
import { notANumber } from '../value-notes.ts';
import { ibmMissing, ibmNumber } from './ibm-float.ts';
import { readMembers, type XptMember, type XptVariable } from './read-headers.ts';

const format = 'SAS transport';
/** Days and seconds from 1 January 1960 to 1 January 1970. */
const daysBetween = 3653;

/** Formats of SAS by what their numbers mean. */
const dates =
  /^(?:DATE|DDMMYY[A-Z]?|MMDDYY[A-Z]?|YYMMDD[A-Z]?|JULIAN|WEEKDATE|WEEKDATX|WORDDATE|WORDDATX|E8601DA|B8601DA|IS8601DA|MONYY|YYMM[A-Z]?|YYQ[A-Z]*|YYMON|MMYY[A-Z]?|QTRR?|YEAR|MONTH|DAY|WEEKDAY|WEEK[UVW]|MONNAME|DOWNAME|JULDAY|PDJUL[GI]|NENGO|NLDATE[A-Z]*|EURDF\w*)$/;
const moments =
  /^(?:DATETIME|(?:E8601|B8601|IS8601)D[TNXZ]|DATEAMPM|MDYAMPM|DTDATE|DTMONYY|DTYEAR|DTWKDATX|DTYYQC|NLDATM[A-Z]*)$/;
const clocks =
  /^(?:TIME|TIMEAMPM|HHMM|HOUR|MMSS|TOD|(?:E8601|B8601|IS8601)(?:T[MXZ]|LZ)|NLTIME[A-Z]*)$/;
/** Formats that show a part of a date, as its year. */
const parts = /^(?:QTRR?|YEAR|MONTH|DAY|WEEKDAY|MONNAME|DOWNAME|JULDAY|DTYEAR)$/;
const special = new Set([
  '._',
  ...Array.from({ length: 26 }, (_, i) => `.${String.fromCharCode(65 + i)}`),
]);

const typeOf = ({ numeric, format }: XptVariable): ValueKind =>
  !numeric ? 'text' : dates.test(format) ? 'date' : moments.test(format) ? 'datetime' : 'number';

/** The tables of a SAS transport file (.xpt). Throws invalid_file. */
export function listXpt(path: string): TableFound[] {
  const file = new BinaryFile(path, format);
  try {
    return readMembers(file, new TextReader(null)).map((member) => ({
      name: member.name,
      rows: rowCountOf(file, member),
      columns: member.variables.length,
    }));
  } finally {
    file.close();
  }
}

/** Opens the table of this place in a SAS transport file. Throws invalid_file. */
export function openXpt(path: string, place: number): TypedTable {
  const text = new TextReader(null);
  const file = new BinaryFile(path, format);
  let member: XptMember | undefined;
  try {
    member = readMembers(file, text)[place];
  } finally {
    file.close();
  }
  if (member === undefined) throw damaged(format, `it has no table ${place + 1}`);
  const found = member;
  const counts = new ValueCounts();
  return {
    columns: found.variables.map((variable) => ({
      name: variable.name,
      label: variable.label === '' ? null : variable.label,
      unit: clocks.test(variable.format) ? 's' : null,
      kind: typeOf(variable),
      clock: variable.numeric && clocks.test(variable.format),
      valueLabels: new Map(),
      missing: variable.numeric ? { values: special, range: null } : null,
    })),
    notes: found.variables
      .filter((variable) => variable.numeric && parts.test(variable.format))
      .map((variable) =>
        formatNote(
          'read_as_date',
          `Its format ${variable.format} shows a part of a date; the whole date is read.`,
          variable.name,
          1,
        ),
      ),
    rows: () => rowsOf(path, found, text, counts),
    notesOfRows: () => [
      ...text.notes(),
      ...counts.notes(found.variables, notANumber),
      ...blankRowsNote(path, found),
    ],
  };
}

const widthOf = ({ variables }: XptMember): number =>
  variables.reduce((sum, { length }) => sum + length, 0);

/**
 * Rows fill up the last line of 80 bytes with blanks: whole rows of blanks at the end of it are
 * none. Where every column is text, a row of blanks there is taken for filling.
 */
function rowCountOf(file: BinaryFile, member: XptMember): number {
  const width = widthOf(member);
  if (width === 0) return 0;
  let rows = Math.floor((member.dataEnd - member.dataAt) / width);
  if (member.rows !== null) {
    if (member.rows > rows) throw damaged(format, `it states ${member.rows} rows and has ${rows}`);
    return member.rows;
  }
  while (
    rows > 0 &&
    (rows - 1) * width + member.dataAt > member.dataEnd - 80 &&
    file.bytes(member.dataAt + (rows - 1) * width, width).every((byte) => byte === 0x20)
  )
    rows -= 1;
  return rows;
}

function* rowsOf(
  path: string,
  member: XptMember,
  text: TextReader,
  counts: ValueCounts,
): Generator<Cell[][]> {
  counts.begin();
  text.beginRows();
  const width = widthOf(member);
  const plan = member.variables.map((variable) => ({ ...variable, type: typeOf(variable) }));
  const file = new BinaryFile(path, format);
  try {
    const rows = rowCountOf(file, member);
    const atOnce = Math.max(
      1,
      Math.min(batchRows, Math.floor((8 * 1024 * 1024) / Math.max(1, width))),
    );
    for (let row = 0; row < rows; row += atOnce) {
      const count = Math.min(atOnce, rows - row);
      const bytes = file.bytes(member.dataAt + row * width, count * width);
      yield Array.from({ length: count }, (_, i) =>
        plan.map(({ numeric, at, length, type }, column) => {
          const begin = i * width + at;
          if (numeric) {
            const missing = ibmMissing(bytes, begin, length);
            if (missing !== undefined) return missing;
            const value = ibmNumber(bytes, begin, length);
            const cell = numberCell(value, type);
            if (cell === null) counts.addOutside(column);
            else if (type === 'date' && !Number.isInteger(value)) counts.addFraction(column);
            return cell;
          }
          const found = text.read(trimmedEnd(bytes.subarray(begin, begin + length)));
          return found === '' ? null : found;
        }),
      );
    }
  } finally {
    file.close();
  }
}

/** Of texts alone nothing says whether blanks at the end are rows. */
function blankRowsNote(path: string, member: XptMember): Note[] {
  if (member.rows !== null || member.variables.some(({ numeric }) => numeric)) return [];
  const file = new BinaryFile(path, format);
  try {
    const width = widthOf(member);
    const blank = Math.floor((member.dataEnd - member.dataAt) / width) - rowCountOf(file, member);
    return blank === 0
      ? []
      : [
          formatNote(
            'blank_rows',
            `The blanks that fill up the last line of the file have room for ${blank === 1 ? '1 row' : `${blank} rows`} without values; none is read of them.`,
            null,
            blank,
          ),
        ];
  } finally {
    file.close();
  }
}

/** Null for dates that are not of the years 1 to 9999. */
function numberCell(value: number, type: ValueKind): Cell {
  if (type === 'date') return dateText((Math.floor(value) - daysBetween) * 86_400_000);
  if (type !== 'datetime') return numberText(value);
  const [seconds, microseconds] = splitSeconds(value);
  return momentText(seconds - daysBetween * 86_400, microseconds);
}
