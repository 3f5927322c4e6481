import { Buffer } from 'node:buffer';

/** The upper half of code page 852, which `TextDecoder` does not know. */
const ibm852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
  '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0';

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The bytes of every character that an encoding writes as one or two bytes. */
function bytesOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const bytes = new Map<string, readonly number[]>();
  const add = (...of: number[]): void => {
    const one =
      encoding === 'ibm852'
        ? of.length === 1
          ? (of[0] ?? 0) < 128
            ? String.fromCharCode(of[0] ?? 0)
            : (ibm852[(of[0] ?? 0) - 128] ?? '')
          : ''
        : new TextDecoder(encoding).decode(Uint8Array.from(of));
    if (Array.from(one).length === 1 && one !== '\ufffd' && !bytes.has(one)) bytes.set(one, of);
  };
  for (let first = 0; first < 256; first++) add(first);
  for (let first = 128; first < 256; first++)
    for (let second = 0x40; second < 256; second++) add(first, second);
  tables.set(encoding, bytes);
  return bytes;
}

/**
 * A text in an encoding of the Encoding Standard, by trying what its decoder makes of one and of
 * two bytes; utf-16le and ibm852 besides. Throws for a character that it does not have.
 */
export function encodeText(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8' || encoding === 'utf-16le') return Buffer.from(text, encoding);
  const bytes = bytesOf(encoding);
  return Buffer.from(
    Array.from(text).flatMap((character) => {
      const found = bytes.get(character);
      if (found === undefined) throw new Error(`${encoding} has no ${character}`);
      return found;
    }),
  );
}
