/**
 * Unpacks a frame of LZ4 (“LZ4 Frame Format”, version 1.6) of a known size, without dictionaries.
 * Written here because it reads what anybody sends: no native code touches it, and nothing beyond
 * the stated size is ever allocated or written. Throws RangeError.
 */
export function unpackLz4(frame: Uint8Array, size: number): Uint8Array {
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
  const out = new Uint8Array(size);
  let written = 0;
  for (;;) {
    const stated = view.getUint32(at, true);
    at += 4;
    if (stated === 0) break;
    const length = stated & 0x7fffffff;
    if (at + length > frame.length) throw new RangeError('a block is cut short');
    const block = frame.subarray(at, at + length);
    if (stated >>> 31 === 1) {
      if (written + length > size) throw new RangeError('more than the stated size');
      out.set(block, written);
      written += length;
    } else written = unpackBlock(block, out, written);
    at += length + (blockChecksums === 0 ? 0 : 4);
  }
  if (contentChecksum !== 0 && at + 4 > frame.length) throw new RangeError('no checksum');
  if (written !== size) throw new RangeError('less than the stated size');
  return out;
}

/** Sequences of literals and copies of what was written before. */
function unpackBlock(block: Uint8Array, out: Uint8Array, begin: number): number {
  let [at, written] = [0, begin];
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
    if (at + literals > block.length || written + literals > out.length)
      throw new RangeError('literals beyond the end');
    out.set(block.subarray(at, at + literals), written);
    at += literals;
    written += literals;
    if (at === block.length) return written;
    const distance = (block[at] ?? 0) | ((block[at + 1] ?? 0) << 8);
    at += 2;
    const length = ((token & 15) === 15 ? more(15) : token & 15) + 4;
    if (at > block.length || distance === 0 || distance > written || written + length > out.length)
      throw new RangeError('a copy from nowhere');
    if (distance >= length)
      out.copyWithin(written, written - distance, written - distance + length);
    else for (let i = 0; i < length; i += 1) out[written + i] = out[written + i - distance] ?? 0;
    written += length;
  }
  return written;
}
