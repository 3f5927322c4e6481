/**
 * Lower triangle L with L Lᵀ = matrix; null where it is not positive definite to fifteen digits.
 */
export function choleskyOf(matrix: readonly (readonly number[])[]): number[][] | null {
  const root: number[][] = [];
  for (const [i, line] of matrix.entries()) {
    const row: number[] = [];
    for (let j = 0; j <= i; j++) {
      let sum = line[j] ?? NaN;
      for (let k = 0; k < j; k++)
        sum -= (row[k] ?? 0) * (j === i ? (row[k] ?? 0) : (root[j]?.[k] ?? 0));
      if (j < i) row.push(sum / (root[j]?.[j] ?? NaN));
      else if (!(sum > 1e-14 * (line[i] ?? NaN))) return null;
      else row.push(Math.sqrt(sum));
    }
    root.push(row);
  }
  return root;
}

/** x of L x = b. */
export function solveLower(root: readonly (readonly number[])[], b: readonly number[]): number[] {
  const x: number[] = [];
  for (const [i, line] of root.entries())
    x.push(
      ((b[i] ?? NaN) - x.reduce((sum, value, j) => sum + value * (line[j] ?? 0), 0)) /
        (line[i] ?? NaN),
    );
  return x;
}

/** log |L Lᵀ|. */
export const logDeterminant = (root: readonly (readonly number[])[]): number =>
  2 * root.reduce((sum, line, i) => sum + Math.log(line[i] ?? NaN), 0);

/** (L Lᵀ)⁻¹ of such a root. */
export function inverseOf(root: readonly (readonly number[])[]): number[][] {
  const n = root.length;
  const half: number[][] = [];
  for (let i = 0; i < n; i++) {
    const line: number[] = [];
    for (let j = 0; j <= i; j++) {
      let sum = i === j ? 1 : 0;
      for (let m = j; m < i; m++) sum -= (root[i]?.[m] ?? 0) * (half[m]?.[j] ?? 0);
      line.push(sum / (root[i]?.[i] ?? NaN));
    }
    half.push(line);
  }
  return Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (__, j) =>
      half.slice(Math.max(i, j)).reduce((sum, line) => sum + (line[i] ?? 0) * (line[j] ?? 0), 0),
    ),
  );
}
