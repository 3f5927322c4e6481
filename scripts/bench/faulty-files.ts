import { randomOf, recordOf, textOf, type CleanFile, type Random } from './clean-files.ts';

/**
 * A file with one fault. `truth` is what it still says; null where the fault takes something away,
 * or leaves open what was meant, so that a reader must speak of it, ask or refuse.
 */
export interface Mutation {
  readonly fault: string;
  readonly text: string;
  readonly truth: Pick<CleanFile, 'names' | 'rows'> | null;
}

type Fault = (file: CleanFile, random: Random) => Omit<Mutation, 'fault'> | null;

const joined = (file: CleanFile, records: readonly string[]): string =>
  records.map((record) => record + file.lineEnd).join('');
const recordsOf = (file: CleanFile): string[] =>
  [file.names, ...file.rows].map((cells) => recordOf(cells, file));
/** A data row, by its place among the records. */
const someRow = (file: CleanFile, random: Random): number => 1 + random(file.rows.length);
const replaced = (records: readonly string[], at: number, ...by: string[]): string[] => [
  ...records.slice(0, at),
  ...by,
  ...records.slice(at + 1),
];

/**
 * Faults as files get them. What makes another valid file is left out by rule: where a table has
 * one column, most have none.
 */
const faults: Readonly<Record<string, Fault>> = {
  'no line end at the end': (file) => ({
    text: textOf(file).slice(0, -file.lineEnd.length),
    truth: file,
  }),
  'blank line within': (file, random) => {
    if (file.names.length < 2) return null;
    const records = recordsOf(file);
    const at = someRow(file, random);
    return { text: joined(file, replaced(records, at, '', records[at] ?? '')), truth: file };
  },
  'title above': (file) =>
    file.names.length < 2
      ? null
      : { text: joined(file, ['Report of the spring', '', ...recordsOf(file)]), truth: file },
  'comment above': (file) =>
    file.names.length < 2
      ? null
      : { text: joined(file, ['# made by a program', ...recordsOf(file)]), truth: file },
  'source below': (file) =>
    file.names.length < 2
      ? null
      : { text: joined(file, [...recordsOf(file), '', 'Source: own survey']), truth: file },
  'header again': (file, random) => {
    if (file.names.length < 2) return null;
    const records = recordsOf(file);
    const at = someRow(file, random);
    return {
      text: joined(file, replaced(records, at, records[0] ?? '', records[at] ?? '')),
      truth: file,
    };
  },
  'row cut short': (file, random) => {
    if (file.names.length < 3) return null;
    const at = someRow(file, random);
    const cells = file.rows[at - 1] ?? [];
    return {
      text: joined(file, replaced(recordsOf(file), at, recordOf(cells.slice(0, -1), file))),
      truth: null,
    };
  },
  'row too long': (file, random) => {
    if (file.names.length < 2) return null;
    const at = someRow(file, random);
    const cells = [...(file.rows[at - 1] ?? []), String(random(90))];
    return {
      text: joined(file, replaced(recordsOf(file), at, recordOf(cells, file))),
      truth: null,
    };
  },
  'delimiter at the end of a row': (file, random) => {
    if (file.names.length < 2) return null;
    const at = someRow(file, random);
    const records = recordsOf(file);
    return {
      text: joined(file, replaced(records, at, `${records[at] ?? ''}${file.delimiter}`)),
      truth: null,
    };
  },
  'delimiter at the end of every row': (file) =>
    file.names.length < 2
      ? null
      : {
          text: joined(
            file,
            recordsOf(file).map((record, i) => (i === 0 ? record : record + file.delimiter)),
          ),
          truth: file,
        },
  'row without its quotes': (file, random) => {
    const at = someRow(file, random);
    const cells = file.rows[at - 1] ?? [];
    if (file.names.length < 2 || !cells.some((cell) => cell.includes(file.delimiter))) return null;
    return {
      text: joined(file, replaced(recordsOf(file), at, cells.join(file.delimiter))),
      truth: null,
    };
  },
  'quote that opens and does not close': (file, random) => {
    if (file.names.length < 2) return null;
    const at = someRow(file, random);
    const records = recordsOf(file);
    if ((records[at] ?? '').includes('"')) return null;
    return { text: joined(file, replaced(records, at, `"${records[at] ?? ''}`)), truth: null };
  },
  'row twice as one': (file, random) => {
    if (file.names.length < 3) return null;
    const at = random(file.rows.length - 1) + 1;
    const records = recordsOf(file);
    return {
      text: joined(file, [
        ...records.slice(0, at),
        `${records[at] ?? ''}${file.delimiter}${records[at + 1] ?? ''}`,
        ...records.slice(at + 2),
      ]),
      truth: null,
    };
  },
  'other line ends': (file) => ({
    text: textOf({ ...file, lineEnd: file.lineEnd === '\n' ? '\r\n' : '\n' }),
    truth: file,
  }),
  'byte order mark': (file) => ({ text: `\ufeff${textOf(file)}`, truth: file }),
  'NUL in a cell': (file, random) => {
    const at = someRow(file, random);
    const records = recordsOf(file);
    const record = records[at] ?? '';
    const place = random(record.length + 1);
    return {
      text: joined(
        file,
        replaced(records, at, `${record.slice(0, place)}\0${record.slice(place)}`),
      ),
      truth: null,
    };
  },
  'other table below': (file) =>
    file.names.length < 3
      ? null
      : {
          text: joined(file, [
            ...recordsOf(file),
            '',
            recordOf(['region', 'target'], file),
            recordOf(['north', '3'], file),
            recordOf(['south', '4'], file),
            recordOf(['east', '5'], file),
          ]),
          truth: file,
        },
  'total below': (file) => {
    if (file.names.length < 2) return null;
    const total = file.names.map((_, j) =>
      j === 0 ? 'Total' : j === file.names.length - 1 ? '99' : '',
    );
    return { text: joined(file, [...recordsOf(file), recordOf(total, file)]), truth: null };
  },
  'names left out': (file) =>
    file.names.length < 2 ? null : { text: joined(file, recordsOf(file).slice(1)), truth: null },
  'word among the values': (file, random) => {
    const at = someRow(file, random);
    const cells = file.rows[at - 1] ?? [];
    const j = random(cells.length);
    return {
      text: joined(
        file,
        replaced(recordsOf(file), at, recordOf(cells.toSpliced(j, 1, 'broken'), file)),
      ),
      truth: {
        names: file.names,
        rows: file.rows.map((row, i) => (i === at - 1 ? row.toSpliced(j, 1, 'broken') : row)),
      },
    };
  },
};
export const faultNames = Object.keys(faults);

/** The file with a fault; null where the fault makes another valid file. */
export function mutate(file: CleanFile, fault: string, seed: number): Mutation | null {
  const made = faults[fault]?.(file, randomOf(seed)) ?? null;
  return made === null ? null : { fault, ...made };
}
