import { damaged } from '../binary-file.ts';
import { trimmedEnd, type TextReader } from '../text-decoding.ts';

const format = 'SPSS';

/** An element of eight bytes of every case, as the dictionary lists it. */
export interface Element {
  /** Bytes of a text, 0 for a number, -1 where it continues the text before it. */
  readonly width: number;
  readonly shortName: Buffer;
  readonly label: Buffer | null;
  readonly missingKind: number;
  readonly missing: readonly Buffer[];
  readonly format: { readonly type: number; readonly decimals: number };
}

/** A variable of an SPSS file. */
export interface SavVariable {
  readonly name: string;
  readonly label: string | null;
  /** Bytes of its text, 0 where it is a number. */
  readonly width: number;
  /** Elements of a case that it takes. */
  readonly elements: number;
  readonly format: number;
  readonly missingKind: number;
  readonly missing: readonly Buffer[];
  readonly labels: readonly (readonly [value: Buffer, label: string])[];
}

/** Joins elements into variables: long names, and texts of more than 255 bytes in segments. */
export function nameVariables(
  elements: readonly Element[],
  labelSets: readonly { labels: [Buffer, Buffer][]; of: number[] }[],
  extensions: ReadonlyMap<number, Buffer>,
  text: TextReader,
  littleEndian: boolean,
): { variables: SavVariable[]; byElement: Map<number, SavVariable> } {
  const longNames = pairsOf(extensions.get(13), /\t/, text);
  const longWidths = pairsOf(extensions.get(14), /\0+\t?|\t/, text);
  const labelsOf = new Map<number, readonly (readonly [Buffer, string])[]>();
  for (const { labels, of } of labelSets) {
    const read = labels.map(([value, label]) => [value, text.read(trimmedEnd(label))] as const);
    for (const index of of) labelsOf.set(index - 1, read);
  }
  const variables: SavVariable[] = [];
  const byElement = new Map<number, SavVariable>();
  for (let at = 0; at < elements.length;) {
    const [first] = elements.slice(at, at + 1);
    if (first === undefined) break;
    if (first.width === -1) throw damaged(format, 'a text goes on that did not begin');
    const short = text.read(trimmedEnd(first.shortName));
    const stated = Number(longWidths.get(short.toUpperCase()) ?? '0');
    if (!Number.isInteger(stated) || stated < 0 || stated > 32_767)
      throw damaged(format, 'a text has an impossible width');
    const segments = stated > 255 ? Math.ceil(stated / 252) : 1;
    const begin = at;
    for (let segment = 0; segment < segments; segment += 1) {
      const part = elements[at];
      if (part === undefined || part.width < 0 || (segments > 1 && part.width === 0))
        throw damaged(format, 'a long text has too few segments');
      at += 1;
      for (let rest = Math.ceil(part.width / 8) - 1; rest > 0; rest -= 1, at += 1)
        if (elements[at]?.width !== -1) throw damaged(format, 'a text has too few elements');
    }
    const variable: SavVariable = {
      name: longNames.get(short.toUpperCase()) ?? short,
      label: first.label === null ? null : text.read(trimmedEnd(first.label)),
      width: segments > 1 ? stated : first.width,
      elements: at - begin,
      format: first.format.type,
      missingKind: first.missingKind,
      missing: first.missing,
      labels: labelsOf.get(begin) ?? [],
    };
    variables.push(variable);
    byElement.set(begin, variable);
  }
  return {
    variables: withLongMissing(
      withLongLabels(variables, extensions.get(21), text, littleEndian),
      extensions.get(22),
      text,
      littleEndian,
    ),
    byElement,
  };
}

/** `A=B` one after the other, by A in capitals. */
export function pairsOf(
  bytes: Buffer | undefined,
  between: RegExp,
  text: TextReader,
): Map<string, string> {
  const pairs = bytes === undefined ? [] : text.read(bytes).split(between);
  return new Map(
    pairs.flatMap((pair) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
      return name === undefined || value === undefined
        ? []
        : [[name.toUpperCase(), value.replace(/\0+$/, '')] as const];
    }),
  );
}

/** Reads the values of an extension record one after the other. Throws invalid_file. */
class RecordReader {
  readonly #bytes: Buffer;
  readonly #littleEndian: boolean;
  #at = 0;

  constructor(bytes: Buffer, littleEndian: boolean) {
    this.#bytes = bytes;
    this.#littleEndian = littleEndian;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  bytes(length: number): Buffer {
    const from = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length)
      throw damaged(format, 'what it says of long texts ends early');
    return this.#bytes.subarray(from, this.#at);
  }

  /** A length or a number of pieces. */
  integer(): number {
    const read = this.bytes(4);
    const value = this.#littleEndian ? read.readInt32LE() : read.readInt32BE();
    if (value < 0 || value > this.#bytes.length)
      throw damaged(format, 'a label has an impossible length');
    return value;
  }

  /** Bytes whose length is before them. */
  piece(): Buffer {
    return this.bytes(this.integer());
  }
}

/** Value labels of texts of more than eight bytes are in a record of their own. */
function withLongLabels(
  variables: SavVariable[],
  bytes: Buffer | undefined,
  text: TextReader,
  littleEndian: boolean,
): SavVariable[] {
  if (bytes === undefined) return variables;
  const record = new RecordReader(bytes, littleEndian);
  const labels = new Map<string, (readonly [Buffer, string])[]>();
  while (!record.isAtEnd) {
    const name = text.read(record.piece());
    record.integer();
    labels.set(
      name.toUpperCase(),
      Array.from(
        { length: record.integer() },
        () => [record.piece(), text.read(trimmedEnd(record.piece()))] as const,
      ),
    );
  }
  return variables.map((variable) => {
    const own = labels.get(variable.name.toUpperCase());
    return own === undefined ? variable : { ...variable, labels: own };
  });
}

/**
 * So are the values of such texts that are missing, of eight bytes: a longer value is none of them.
 */
function withLongMissing(
  variables: SavVariable[],
  bytes: Buffer | undefined,
  text: TextReader,
  littleEndian: boolean,
): SavVariable[] {
  if (bytes === undefined) return variables;
  const record = new RecordReader(bytes, littleEndian);
  const missing = new Map<string, Buffer[]>();
  while (!record.isAtEnd) {
    const name = text.read(record.piece());
    const count = record.bytes(1).readUInt8();
    const length = record.integer();
    missing.set(
      name.toUpperCase(),
      Array.from({ length: count }, () => record.bytes(length)),
    );
  }
  return variables.map((variable) => {
    const own = missing.get(variable.name.toUpperCase());
    return own === undefined ? variable : { ...variable, missing: own, missingKind: own.length };
  });
}
