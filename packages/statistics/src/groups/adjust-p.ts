export const adjustments = ['holm', 'bonferroni', 'bh', 'none'] as const;
export type Adjustment = (typeof adjustments)[number];

/** p-values of a family, adjusted. R: p.adjust(p, method). */
export function adjustP(p: readonly number[], method: Adjustment): number[] {
  const m = p.length;
  if (method === 'none') return [...p];
  if (method === 'bonferroni') return p.map((value) => Math.min(1, m * value));
  const order = p.map((_, i) => i).sort((a, b) => (p[a] ?? 0) - (p[b] ?? 0));
  const adjusted = p.map(() => 1);
  let bound = method === 'holm' ? 0 : 1;
  const places =
    method === 'holm'
      ? order.map((i, rank) => ({ i, factor: m - rank }))
      : order.map((i, rank) => ({ i, factor: m / (rank + 1) })).reverse();
  for (const { i, factor } of places) {
    const value = factor * (p[i] ?? 0);
    bound = method === 'holm' ? Math.max(bound, value) : Math.min(bound, value);
    adjusted[i] = Math.min(1, bound);
  }
  return adjusted;
}
