import { quantileOf } from './read-facts.ts';

const placesTried = [2, 1, 3] as const;
const fewestWhole = 12;
/** Of the values that have decimals, those that are as large as the lower of the whole ones. */
const reachedByAtLeast = 5;
const roundAtMost = 0.35;

/** Whole numbers among values with decimals that are in a smaller unit. */
interface LostDecimals {
  readonly factor: number;
  readonly n: number;
}

/**
 * Amounts in cents among amounts in euros, where the two overlap: far more values are whole numbers
 * than chance makes, their median is a factor away from that of the others, whichever sign they
 * have, and they neither end in 0 or 5 too often nor are simply all that is large, as rounded ones
 * are. The factors are of units, else the one that moves the decimals.
 */
export function lostDecimals(
  sorted: Float64Array,
  factors: readonly number[],
): LostDecimals | null {
  const sizes = sorted.filter((value) => value !== 0).map(Math.abs);
  const places = placesTried.find((one) => isWritten(sizes, one));
  if (places === undefined) return null;
  const whole = sizes.filter(Number.isInteger).sort();
  const broken = sizes.filter((value) => !Number.isInteger(value)).sort();
  const n = whole.length;
  const chance = broken.length / (10 ** places - 1);
  if (n < fewestWhole || n < 3 * chance || n > 0.5 * sizes.length) return null;
  const round = whole.reduce((count, value) => count + (value % 5 === 0 ? 1 : 0), 0);
  if (round > roundAtMost * n) return null;
  const lower = quantileOf(whole, 0.1);
  if (broken.reduce((count, value) => count + (value >= lower ? 1 : 0), 0) < reachedByAtLeast)
    return null;
  const [wide, narrow] = [spreadOf(broken), spreadOf(whole)];
  if (!(narrow < 1.8 * wide && wide < 1.8 * narrow)) return null;
  // Those that are whole by chance are among them, and draw their median down by some of its errors.
  const apart = Math.log(quantileOf(whole, 0.5) / quantileOf(broken, 0.5));
  const error = (1.253 * narrow) / Math.sqrt(n);
  const factor = factors.find(
    (one) => Math.abs(apart - Math.log(one)) <= 3 * error + (chance / n) * wide,
  );
  return factor === undefined || apart < 6 * error ? null : { factor, n };
}

/** Whether nearly all have so many decimals or fewer, and most so many. */
function isWritten(sizes: Float64Array, places: number): boolean {
  let [within, shorter] = [0, 0];
  for (const size of sizes) {
    if (Number(size.toFixed(places)) === size) within++;
    if (Number(size.toFixed(places - 1)) === size) shorter++;
  }
  return within >= 0.995 * sizes.length && shorter <= 0.6 * sizes.length;
}

const spreadOf = (sorted: Float64Array): number =>
  Math.log(quantileOf(sorted, 0.75) / quantileOf(sorted, 0.25)) / 1.349;
