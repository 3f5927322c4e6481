/**
 * Population stability index of two sets of counts over the same bins: Σ (p − q) ln(p / q), 0 where
 * they have the same shares;
 * by convention below 0.1 little has moved, above 0.25 much. Half a row is added to each bin where
 * one is empty.
 */
export function populationStability(before: readonly number[], after: readonly number[]): number {
  const some = [...before, ...after].includes(0) ? 0.5 : 0;
  const total = (counts: readonly number[]): number => counts.reduce((sum, n) => sum + n + some, 0);
  const [p, q] = [total(before), total(after)];
  return before.reduce((sum, n, i) => {
    const [a, b] = [((after[i] ?? 0) + some) / q, (n + some) / p];
    return sum + (a - b) * Math.log(a / b);
  }, 0);
}
