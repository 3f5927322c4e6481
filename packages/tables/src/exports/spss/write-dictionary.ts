import type { FieldColumn } from '../../table/table-column.ts';

/** A variable as it is written. */
export interface OutVariable {
  readonly column: FieldColumn;
  readonly name: string;
  readonly label: string | null;
  /** By values as the variable has them: texts of a text, no longer than its width. */
  readonly labels: readonly (readonly [value: number | string, label: string])[];
  /** Bytes of its text, 0 where it is a number. */
  readonly width: number;
  /** Bytes that it takes of a case. */
  readonly bytes: number;
  readonly format: { readonly type: number; readonly width: number };
  readonly decimals: number;
}

/** Bytes of a text whose labels are kept as those of numbers are. */
const shortText = 8;

export const systemMissing = -Number.MAX_VALUE;
/** The smallest number but one, as SPSS calls it LOWEST. */
const lowest = -1.7976931348623155e308;

const int = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => bytes.writeInt32LE(value, 4 * i));
  return bytes;
};
const double = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(8 * values.length);
  values.forEach((value, i) => bytes.writeDoubleLE(value, 8 * i));
  return bytes;
};
const padded = (text: string, length: number): Buffer => {
  const bytes = Buffer.alloc(length, 0x20);
  Buffer.from(text).copy(bytes);
  return bytes;
};

/** Everything before the data. */
export function dictionaryOf(variables: readonly OutVariable[], cases: number): Buffer {
  const now = new Date();
  const [, weekdayMonth = ''] = /^\w+, (\d{2} \w{3} \d{2})/.exec(now.toUTCString()) ?? [];
  const parts: Buffer[] = [
    Buffer.from('$FL2'),
    padded('@(#) SPSS DATA FILE - written by Columnist', 60),
    int(
      2,
      variables.reduce((sum, { bytes }) => sum + bytes / 8, 0),
      0,
      0,
      cases > 0x7fffffff ? -1 : cases,
    ),
    double(100),
    padded(weekdayMonth, 9),
    padded(now.toISOString().slice(11, 19), 8),
    padded('', 64),
    Buffer.alloc(3),
  ];
  const shortNames: string[] = [];
  const firstElements: number[] = [];
  let element = 0;
  variables.forEach((variable, i) => {
    const segments = segmentsOf(variable.width);
    firstElements.push(element);
    segments.forEach((width, segment) => {
      const name = segment === 0 ? `V${i + 1}` : `V${i + 1}_${segment.toString(36).toUpperCase()}`;
      if (segment === 0) shortNames.push(name);
      parts.push(variableRecord(variable, width, name, segment === 0));
      const elements = width === 0 ? 1 : Math.ceil(width / 8);
      element += elements;
      for (let rest = 1; rest < elements; rest += 1)
        parts.push(int(2, -1, 0, 0, 0, 0), padded('', 8));
    });
  });
  variables.forEach(({ labels, width }, i) => {
    if (labels.length > 0 && width <= shortText)
      parts.push(...labelRecords(labels, (firstElements[i] ?? 0) + 1));
  });
  parts.push(
    extension(3, 4, int(21, 0, 0, -1, 1, 1, 2, 65_001)),
    extension(4, 8, double(systemMissing, Number.MAX_VALUE, lowest)),
    extension(
      13,
      1,
      Buffer.from(variables.map(({ name }, i) => `${shortNames[i] ?? ''}=${name}`).join('\t')),
    ),
  );
  const long = variables.flatMap(({ width }, i) =>
    width > 255 ? [`${shortNames[i] ?? ''}=${String(width).padStart(5, '0')}\0\t`] : [],
  );
  if (long.length > 0) parts.push(extension(14, 1, Buffer.from(long.join(''))));
  const labelled = variables.filter(({ labels, width }) => labels.length > 0 && width > shortText);
  if (labelled.length > 0)
    parts.push(extension(21, 1, Buffer.concat(labelled.flatMap(longLabels))));
  parts.push(extension(16, 8, cases64(cases)), extension(20, 1, Buffer.from('UTF-8')), int(999, 0));
  return Buffer.concat(parts);
}

function cases64(cases: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeBigInt64LE(1n, 0);
  bytes.writeBigInt64LE(BigInt(cases), 8);
  return bytes;
}

const extension = (subtype: number, size: number, data: Buffer): Buffer =>
  Buffer.concat([int(7, subtype, size, data.length / size), data]);

/** Widths of the segments of a text: 255 bytes each but the last. */
function segmentsOf(width: number): number[] {
  if (width <= 255) return [width];
  const count = Math.ceil(width / 252);
  return Array.from({ length: count }, (_, i) => (i < count - 1 ? 255 : width - 252 * i));
}

function variableRecord(
  { label, format, decimals }: OutVariable,
  width: number,
  name: string,
  isFirst: boolean,
): Buffer {
  const written =
    (format.type << 16) | ((width > 0 ? Math.min(width, 255) : format.width) << 8) | decimals;
  const parts = [
    int(2, width, isFirst && label !== null ? 1 : 0, 0, written, written),
    padded(name, 8),
  ];
  if (isFirst && label !== null) {
    const bytes = Buffer.from(label);
    parts.push(int(bytes.length), padded(label, 4 * Math.ceil(bytes.length / 4)));
  }
  return Buffer.concat(parts);
}

/** Labels of a text of more than eight bytes. */
function longLabels({ name, width, labels }: OutVariable): Buffer[] {
  const counted = (bytes: Buffer): Buffer[] => [int(bytes.length), bytes];
  return [
    ...counted(Buffer.from(name)),
    int(width, labels.length),
    ...labels.flatMap(([value, label]) => [
      ...counted(padded(String(value), width)),
      ...counted(Buffer.from(label)),
    ]),
  ];
}

function labelRecords(labels: OutVariable['labels'], element: number): Buffer[] {
  return [
    int(3, labels.length),
    ...labels.flatMap(([value, label]) => {
      const bytes = Buffer.from(label);
      const filled = 8 * Math.ceil((bytes.length + 1) / 8) - 1;
      return [
        typeof value === 'number' ? double(value) : padded(value, shortText),
        Buffer.from([bytes.length]),
        padded(label, filled),
      ];
    }),
    int(4, 1, element),
  ];
}
