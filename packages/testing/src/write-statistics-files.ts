/** Small data files of Stata, SPSS and SAS with any bytes as values. */

export interface WrittenDta {
  /** The number of a type, such as 65526 for a double and 32768 for a long text, and its format. */
  readonly variables: readonly {
    readonly name: string;
    readonly type: number;
    readonly format: string;
    readonly labelSet?: string;
  }[];
  readonly rows: readonly Buffer[];
  /** Between the marks of long texts and of value labels. */
  readonly strls?: Buffer;
  readonly labels?: Buffer;
}

const filled = (text: string, length: number): Buffer => {
  const field = Buffer.alloc(length);
  field.write(text);
  return field;
};

const numbers = (bytes: 2 | 4, ...values: readonly number[]): Buffer => {
  const made = Buffer.alloc(bytes * values.length);
  values.forEach((value, i) => {
    if (bytes === 2) made.writeUInt16LE(value, 2 * i);
    else made.writeInt32LE(value, 4 * i);
  });
  return made;
};

/** A file of release 118 (help dta of Stata), little-endian. */
export function writeDta({ variables, rows, strls, labels }: WrittenDta): Buffer<ArrayBuffer> {
  const tagged = (name: string, ...content: readonly Buffer[]): Buffer =>
    Buffer.concat([Buffer.from(`<${name}>`), ...content, Buffer.from(`</${name}>`)]);
  const counted = Buffer.alloc(8);
  counted.writeBigUInt64LE(BigInt(rows.length));
  const head = Buffer.concat([
    Buffer.from('<stata_dta>'),
    tagged(
      'header',
      Buffer.from('<release>118</release><byteorder>LSF</byteorder>'),
      tagged('K', numbers(2, variables.length)),
      tagged('N', counted),
      tagged('label', numbers(2, 0)),
      tagged('timestamp', Buffer.alloc(1)),
    ),
  ]);
  const fields = (value: (one: WrittenDta['variables'][number]) => string, length: number) =>
    variables.map((one) => filled(value(one), length));
  const parts = [
    tagged('variable_types', numbers(2, ...variables.map(({ type }) => type))),
    tagged('varnames', ...fields(({ name }) => name, 129)),
    tagged('sortlist', Buffer.alloc(2 * (variables.length + 1))),
    tagged('formats', ...fields(({ format }) => format, 57)),
    tagged('value_label_names', ...fields(({ labelSet = '' }) => labelSet, 129)),
    tagged('variable_labels', ...fields(() => '', 321)),
    tagged('characteristics'),
    tagged('data', ...rows),
    tagged('strls', strls ?? Buffer.alloc(0)),
    tagged('value_labels', labels ?? Buffer.alloc(0)),
    Buffer.from('</stata_dta>'),
  ];
  const map = Buffer.alloc(14 * 8);
  let at = head.length + '<map></map>'.length + map.length;
  map.writeBigUInt64LE(BigInt(head.length), 8);
  parts.forEach((part, i) => {
    map.writeBigUInt64LE(BigInt(at), 8 * (i + 2));
    at += part.length;
  });
  return Buffer.concat([head, tagged('map', map), ...parts]);
}

export interface WrittenSav {
  /** Bytes of its texts, 0 for numbers; the number of its format; single values that are missing. */
  readonly variables: readonly {
    readonly name: string;
    readonly width?: number;
    readonly format?: number;
    readonly missing?: readonly Buffer[];
  }[];
  /** Values of eight bytes and their multiples, one row after the other. */
  readonly rows: readonly Buffer[];
  /** Extension records by their subtype. */
  readonly extensions?: Readonly<Record<number, Buffer>>;
}

/** A system file of SPSS without compression, little-endian (PSPP developers' manual). */
export function writeSav({ variables, rows, extensions = {} }: WrittenSav): Buffer<ArrayBuffer> {
  const bias = Buffer.alloc(8);
  bias.writeDoubleLE(100);
  const spaces = (text: string, length: number): Buffer => Buffer.from(text.padEnd(length, ' '));
  const element = (
    width: number,
    name: string,
    format: number,
    missing: readonly Buffer[],
  ): Buffer[] => [
    numbers(4, 2, width, 0, missing.length, (format << 16) | 0x0800, (format << 16) | 0x0800),
    spaces(name, 8),
    ...missing,
  ];
  return Buffer.concat([
    spaces('$FL2@(#) SPSS DATA FILE of a test', 64),
    numbers(4, 2, -1, 0, 0, rows.length),
    bias,
    spaces('', 9 + 8 + 64),
    Buffer.alloc(3),
    ...variables.flatMap(({ name, width = 0, format = width > 0 ? 1 : 5, missing = [] }) => [
      ...element(width, name, format, missing),
      ...Array.from({ length: Math.max(0, Math.ceil(width / 8) - 1) }, () =>
        element(-1, '', 0, []),
      ).flat(),
    ]),
    ...Object.entries(extensions).flatMap(([subtype, content]) => [
      numbers(4, 7, Number(subtype), 1, content.length),
      content,
    ]),
    numbers(4, 999, 0),
    ...rows,
  ]);
}

/** A number in the floating point of IBM mainframes. */
function ibmNumber(value: number): Buffer {
  const made = Buffer.alloc(8);
  if (value === 0) return made;
  let [exponent, fraction] = [64, Math.abs(value)];
  for (; fraction >= 1; exponent += 1) fraction /= 16;
  for (; fraction < 1 / 16; exponent -= 1) fraction *= 16;
  made.writeBigUInt64BE(BigInt(Math.floor(fraction * 2 ** 56)));
  made[0] = exponent + (value < 0 ? 0x80 : 0);
  return made;
}

/** A transport file of SAS, version 5, of one table of numbers. */
export function writeXpt(
  variables: readonly { readonly name: string; readonly format: string }[],
  rows: readonly (readonly number[])[],
): Buffer<ArrayBuffer> {
  const line = (text: string): Buffer => Buffer.from(text.padEnd(80, ' '), 'latin1');
  const header = (name: string, rest = '0'.repeat(30)): Buffer =>
    line(`HEADER RECORD*******${name.padEnd(8, ' ')}HEADER RECORD!!!!!!!${rest}`);
  const lines = (content: Buffer): Buffer =>
    Buffer.concat([content, Buffer.alloc((80 - (content.length % 80)) % 80, 0x20)]);
  const described = variables.map(({ name, format }, i) => {
    const made = Buffer.alloc(140);
    made.writeInt16BE(1, 0);
    made.writeInt16BE(8, 4);
    made.write(name.padEnd(8, ' '), 8);
    made.write(''.padEnd(40, ' '), 16);
    made.write(format.padEnd(8, ' '), 56);
    made.writeInt32BE(8 * i, 84);
    return made;
  });
  return Buffer.concat([
    header('LIBRARY'),
    line('SAS     SAS     SASLIB'),
    line(''),
    header('MEMBER', '000000000000000001600000000140'),
    header('DSCRPTR'),
    line('SAS     T       SASDATA'),
    line(''),
    header('NAMESTR', `000000${String(variables.length).padStart(4, '0')}${'0'.repeat(20)}`),
    lines(Buffer.concat(described)),
    header('OBS'),
    lines(Buffer.concat(rows.flatMap((row) => row.map(ibmNumber)))),
  ]);
}
