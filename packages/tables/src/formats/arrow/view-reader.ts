import type { Data } from 'apache-arrow';
import { damaged } from '../binary-file.ts';

/** A view has its length and its first bytes, or all of them if they are few. */
const [viewBytes, mostWithin] = [16, 12];

/**
 * Reads the bytes of views, which are within the view or a part of one of the buffers beside it. The
 * library would put U+FFFD in place of bytes that are no text, and cut off what a buffer lacks.
 */
export function viewReader(data: Data): (row: number) => Buffer {
  const values: unknown = data.values;
  if (!(values instanceof Uint8Array)) throw damaged('Arrow', 'a column has no views');
  const views = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  const outside = () => damaged('Arrow', 'a text lies outside of its column');
  return (row) => {
    const at = row * viewBytes;
    if (at + viewBytes > views.length)
      throw damaged('Arrow', 'a column has fewer values than rows');
    const length = views.readInt32LE(at);
    if (length < 0) throw outside();
    if (length <= mostWithin) return views.subarray(at + 4, at + 4 + length);
    const buffer = data.variadicBuffers[views.readInt32LE(at + 8)];
    const from = views.readInt32LE(at + 12);
    if (buffer === undefined || from < 0 || from + length > buffer.length) throw outside();
    return Buffer.from(buffer.buffer, buffer.byteOffset + from, length);
  };
}
