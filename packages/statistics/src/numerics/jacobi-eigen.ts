/**
 * Eigenvalues of a symmetric matrix, largest first, with their vectors of length one: Jacobi's
 * rotations, as exact as the entries. R: eigen(m, symmetric = TRUE).
 */
export function eigenOf(matrix: readonly (readonly number[])[]): {
  values: number[];
  vectors: number[][];
} {
  const n = matrix.length;
  const a = matrix.map((line) => [...line]);
  const v = a.map((_, i) => a.map((__, j) => (i === j ? 1 : 0)));
  const at = (m: number[][], i: number, j: number): number => m[i]?.[j] ?? 0;
  const turn = (
    m: number[][],
    i: number,
    j: number,
    k: number,
    l: number,
    s: number,
    tau: number,
  ): void => {
    const [g, h] = [at(m, i, j), at(m, k, l)];
    const [first, second] = [m[i], m[k]];
    if (first !== undefined) first[j] = g - s * (h + g * tau);
    if (second !== undefined) second[l] = h + s * (g - h * tau);
  };
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) off += Math.abs(at(a, i, j));
    if (off === 0) break;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        const apq = at(a, p, q);
        const [app, aqq] = [at(a, p, p), at(a, q, q)];
        const both = Math.sqrt(Math.abs(app)) * Math.sqrt(Math.abs(aqq));
        if (Math.abs(apq) <= 1e-300 || Math.abs(apq) < 1e-18 * both) {
          const line = a[p];
          if (line !== undefined) line[q] = 0;
          continue;
        }
        const theta = (aqq - app) / (2 * apq);
        const t =
          Math.abs(theta) > 1e150
            ? 1 / (2 * theta)
            : Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        const tau = s / (1 + c);
        const [lineP, lineQ] = [a[p], a[q]];
        if (lineP === undefined || lineQ === undefined) continue;
        lineP[p] = app - t * apq;
        lineQ[q] = aqq + t * apq;
        lineP[q] = 0;
        for (let j = 0; j < p; j++) turn(a, j, p, j, q, s, tau);
        for (let j = p + 1; j < q; j++) turn(a, p, j, j, q, s, tau);
        for (let j = q + 1; j < n; j++) turn(a, p, j, q, j, s, tau);
        for (let j = 0; j < n; j++) turn(v, j, p, j, q, s, tau);
      }
    }
  }
  const order = a.map((_, i) => i).toSorted((i, j) => at(a, j, j) - at(a, i, i));
  return {
    values: order.map((i) => at(a, i, i)),
    vectors: order.map((i) => v.map((line) => line[i] ?? 0)),
  };
}
