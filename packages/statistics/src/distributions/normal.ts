import { regularizedGammaQ } from '../numerics/incomplete-gamma.ts';

const horner = (coefficients: readonly number[], x: number): number =>
  coefficients.reduceRight((sum, c) => sum * x + c, 0);

/** P(Z ≥ z), accurate in the far tail. R: pnorm(z, lower.tail = FALSE). */
export function normalSurvival(z: number): number {
  const half = regularizedGammaQ(0.5, (z * z) / 2) / 2;
  return z >= 0 ? half : 1 - half;
}

/** P(Z ≤ z). R: pnorm(z). */
export const normalCdf = (z: number): number => normalSurvival(-z);

/** The z with P(Z ≤ z) = p. Wichura (1988), algorithm AS 241, about 1e-16 relative. R: qnorm(p). */
export function normalQuantile(p: number): number {
  if (p <= 0) return p === 0 ? -Infinity : NaN;
  if (p >= 1) return p === 1 ? Infinity : NaN;
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * horner(central.numerator, r)) / horner(central.denominator, r);
  }
  let r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  let z: number;
  if (r <= 5) {
    r -= 1.6;
    z = horner(middle.numerator, r) / horner(middle.denominator, r);
  } else {
    r -= 5;
    z = horner(far.numerator, r) / horner(far.denominator, r);
  }
  return q < 0 ? -z : z;
}

const central = {
  numerator: [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946,
    45921.95393154987, 67265.7709270087, 33430.57558358813, 2509.0809287301227,
  ],
  denominator: [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597,
    39307.89580009271, 28729.085735721943, 5226.495278852546,
  ],
};
const middle = {
  numerator: [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045,
    1.2704582524523684, 0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  denominator: [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008,
    0.015198666563616457, 0.0005475938084995345, 1.0507500716444169e-9,
  ],
};
const far = {
  numerator: [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487,
    0.026532189526576124, 0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
  ],
  denominator: [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
    1.8463183175100548e-5, 1.421511758316446e-7, 2.0442631033899397e-15,
  ],
};
