import { AppError } from '@columnist/contract';
import { ByteReader, damaged, type BinaryFile } from '../binary-file.ts';
import { untilZero } from '../text-decoding.ts';
import type { StataHeader } from './read-header.ts';
import { codeText } from './read-values.ts';

const format = 'Stata';
const mostLabels = 65_536;
const mostSets = 20_000;
/** Bytes of all labels: many of them may name the same place. */
const mostOfLabels = 16 * 1024 * 1024;

/** By the name of a set: what its values mean. */
export function readLabels(
  file: BinaryFile,
  { release, littleEndian, labelsAt, text }: StataHeader,
): Map<string, Map<string, string>> {
  const reader = new ByteReader(file, littleEndian, labelsAt);
  const sets = new Map<string, Map<string, string>>();
  const tagged = release >= 117;
  const [open, close] = ['<lbl>', '</lbl>'];
  let read = 0;
  for (;;) {
    if (tagged) {
      if (reader.bytes(open.length).toString('latin1') !== open) return sets;
    } else if (reader.at + 4 >= file.size) return sets;
    if (sets.size > mostSets) throw damaged(format, 'it has too many sets of value labels');
    reader.skip(4);
    const name = text.read(untilZero(reader.bytes(release >= 118 ? 129 : 33)));
    reader.skip(3);
    const [count, length] = [reader.uint32(), reader.uint32()];
    if (count > mostLabels) throw damaged(format, 'it states too many value labels');
    const places = Array.from({ length: count }, () => reader.uint32());
    const values = Array.from({ length: count }, () => reader.int32());
    const texts = Buffer.from(reader.bytes(length));
    sets.set(
      name,
      new Map(
        places.map((place, i) => {
          if (place >= length && length > 0)
            throw damaged(format, 'a value label is outside of its texts');
          const label = untilZero(texts.subarray(place));
          read += label.length;
          if (read > mostOfLabels)
            throw new AppError(
              'invalid_file',
              `The value labels have more than ${mostOfLabels / 1024 / 1024} MB of text.`,
              { fix: 'Shorten or drop value labels (label drop), then import the file again.' },
            );
          return [codeText(values[i] ?? 0), text.read(label)] as const;
        }),
      ),
    );
    if (tagged && reader.bytes(close.length).toString('latin1') !== close)
      throw damaged(format, 'a set of value labels does not end');
  }
}
