/**
 * A number in the floating point of IBM mainframes: a sign, an exponent of 16 over 64, and 56 bits
 * of fraction, cut off after `length` bytes. Source: “The Record Layout of a Data Set in SAS
 * Transport (XPORT) Format”, SAS TS-140. The 56 bits of a number that was a double hold one.
 */
export function ibmNumber(bytes: Buffer, at: number, length: number): number {
  const first = bytes[at] ?? 0;
  let fraction = 0;
  for (let i = length - 1; i >= 1; i -= 1) fraction = (fraction + (bytes[at + i] ?? 0)) / 256;
  if (fraction === 0) return 0;
  return (first >= 0x80 ? -fraction : fraction) * 16 ** ((first & 0x7f) - 64);
}

/** `.` is null; `._` and `.A` to `.Z` are texts as SAS writes them; undefined where it is a number. */
export function ibmMissing(bytes: Buffer, at: number, length: number): string | null | undefined {
  for (let i = 1; i < length; i += 1) if (bytes[at + i] !== 0) return undefined;
  const first = bytes[at] ?? 0;
  if (first === 0x2e) return null;
  return first === 0x5f || (first >= 0x41 && first <= 0x5a)
    ? `.${String.fromCharCode(first)}`
    : undefined;
}
