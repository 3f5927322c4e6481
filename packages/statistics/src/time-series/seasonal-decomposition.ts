/**
 * What a series is made of: seasonal + trend + remainder; of robust fits also how much each value
 * counted.
 */
export interface Decomposition {
  readonly seasonal: Float64Array;
  readonly trend: Float64Array;
  readonly remainder: Float64Array;
  readonly weights: Float64Array;
}

/**
 * Spans are odd numbers of values; a smoother is evaluated at every `jump`-th value and drawn
 * straight between.
 */
interface Smoother {
  readonly span: number;
  readonly degree: 0 | 1;
  readonly jump: number;
}

const nextOdd = (value: number): number => {
  const whole = Math.round(value);
  return whole % 2 === 0 ? whole + 1 : whole;
};
const smootherOf = (span: number, degree: 0 | 1): Smoother => ({
  span,
  degree,
  jump: Math.ceil(span / 10),
});

/**
 * Seasonal and trend decomposition by loess: Cleveland, Cleveland, McRae and Terpenning (1990).
 * `window` is the span of the
 * seasonal smoother (odd, at least 7), or 'periodic' for one season alike in all cycles; robust
 * fits weigh outlying values
 * down. R: stl(y, s.window = window, robust = robust). More than two whole cycles.
 */
export function decompose(
  values: Float64Array,
  period: number,
  window: number | 'periodic',
  robust: boolean,
): Decomposition {
  // A common offset is all trend; without it no digits are lost.
  const [offset = 0] = values;
  const y = values.map((value) => value - offset);
  const n = y.length;
  const seasonalSpan = window === 'periodic' ? 10 * n + 1 : window;
  const seasonalSmoother = smootherOf(seasonalSpan, 0);
  const trendSmoother = smootherOf(
    nextOdd(Math.ceil((1.5 * period) / (1 - 1.5 / seasonalSpan))),
    1,
  );
  const lowPass = smootherOf(nextOdd(period), 1);
  const [inner, outer] = robust ? [1, 15] : [2, 0];
  const seasonal = new Float64Array(n);
  const trend = new Float64Array(n);
  const ones = new Float64Array(n).fill(1);
  let weights: Float64Array = ones;
  for (let round = 0; round <= outer; round++) {
    for (let i = 0; i < inner; i++) {
      const cycles = smoothCycles(
        y.map((value, t) => value - (trend[t] ?? 0)),
        period,
        seasonalSmoother,
        weights,
      );
      const low = loess(
        movingMean(movingMean(movingMean(cycles, period), period), 3),
        lowPass,
        null,
      );
      for (let t = 0; t < n; t++) seasonal[t] = (cycles[period + t] ?? NaN) - (low[t] ?? NaN);
      trend.set(
        loess(
          y.map((value, t) => value - (seasonal[t] ?? 0)),
          trendSmoother,
          weights,
        ),
      );
    }
    if (round < outer)
      weights = robustnessWeights(
        y.map((value, t) => value - (seasonal[t] ?? 0) - (trend[t] ?? 0)),
      );
  }
  if (window === 'periodic') {
    const means = Array.from({ length: period }, (_, place) =>
      meanOf(seasonal.filter((__, t) => t % period === place)),
    );
    seasonal.forEach((_, t) => (seasonal[t] = means[t % period] ?? NaN));
  }
  return {
    seasonal,
    trend: trend.map((value) => value + offset),
    remainder: y.map((value, t) => value - (seasonal[t] ?? 0) - (trend[t] ?? 0)),
    weights,
  };
}

const meanOf = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Each place of the cycle smoothed over the cycles, and one value further at either end: n + 2 ×
 * period values.
 */
function smoothCycles(
  y: Float64Array,
  period: number,
  { span, degree, jump }: Smoother,
  weights: Float64Array,
): Float64Array {
  const result = new Float64Array(y.length + 2 * period);
  for (let place = 0; place < period; place++) {
    const own = y.filter((_, t) => t % period === place);
    const ownWeights = weights.filter((_, t) => t % period === place);
    const k = own.length;
    const smoothed = loess(own, { span, degree, jump }, ownWeights);
    const before =
      localFit(own, 0, 1, Math.min(span, k), { span, degree }, ownWeights) ?? smoothed[0] ?? NaN;
    const after =
      localFit(own, k + 1, Math.max(1, k - span + 1), k, { span, degree }, ownWeights) ??
      smoothed[k - 1] ??
      NaN;
    [before, ...smoothed, after].forEach(
      (value, cycle) => (result[cycle * period + place] = value),
    );
  }
  return result;
}

function movingMean(values: Float64Array, length: number): Float64Array {
  const result = new Float64Array(values.length - length + 1);
  let sum = 0;
  for (let i = 0; i < length; i++) sum += values[i] ?? 0;
  result[0] = sum / length;
  for (let i = 1; i < result.length; i++) {
    sum += (values[i + length - 1] ?? 0) - (values[i - 1] ?? 0);
    result[i] = sum / length;
  }
  return result;
}

/** Bisquare weights of what remains, by six times its median size. */
function robustnessWeights(remainder: Float64Array): Float64Array {
  const sizes = remainder.map(Math.abs);
  const sorted = Float64Array.from(sizes).sort();
  const n = sorted.length;
  const limit =
    3 * ((sorted[Math.floor(n / 2)] ?? NaN) + (sorted[n - Math.floor(n / 2) - 1] ?? NaN));
  return sizes.map((size) =>
    size <= 0.001 * limit ? 1 : size <= 0.999 * limit ? (1 - (size / limit) ** 2) ** 2 : 0,
  );
}

/** Local regression at the places 1 … n. */
function loess(
  y: Float64Array,
  { span, degree, jump: wanted }: Smoother,
  weights: Float64Array | null,
): Float64Array {
  const n = y.length;
  if (n < 2) return Float64Array.from(y);
  const jump = Math.min(wanted, n - 1);
  const half = Math.floor((span + 1) / 2);
  const fitted = new Float64Array(n);
  const at = (place: number): void => {
    const left =
      span >= n || place < half ? 1 : place >= n - half + 1 ? n - span + 1 : place - half + 1;
    fitted[place - 1] =
      localFit(y, place, left, span >= n ? n : left + span - 1, { span, degree }, weights) ??
      y[place - 1] ??
      NaN;
  };
  const between = (from: number, to: number): void => {
    const step = ((fitted[to - 1] ?? NaN) - (fitted[from - 1] ?? NaN)) / (to - from);
    for (let place = from + 1; place < to; place++)
      fitted[place - 1] = (fitted[from - 1] ?? NaN) + step * (place - from);
  };
  for (let place = 1; place <= n; place += jump) at(place);
  for (let place = 1; place + jump <= n; place += jump) between(place, place + jump);
  const last = Math.floor((n - 1) / jump) * jump + 1;
  if (last < n) {
    at(n);
    between(last, n);
  }
  return fitted;
}

/**
 * The value at `place` of a line (degree 1) or mean (degree 0) of the values at left … right,
 * weighed by tricubes; null where no value has weight.
 */
function localFit(
  y: Float64Array,
  place: number,
  left: number,
  right: number,
  { span, degree }: Pick<Smoother, 'span' | 'degree'>,
  weights: Float64Array | null,
): number | null {
  const n = y.length;
  const reach = Math.max(place - left, right - place) + (span > n ? Math.floor((span - n) / 2) : 0);
  const w = new Float64Array(right - left + 1);
  let total = 0;
  for (let j = left; j <= right; j++) {
    const r = Math.abs(j - place);
    if (r > 0.999 * reach) continue;
    const tricube = r <= 0.001 * reach ? 1 : (1 - (r / reach) ** 3) ** 3;
    w[j - left] = tricube * (weights?.[j - 1] ?? 1);
    total += w[j - left] ?? 0;
  }
  if (total <= 0) return null;
  for (let i = 0; i < w.length; i++) w[i] = (w[i] ?? 0) / total;
  if (reach > 0 && degree === 1) {
    const centre = w.reduce((sum, weight, i) => sum + weight * (left + i), 0);
    const spread = w.reduce((sum, weight, i) => sum + weight * (left + i - centre) ** 2, 0);
    if (Math.sqrt(spread) > 0.001 * (n - 1)) {
      const slope = (place - centre) / spread;
      for (let i = 0; i < w.length; i++) w[i] = (w[i] ?? 0) * (slope * (left + i - centre) + 1);
    }
  }
  return w.reduce((sum, weight, i) => sum + weight * (y[left + i - 1] ?? 0), 0);
}
