const decimal = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?$/;
/** Digits that a double holds whatever they are. */
const digitsAtMost = 15;
const msPerDay = 86_400_000;

/** Where a column is cut: before the values that are equal to a number, or after them. */
export interface Limit {
  readonly at: number;
  readonly isAfter: boolean;
}

/**
 * A limit in the unit of the column: before 31 and after 30 are one in a column of whole numbers.
 * Null where the text is no number of at most 15 digits.
 */
export function limitOf(text: string, isAfter: boolean, storage: string): Limit | null {
  const places = /^DECIMAL\(\d+,\s*(\d+)\)$/.exec(storage)?.[1];
  if (storage === 'DATE') {
    const days = Number(text) / msPerDay;
    return { at: (isAfter ? Math.floor(days) + 1 : Math.ceil(days)) * msPerDay, isAfter: false };
  }
  const scale = storage === 'BIGINT' ? 0 : places === undefined ? null : Number(places);
  const units = unitsOf(text, scale ?? 0);
  if (units === null) return null;
  if (scale === null) return { at: Number(text), isAfter };
  const { floor, isExact } = units;
  const first = isAfter || !isExact ? floor + 1n : floor;
  return { at: Number(`${first}e${-scale}`), isAfter: false };
}

/** How often a decimal holds 10 to the power of -places; null where it has more than 15 digits. */
export function unitsOf(
  text: string,
  places: number,
): { readonly floor: bigint; readonly isExact: boolean } | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = decimal.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  if (whole + fraction === '' || digits.replace(/0+$/, '').length > digitsAtMost) return null;
  const moved = Number(exponent) - fraction.length + places;
  const all = BigInt(digits === '' ? '0' : digits);
  if (moved >= 0) return { floor: signed(sign, all * 10n ** BigInt(moved)), isExact: true };
  const unit = 10n ** BigInt(-moved);
  const isExact = all % unit === 0n;
  const floor = signed(sign, all / unit);
  return { floor: sign === '-' && !isExact ? floor - 1n : floor, isExact };
}

const signed = (sign: string, value: bigint): bigint => (sign === '-' ? -value : value);
