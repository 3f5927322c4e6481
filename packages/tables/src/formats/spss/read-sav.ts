import { BinaryFile } from '../binary-file.ts';
import { dateText, momentText, numberText, splitSeconds } from '../canonical-text.ts';
import { trimmedEnd, type TextReader } from '../text-decoding.ts';
import {
  batchRows,
  formatNote,
  type Cell,
  type TypedColumn,
  type TypedTable,
} from '../typed-table.ts';
import type { ValueKind } from '../source.ts';
import { ValueCounts } from '../value-counts.ts';
import { notANumber } from '../value-notes.ts';
import { readCases } from './read-cases.ts';
import type { SavVariable } from './name-variables.ts';
import { readDictionary, type SavDictionary } from './read-dictionary.ts';

/** Print formats whose numbers are seconds since 14 October 1582. */
const dates = new Set([20, 23, 24, 28, 29, 30, 38, 39]);
const moments = new Set([22, 41]);
/** Those whose numbers are seconds of a time that may be longer than a day. */
const clocks = new Set([21, 25, 40]);
const months = new Set([28, 29, 30]);

/** Seconds from 14 October 1582 to 1 January 1970. */
const epoch = 12_219_379_200;

const typeOf = ({ width, format }: SavVariable): ValueKind =>
  width > 0 ? 'text' : dates.has(format) ? 'date' : moments.has(format) ? 'datetime' : 'number';

/** Opens an SPSS system file (.sav, .zsav). Throws invalid_file. */
export function openSav(path: string): TypedTable {
  const file = new BinaryFile(path, 'SPSS');
  let dictionary: SavDictionary;
  try {
    dictionary = readDictionary(file);
  } finally {
    file.close();
  }
  const counts = new ValueCounts();
  return {
    columns: dictionary.variables.map((variable) => columnOf(variable, dictionary)),
    rowCount: dictionary.cases,
    notes: notesOf(dictionary),
    rows: () => rowsOf(path, dictionary, counts),
    notesOfRows: () => [
      ...dictionary.text.notes(),
      ...counts.notes(dictionary.variables, notANumber),
    ],
  };
}

function columnOf(variable: SavVariable, dictionary: SavDictionary): TypedColumn {
  const { text, littleEndian } = dictionary;
  const type = typeOf(variable);
  const codeOf = (bytes: Buffer): string =>
    variable.width > 0
      ? text.read(trimmedEnd(bytes))
      : (cellOf(littleEndian ? bytes.readDoubleLE() : bytes.readDoubleBE(), type) ?? '');
  const numbers = variable.missing.map((bytes) =>
    littleEndian ? bytes.readDoubleLE() : bytes.readDoubleBE(),
  );
  const [low = 0, high = 0] = numbers;
  const ranged = variable.missingKind < -1;
  return {
    name: variable.name,
    label: variable.label,
    unit: clocks.has(variable.format) && variable.width === 0 ? 's' : null,
    kind: type,
    clock: variable.width === 0 && clocks.has(variable.format),
    valueLabels: new Map(variable.labels.map(([value, label]) => [codeOf(value), label])),
    missing:
      variable.missingKind === 0
        ? null
        : {
            values: new Set(variable.missing.slice(ranged ? 2 : 0).map(codeOf)),
            range: ranged
              ? [low <= dictionary.low ? -Infinity : low, high >= dictionary.high ? Infinity : high]
              : null,
          },
  };
}

/** Null for NaN, and for dates that are not of the years 1 to 9999. */
function cellOf(value: number, type: ValueKind): Cell {
  if (Number.isNaN(value)) return null;
  if (type === 'number') return numberText(value);
  const [counted, microseconds] = splitSeconds(value);
  const seconds = counted - epoch;
  return type === 'date' ? dateText(seconds * 1000) : momentText(seconds, microseconds);
}

function* rowsOf(
  path: string,
  dictionary: SavDictionary,
  counts: ValueCounts,
): Generator<Cell[][]> {
  counts.begin();
  dictionary.text.beginRows();
  const { variables, littleEndian, systemMissing, text } = dictionary;
  const plan = variables.map((variable) => ({ ...variable, type: typeOf(variable) }));
  const file = new BinaryFile(path, 'SPSS');
  try {
    let batch: Cell[][] = [];
    for (const one of readCases(file, dictionary)) {
      let at = 0;
      batch.push(
        plan.map(({ width, elements, type }, column) => {
          const from = at;
          at += 8 * elements;
          if (width > 0) return textOf(one.subarray(from, at), width, text);
          const value = littleEndian ? one.readDoubleLE(from) : one.readDoubleBE(from);
          if (value === systemMissing) return null;
          const cell = cellOf(value, type);
          if (cell === null)
            if (Number.isNaN(value)) counts.addNoNumber(column);
            else counts.addOutside(column);
          return cell;
        }),
      );
      if (batch.length === batchRows) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  } finally {
    file.close();
  }
}

/** A long text is kept in segments of 256 bytes, of which the last is filled up. */
function textOf(bytes: Buffer, width: number, text: TextReader): Cell {
  if (width <= 255) return emptyAsMissing(text.read(trimmedEnd(bytes.subarray(0, width))));
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 256) parts.push(bytes.subarray(at, at + 255));
  return emptyAsMissing(text.read(trimmedEnd(Buffer.concat(parts).subarray(0, width))));
}

/** SPSS has no missing texts but blank ones. */
const emptyAsMissing = (text: string): Cell => (text === '' ? null : text);

function notesOf({ variables, weight, multipleResponses, documents }: SavDictionary) {
  const periods = variables.filter(({ width, format }) => width === 0 && months.has(format));
  return [
    ...(weight === null
      ? []
      : [
          formatNote(
            'not_carried_over',
            `The file weights its rows by '${weight}': name it as the weight of an analysis, for no analysis does so by itself.`,
            weight,
            1,
          ),
        ]),
    ...(multipleResponses
      ? [
          formatNote(
            'not_carried_over',
            'Sets of multiple responses are not carried over; their columns are.',
            null,
            1,
          ),
        ]
      : []),
    ...(documents > 0
      ? [
          formatNote(
            'not_carried_over',
            `${documents} lines of documentation in the file are not carried over.`,
            null,
            documents,
          ),
        ]
      : []),
    ...periods.map(({ name }) =>
      formatNote(
        'read_as_date',
        'Its format shows the month, quarter or week of a date alone; the whole date is read.',
        name,
        1,
      ),
    ),
  ];
}
