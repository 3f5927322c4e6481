import type { FieldColumn } from '../../table/table-column.ts';

export type OutType = 'byte' | 'long' | 'double' | 'strL' | { readonly text: number };

/** A variable as it is written. */
export interface OutVariable {
  readonly column: FieldColumn;
  readonly name: string;
  readonly label: string;
  readonly type: OutType;
  readonly format: string;
  readonly labelSet: string;
  readonly labels: readonly (readonly [value: number, label: string])[];
}

const widths = { byte: 1, long: 4, double: 8, strL: 8 } as const;
const codes = { byte: 65_530, long: 65_528, double: 65_526, strL: 32_768 } as const;

export const fieldBytes = (type: OutType): number =>
  typeof type === 'string' ? widths[type] : type.text;

const uint16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};

/** Characters of the label of a variable. */
export const longestLabel = 80;

/** Text in a field of fixed length, cut between characters and closed by a zero. */
function field(text: string, length: number, characters: number): Buffer {
  const bytes = Buffer.alloc(length);
  let kept = Array.from(text).slice(0, characters).join('');
  while (Buffer.byteLength(kept) >= length) kept = Array.from(kept).slice(0, -1).join('');
  bytes.write(kept);
  return bytes;
}

const tagged = (name: string, ...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat([`<${name}>`, ...parts, `</${name}>`].map((part) => Buffer.from(part)));

/** Where the parts of the file begin, which its map lists. */
export class Places {
  readonly #before: readonly number[];
  readonly map: number;
  data = 0;
  strls = 0;
  labels = 0;
  close = 0;
  end = 0;

  constructor(map: number, before: readonly number[]) {
    this.map = map;
    this.#before = before;
  }

  bytes(): Buffer {
    const bytes = Buffer.alloc(14 * 8);
    [
      0,
      this.map,
      ...this.#before,
      this.data,
      this.strls,
      this.labels,
      this.close,
      this.end,
    ].forEach((place, i) => bytes.writeBigUInt64LE(BigInt(place), 8 * i));
    return bytes;
  }
}

/** Everything before the data; the map is filled in when all is written. */
export function headOf(
  variables: readonly OutVariable[],
  rows: number,
): { bytes: Buffer; places: Places } {
  const count = Buffer.alloc(8);
  count.writeBigUInt64LE(BigInt(rows));
  const header = Buffer.concat([
    Buffer.from('<stata_dta>'),
    tagged(
      'header',
      '<release>118</release><byteorder>LSF</byteorder>',
      tagged('K', uint16(variables.length)),
      tagged('N', count),
      tagged('label', uint16(0)),
      tagged('timestamp', Buffer.from([17]), stamp(new Date())),
    ),
  ]);
  const parts = [
    tagged(
      'variable_types',
      ...variables.map(({ type }) => uint16(typeof type === 'string' ? codes[type] : type.text)),
    ),
    tagged('varnames', ...variables.map(({ name }) => field(name, 129, 32))),
    tagged('sortlist', Buffer.alloc(2 * (variables.length + 1))),
    tagged('formats', ...variables.map(({ format }) => field(format, 57, 56))),
    tagged('value_label_names', ...variables.map(({ labelSet }) => field(labelSet, 129, 32))),
    tagged('variable_labels', ...variables.map(({ label }) => field(label, 321, longestLabel))),
    tagged('characteristics', ...variables.flatMap(notesOf)),
  ];
  const map = tagged('map', Buffer.alloc(14 * 8));
  let at = header.length + map.length;
  const before = parts.map((part) => {
    at += part.length;
    return at - part.length;
  });
  return {
    bytes: Buffer.concat([header, map, ...parts]),
    places: new Places(header.length, before),
  };
}

/** The description of a variable as its first note, and how many notes it has. */
function notesOf({ name, column: { description } }: OutVariable): Buffer[] {
  if (description === undefined) return [];
  return [
    ['note0', '1'],
    ['note1', description],
  ].map(([key = '', content]) => {
    const bytes = Buffer.concat([
      field(name, 129, 32),
      field(key, 129, 32),
      Buffer.from(`${content ?? ''}\0`),
    ]);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(bytes.length);
    return tagged('ch', size, bytes);
  });
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const stamp = (now: Date): string =>
  `${String(now.getUTCDate()).padStart(2)} ${months[now.getUTCMonth()] ?? ''} ${now.getUTCFullYear()} ${now.toISOString().slice(11, 16)}`.padStart(
    17,
  );

export function valueLabelsOf(variables: readonly OutVariable[]): Buffer {
  return tagged(
    'value_labels',
    ...variables.flatMap(({ labelSet, labels }) => {
      if (labelSet === '') return [];
      const sorted = labels.toSorted(([a], [b]) => a - b);
      const texts = sorted.map(([, label]) => Buffer.from(`${label}\0`));
      const length = texts.reduce((sum, text) => sum + text.length, 0);
      const table = Buffer.alloc(8 + 8 * sorted.length);
      table.writeUInt32LE(sorted.length, 0);
      table.writeUInt32LE(length, 4);
      let at = 0;
      sorted.forEach(([value], i) => {
        table.writeUInt32LE(at, 8 + 4 * i);
        table.writeInt32LE(value, 8 + 4 * (sorted.length + i));
        at += texts[i]?.length ?? 0;
      });
      const size = Buffer.alloc(4);
      size.writeUInt32LE(table.length + length);
      return [tagged('lbl', size, field(labelSet, 129, 32), Buffer.alloc(3), table, ...texts)];
    }),
  );
}
