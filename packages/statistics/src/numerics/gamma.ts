/**
 * Lanczos coefficients, g = 607/128, n = 15 (Godfrey 2001): relative error below 1e-15 for x > 0.
 */
const lanczos = [
  0.9999999999999971, 57.15623566586292, -59.59796035547549, 14.136097974741746,
  -0.4919138160976202, 3.399464998481189e-5, 4.652362892704858e-5, -9.837447530487956e-5,
  0.0001580887032249125, -0.00021026444172410488, 0.00021743961811521265, -0.0001643181065367639,
  8.441822398385275e-5, -2.6190838401581408e-5, 3.6899182659531625e-6,
];
const halfLogTwoPi = 0.9189385332046728;

/**
 * Correction of Stirling's series: lnΓ(x) − [(x − ½) ln x − x + ½ ln 2π], for x ≥ 10 (R's
 * lgammacor).
 */
function stirlingCorrection(x: number): number {
  const y = 1 / (x * x);
  return (
    (1 / 12 -
      y *
        (1 / 360 -
          y * (1 / 1260 - y * (1 / 1680 - y * (1 / 1188 - y * (691 / 360360 - y / 156)))))) /
    x
  );
}

/** Natural logarithm of the gamma function, x > 0. R: lgamma(x). */
export function logGamma(x: number): number {
  if (x >= 10) return (x - 0.5) * Math.log(x) - x + halfLogTwoPi + stirlingCorrection(x);
  let series = lanczos[0] ?? 0;
  for (let i = 1; i < lanczos.length; i++) series += (lanczos[i] ?? 0) / (x + i - 1);
  const t = x + 607 / 128 - 0.5;
  return (x - 0.5) * Math.log(t) - t + halfLogTwoPi + Math.log(series);
}

/**
 * Natural logarithm of the beta function, without cancellation for large arguments. R: lbeta(a, b).
 */
export function logBeta(a: number, b: number): number {
  const p = Math.min(a, b);
  const q = Math.max(a, b);
  if (p >= 10) {
    const correction = stirlingCorrection(p) + stirlingCorrection(q) - stirlingCorrection(p + q);
    return (
      -0.5 * Math.log(q) +
      halfLogTwoPi +
      correction +
      (p - 0.5) * Math.log(p / (p + q)) +
      q * Math.log1p(-p / (p + q))
    );
  }
  if (q >= 10) {
    const correction = stirlingCorrection(q) - stirlingCorrection(p + q);
    return (
      logGamma(p) + correction + p - p * Math.log(p + q) + (q - 0.5) * Math.log1p(-p / (p + q))
    );
  }
  return logGamma(p) + logGamma(q) - logGamma(p + q);
}
