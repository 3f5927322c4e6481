import { inflateSync } from 'node:zlib';
import { ByteReader, damaged, type BinaryFile } from '../binary-file.ts';
import type { SavDictionary } from './read-dictionary.ts';

const format = 'SPSS';
/** Blocks of a compressed file hold four megabytes; more is a bomb. */
const mostOfBlock = 8 * 1024 * 1024;
const chunk = 128 * 1024;

/** The data as they are in the file, unpacked from zlib where they are compressed so. */
function* plainBytes(
  file: BinaryFile,
  { compression, dataAt, littleEndian }: SavDictionary,
): Generator<Buffer> {
  if (compression !== 'zlib') {
    for (let at = dataAt; at < file.size; at += chunk)
      yield Buffer.from(file.bytes(at, Math.min(chunk, file.size - at)));
    return;
  }
  const header = new ByteReader(file, littleEndian, dataAt);
  header.skip(8);
  const [trailerAt, trailerLength] = [header.uint64(), header.uint64()];
  const trailer = new ByteReader(file, littleEndian, trailerAt);
  trailer.skip(16);
  const [, blocks] = [trailer.uint32(), trailer.uint32()];
  if (24 + blocks * 24 !== trailerLength || trailerAt + trailerLength > file.size)
    throw damaged(format, 'its list of blocks has another length than it states');
  for (let i = 0; i < blocks; i += 1) {
    const entry = new ByteReader(file, littleEndian, trailerAt + 24 + 24 * i);
    entry.skip(8);
    const at = entry.uint64();
    const [unpacked, packed] = [entry.uint32(), entry.uint32()];
    if (unpacked > mostOfBlock || packed > mostOfBlock)
      throw damaged(format, 'a compressed block is larger than such blocks are');
    let block: Buffer;
    try {
      block = inflateSync(file.bytes(at, packed), { maxOutputLength: Math.max(1, unpacked) });
    } catch {
      throw damaged(format, `its compressed block ${i + 1} cannot be unpacked`);
    }
    if (block.length !== unpacked)
      throw damaged(format, `its compressed block ${i + 1} has another length than it states`);
    yield block;
  }
}

/**
 * The cases of a file, each the elements of eight bytes that its variables take. The buffer is
 * used again for the next case. Throws invalid_file where the data end within a case.
 */
export function* readCases(file: BinaryFile, dictionary: SavDictionary): Generator<Buffer> {
  const length = 8 * dictionary.variables.reduce((sum, { elements }) => sum + elements, 0);
  if (length === 0) return;
  const source = plainBytes(file, dictionary);
  const elements = dictionary.compression === 'none' ? source : unpackBytes(source, dictionary);
  const one = Buffer.alloc(length);
  let [filled, cases] = [0, 0];
  for (const piece of elements)
    for (let at = 0; at < piece.length;) {
      const taken = Math.min(length - filled, piece.length - at);
      piece.copy(one, filled, at, at + taken);
      filled += taken;
      at += taken;
      if (filled < length) continue;
      yield one;
      filled = 0;
      cases += 1;
      if (cases === dictionary.cases) return;
    }
  if (filled > 0) throw damaged(format, `it ends within row ${cases + 1}`);
  if (dictionary.cases !== null && cases < dictionary.cases)
    throw damaged(format, `it states ${dictionary.cases} rows and has ${cases}`);
}

/** Eight codes of a byte each say what the next eight elements are. */
function* unpackBytes(
  source: Iterable<Buffer>,
  { bias, littleEndian, systemMissing }: SavDictionary,
): Generator<Buffer> {
  const spaces = Buffer.alloc(8, 0x20);
  const missing = Buffer.alloc(8);
  if (littleEndian) missing.writeDoubleLE(systemMissing);
  else missing.writeDoubleBE(systemMissing);
  const out = Buffer.alloc(64 * 1024);
  const codes = Buffer.alloc(8);
  let [written, code] = [0, 8];
  for (const octet of octetsOf(source)) {
    if (code === 8) {
      octet.copy(codes);
      code = 0;
    } else {
      // A code asked for these eight bytes as they are.
      octet.copy(out, written);
      written += 8;
      code += 1;
    }
    for (; code < 8 && codes[code] !== 253; code += 1) {
      const now = codes[code] ?? 0;
      if (now === 0) continue;
      if (now === 252) {
        yield out.subarray(0, written);
        return;
      }
      if (now === 254) spaces.copy(out, written);
      else if (now === 255) missing.copy(out, written);
      else if (littleEndian) out.writeDoubleLE(now - bias, written);
      else out.writeDoubleBE(now - bias, written);
      written += 8;
    }
    if (written > out.length - 128) {
      yield out.subarray(0, written);
      written = 0;
    }
  }
  if (code < 8) throw damaged(format, 'its compressed data end early');
  yield out.subarray(0, written);
}

function* octetsOf(source: Iterable<Buffer>): Generator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for (const piece of source) {
    const whole = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let at = 0;
    for (; at + 8 <= whole.length; at += 8) yield whole.subarray(at, at + 8);
    rest = whole.subarray(at);
  }
}
