import type { FrequencyTable } from '../descriptive/frequency-table.ts';
import { tabulate } from '../descriptive/tabulate.ts';
import { momentsOf } from '../descriptive/moments.ts';
import { placeOf, type Scale } from '../descriptive/scale.ts';

/** Values of one group in the column's units, none missing. */
export interface Sample {
  readonly n: number;
  /** From a place that all samples share, so that means close together keep their digits. */
  readonly mean: number;
  /** Σ (x − mean)². */
  readonly m2: number;
  readonly values: Float64Array;
}

export interface Samples {
  readonly samples: readonly Sample[];
  /** Value = origin + number / perUnit. */
  readonly scale: Scale;
}

/**
 * Samples of a column whose numbers are whole units where the column's decimals are; the shared
 * place is taken off before anything is summed.
 */
export function samplesOf(groups: readonly Float64Array[], scale: Scale): Samples {
  const whole = groups.flatMap((group) => (group.length === 0 ? [] : [middleOf(tabulate(group))]));
  const place = Math.round(
    whole.reduce((sum, value) => sum + value, 0) / Math.max(1, whole.length),
  );
  const shared =
    Number.isFinite(place) && groups.every((group) => takesOff(group, place)) ? place : 0;
  const samples = groups.map((group) => {
    const values = shared === 0 ? group : less(group, shared);
    if (values.length === 0) return { n: 0, mean: NaN, m2: NaN, values };
    const { n, mean, m2, unit } = momentsOf(tabulate(values));
    return { n, mean, m2: m2 * unit * unit, values };
  });
  return {
    samples,
    // In whole units, so that decimals are added once.
    scale: { origin: placeOf(scale, shared), perUnit: scale.perUnit },
  };
}

/** Whether the place can be taken off every value without rounding. */
function takesOff(group: Float64Array, place: number): boolean {
  for (const value of group) if (value - place + place !== value) return false;
  return true;
}

function less(group: Float64Array, place: number): Float64Array {
  const values = new Float64Array(group.length);
  for (let i = 0; i < group.length; i++) values[i] = (group[i] ?? NaN) - place;
  return values;
}

const middleOf = ({ values }: FrequencyTable): number => values[Math.floor(values.length / 2)] ?? 0;

/**
 * Standard error of the difference of two means with separate variances, and its degrees of freedom
 * (Welch 1947, Satterthwaite 1946).
 */
export function welchError(x: Sample, y: Sample): { error: number; df: number } {
  const [ex, ey] = [varianceOf(x) / x.n, varianceOf(y) / y.n];
  return {
    error: Math.sqrt(ex + ey),
    df: (ex + ey) ** 2 / (ex ** 2 / (x.n - 1) + ey ** 2 / (y.n - 1)),
  };
}

export const varianceOf = ({ n, m2 }: Sample): number => m2 / (n - 1);
