/**
 * A number as the unevaluated sum of two doubles: about 32 digits. Dekker (1971), A floating-point
 * technique for extending the
 * available precision; Hida, Li & Bailey (2001), Algorithms for quad-double precision floating
 * point arithmetic.
 */
export interface DoubleDouble {
  readonly hi: number;
  readonly lo: number;
}

const splitter = 134_217_729; // 2²⁷ + 1

/** a + b exactly. */
export function twoSum(a: number, b: number): DoubleDouble {
  const hi = a + b;
  const back = hi - a;
  return { hi, lo: a - (hi - back) + (b - back) };
}

/** a · b exactly, as long as neither is beyond 2⁹⁹⁶. */
export function twoProduct(a: number, b: number): DoubleDouble {
  const hi = a * b;
  const [p, q] = [splitter * a, splitter * b];
  const [aHigh, bHigh] = [p - (p - a), q - (q - b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  return { hi, lo: aLow * bLow - (hi - aHigh * bHigh - aLow * bHigh - aHigh * bLow) };
}

const normal = (hi: number, lo: number): DoubleDouble => {
  const sum = hi + lo;
  return { hi: sum, lo: lo - (sum - hi) };
};

export const wide = (value: number): DoubleDouble => ({ hi: value, lo: 0 });
export const narrow = ({ hi, lo }: DoubleDouble): number => hi + lo;

export function add(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const high = twoSum(a.hi, b.hi);
  const low = twoSum(a.lo, b.lo);
  const { hi, lo } = normal(high.hi, high.lo + low.hi);
  return normal(hi, lo + low.lo);
}

export const negative = ({ hi, lo }: DoubleDouble): DoubleDouble => ({ hi: -hi, lo: -lo });
export const subtract = (a: DoubleDouble, b: DoubleDouble): DoubleDouble => add(a, negative(b));

export function multiply(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const { hi, lo } = twoProduct(a.hi, b.hi);
  return normal(hi, lo + (a.hi * b.lo + a.lo * b.hi));
}

export function divide(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const first = a.hi / b.hi;
  const rest = subtract(a, multiply(wide(first), b));
  const second = rest.hi / b.hi;
  const third = subtract(rest, multiply(wide(second), b)).hi / b.hi;
  return add(normal(first, second), wide(third));
}

export function squareRoot(a: DoubleDouble): DoubleDouble {
  if (a.hi <= 0) return wide(a.hi === 0 ? 0 : NaN);
  const root = Math.sqrt(a.hi);
  const rest = subtract(a, twoProduct(root, root));
  return normal(root, rest.hi / (2 * root));
}
