/** Lower triangle L with L Lᵀ = matrix; null where it is not positive definite to fifteen digits. */
export function choleskyOf(matrix: readonly (readonly number[])[]): number[][] | null {
  const root: number[][] = [];
  for (const [i, line] of matrix.entries()) {
    const row: number[] = [];
    for (let j = 0; j <= i; j++) {
      let sum = line[j] ?? NaN;
      for (let k = 0; k < j; k++) sum -= (row[k] ?? 0) * (j === i ? (row[k] ?? 0) : (root[j]?.[k] ?? 0));
      if (j < i) row.push(sum / (root[j]?.[j] ?? NaN));
      else if (!(sum > 1e-14 * (line[i] ?? NaN))) return null;
      else row.push(Math.sqrt(sum));
    }
    root.push(row);
  }
  return root;
}
