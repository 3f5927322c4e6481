import { AppError } from '@columnist/contract';
import { ByteReader, damaged, type BinaryFile } from '../binary-file.ts';
import { untilZero } from '../text-decoding.ts';
import type { StataHeader } from './read-header.ts';

const format = 'Stata';
const mostTexts = 5_000_000;
/** Rows may name the same text; all are at most so many times the file, or so many bytes. */
const [mostRatio, ratioFrom] = [50, 64 * 1024 * 1024];

/** Where each long text is, by the column and row that hold it first. */
export function indexLongTexts(
  file: BinaryFile,
  { strlsAt, littleEndian, release }: StataHeader,
): Map<string, number> {
  const places = new Map<string, number>();
  if (strlsAt === null) return places;
  const reader = new ByteReader(file, littleEndian, strlsAt);
  for (;;) {
    const at = reader.at;
    if (reader.bytes(3).toString('latin1') !== 'GSO') return places;
    const variable = reader.uint32();
    const row = release === 117 ? reader.uint32() : reader.uint64();
    places.set(`${variable}:${row}`, at);
    if (places.size > mostTexts)
      throw new AppError('invalid_file', `The file has more than ${mostTexts} long texts (strL).`, {
        fix: 'Keep fewer rows, or recast the column to str2045, then import the file again.',
      });
    reader.skip(1);
    reader.skip(reader.uint32());
  }
}

/**
 * Bytes that name the column, of the eight that name a long text. ReadStat, and so haven, writes
 * those of release 118 into files of release 119.
 */
const columnBytes: Readonly<Record<number, readonly number[]>> = {
  117: [4],
  118: [2],
  119: [3, 2],
};

/** Long texts are kept apart from the rows, which say by column and row which one is meant. */
export class LongTexts {
  readonly #file: BinaryFile;
  readonly #header: StataHeader;
  readonly #places: ReadonlyMap<string, number>;
  /** Texts of the rows that are read at a time, which may all name the same one. */
  readonly #known = new Map<number, string>();
  #given = 0;

  constructor(file: BinaryFile, header: StataHeader, places: ReadonlyMap<string, number>) {
    this.#file = file;
    this.#header = header;
    this.#places = places;
  }

  /** Texts of the rows before are not kept. */
  forget(): void {
    this.#known.clear();
  }

  /** The text that these eight bytes name; null for the empty one. Binary ones are in base 64. */
  at(bytes: Buffer): string | null {
    const { release, littleEndian } = this.#header;
    let place: number | undefined;
    for (const first of columnBytes[release] ?? []) {
      const [variable, row] = littleEndian
        ? [bytes.readUIntLE(0, first), bytes.readUIntLE(first, 8 - first)]
        : [bytes.readUIntBE(0, first), bytes.readUIntBE(first, 8 - first)];
      if (variable === 0 && row === 0) return null;
      place ??= this.#places.get(`${variable}:${row}`);
    }
    if (place === undefined)
      throw damaged(format, 'a row names a long text that is not in the file');
    const known = this.#known.get(place) ?? this.#read(place);
    this.#known.set(place, known);
    this.#given += known.length;
    if (this.#given > Math.max(ratioFrom, mostRatio * this.#file.size))
      throw new AppError(
        'invalid_file',
        `The long texts (strL) of its rows are more than ${mostRatio} times as large as the file, which no table is.`,
        { fix: 'Keep fewer rows, or shorten the texts, then import the file again.' },
      );
    return known === '' ? null : known;
  }

  #read(place: number): string {
    const { release, littleEndian, text } = this.#header;
    const reader = new ByteReader(this.#file, littleEndian, place + (release === 117 ? 11 : 15));
    const kind = reader.uint8();
    const content = reader.bytes(reader.uint32());
    return kind === 129 ? content.toString('base64') : text.read(untilZero(content));
  }
}
