import { choleskyOf, solveLower } from '../numerics/cholesky.ts';
import type { LinearModel } from './linear-model.ts';
import { isBlind } from './robust-errors.ts';

// What cancels to less than this share of its parts is their rounding.
const rounding = 1e-14;

/** xᵀ M x, of a matrix that makes it 0 or more. */
export function quadratic(matrix: readonly (readonly number[])[], x: ArrayLike<number>): number {
  let [sum, size] = [0, 0];
  for (const [i, line] of matrix.entries())
    for (const [j, entry] of line.entries()) {
      const part = entry * (x[j] ?? 0) * (x[i] ?? 0);
      sum += part;
      size += Math.abs(part);
    }
  return sum > rounding * size ? sum : 0;
}

/** The inner product of two lines. */
export const along = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
};

/**
 * Lines of length 1 at right angles, of which the first k span what the first k lines do. Projected
 * twice, which leaves no more than rounding along the others (Giraud, Langou & Rozložník 2005).
 */
export function axesOf(lines: readonly Float64Array[]): Float64Array[] {
  const axes: Float64Array[] = [];
  for (const line of lines) {
    let rest = line;
    for (let pass = 0; pass < 2; pass++)
      for (const axis of axes) {
        const part = along(rest, axis);
        rest = rest.map((value, i) => value - part * (axis[i] ?? 0));
      }
    const size = Math.sqrt(along(rest, rest));
    axes.push(rest.map((value) => value / size));
  }
  return axes;
}

/**
 * Whether the last of these coefficients are 0, given that those in `given` are, by their
 * covariance V: bᵀ V⁻¹ b / q of all less that of the given. NaN where V is singular or not known.
 */
export function waldF(
  { lines, spread, blind, scores }: Pick<LinearModel, 'lines' | 'spread' | 'blind' | 'scores'>,
  tested: readonly number[],
  given: readonly number[] = [],
): number {
  // Any coefficients that span the same lines give the same figure; those at right angles lose no
  // digits.
  const axes = axesOf([...given, ...tested].map((k) => lines[k] ?? new Float64Array()));
  if (axes.some((axis) => isBlind(blind, axis))) return NaN;
  const spreads = axes.map((axis) => spread.map((line) => along(line, axis)));
  const root = choleskyOf(axes.map((axis) => spreads.map((one) => along(one, axis))));
  if (root === null) return NaN;
  const solved = solveLower(
    root,
    axes.map((axis) => along(axis, scores)),
  ).slice(given.length);
  return solved.reduce((sum, value) => sum + value * value, 0) / tested.length;
}
