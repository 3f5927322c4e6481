/** What is written, in a buffer that grows up to a limit. */
class Output {
  bytes: Uint8Array;
  length = 0;
  readonly #most: number;

  constructor(likely: number, most: number) {
    this.bytes = new Uint8Array(Math.min(likely, most));
    this.#most = most;
  }

  /** Makes room for so many more bytes. Throws RangeError above the limit. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed > this.#most) throw new RangeError('more than the stated size');
    if (needed <= this.bytes.length) return;
    const larger = new Uint8Array(Math.min(this.#most, Math.max(needed, 2 * this.bytes.length)));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

/**
 * Unpacks a frame of LZ4 (“LZ4 Frame Format”, version 1.6) of at most `most` bytes, without
 * dictionaries. Written here because it reads what anybody sends: no native code touches it, and
 * nothing beyond the limit is ever allocated. Throws RangeError.
 */
export function unpackLz4(frame: Uint8Array, likely: number, most: number): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (view.getUint32(0, true) !== 0x184d2204) throw new RangeError('no LZ4 frame');
  const flags = view.getUint8(4);
  if (flags >> 6 !== 1) throw new RangeError('unknown version of LZ4');
  const [blockChecksums, hasSize, contentChecksum, dictionary] = [
    flags & 0x10,
    flags & 0x08,
    flags & 0x04,
    flags & 0x01,
  ];
  if (dictionary !== 0) throw new RangeError('an LZ4 dictionary');
  let at = 6 + (hasSize === 0 ? 0 : 8) + 1;
  const out = new Output(likely, most);
  for (;;) {
    const stated = view.getUint32(at, true);
    at += 4;
    if (stated === 0) break;
    const length = stated & 0x7fffffff;
    if (at + length > frame.length) throw new RangeError('a block is cut short');
    const block = frame.subarray(at, at + length);
    if (stated >>> 31 === 1) {
      out.reserve(length);
      out.bytes.set(block, out.length);
      out.length += length;
    } else unpackBlock(block, out);
    at += length + (blockChecksums === 0 ? 0 : 4);
  }
  if (contentChecksum !== 0 && at + 4 > frame.length) throw new RangeError('no checksum');
  return out.bytes.subarray(0, out.length);
}

/** Sequences of literals and copies of what was written before. */
function unpackBlock(block: Uint8Array, out: Output): void {
  let at = 0;
  const more = (length: number): number => {
    let sum = length;
    for (let next = 255; next === 255; at += 1) {
      next = block[at] ?? -1;
      if (next === -1) throw new RangeError('a length is cut short');
      sum += next;
    }
    return sum;
  };
  while (at < block.length) {
    const token = block[at] ?? 0;
    at += 1;
    const literals = token >> 4 === 15 ? more(15) : token >> 4;
    if (at + literals > block.length) throw new RangeError('literals beyond the end');
    out.reserve(literals);
    out.bytes.set(block.subarray(at, at + literals), out.length);
    at += literals;
    out.length += literals;
    if (at === block.length) return;
    const distance = (block[at] ?? 0) | ((block[at + 1] ?? 0) << 8);
    at += 2;
    const length = ((token & 15) === 15 ? more(15) : token & 15) + 4;
    if (at > block.length || distance === 0 || distance > out.length)
      throw new RangeError('a copy from nowhere');
    out.reserve(length);
    const { bytes, length: to } = out;
    if (distance >= length) bytes.copyWithin(to, to - distance, to - distance + length);
    else for (let i = to; i < to + length; i += 1) bytes[i] = bytes[i - distance] ?? 0;
    out.length += length;
  }
}
