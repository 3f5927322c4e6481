/** y = factor · x^exponent. */
export interface Power {
  readonly factor: number;
  readonly exponent: number;
}

/** The power law through points by least squares on the logarithms of both. */
export function fitPower(points: readonly (readonly [x: number, y: number])[]): Power {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (of: 0 | 1): number => logs.reduce((sum, log) => sum + log[of], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const exponent =
    logs.reduce((sum, log) => sum + (log[0] - x) * (log[1] - y), 0) /
    logs.reduce((sum, log) => sum + (log[0] - x) ** 2, 0);
  return { exponent, factor: Math.exp(y - exponent * x) };
}
