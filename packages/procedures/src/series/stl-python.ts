import type { stl } from '@columnist/contract/methods/series/stl';
import type { z } from 'zod';

/** Local regression and its use, by Cleveland and others (1990), where statsmodels has no such span. */
const loessPython = [
  'def fit_at(y, place, left, right, span, degree, weights):',
  '    j = np.arange(left, right + 1)',
  '    reach = max(place - left, right - place) + max(0, (span - len(y)) // 2)',
  '    far = np.abs(j - place)',
  '    w = np.where(far <= 0.001 * reach, 1.0, (1 - (far / max(reach, 1)) ** 3) ** 3)',
  '    w = np.where(far <= 0.999 * reach, w, 0.0) * weights[left - 1:right]',
  '    if w.sum() <= 0:',
  '        return np.nan',
  '    w = w / w.sum()',
  '    centre = w @ j',
  '    spread = w @ (j - centre) ** 2',
  '    if degree == 1 and spread ** 0.5 > 0.001 * (len(y) - 1):',
  '        w = w * ((place - centre) / spread * (j - centre) + 1)',
  '    return w @ y[left - 1:right]',
  'def loess(y, span, degree, weights):',
  '    n, half = len(y), (span + 1) // 2',
  '    places = sorted({*range(1, n + 1, min(-(-span // 10), n - 1)), n})',
  '    fitted = []',
  '    for place in places:',
  '        left = 1 if span >= n or place < half else min(place - half, n - span) + 1',
  '        value = fit_at(y, place, left, min(n, left + span - 1), span, degree, weights)',
  '        fitted.append(y[place - 1] if np.isnan(value) else value)',
  '    return np.interp(np.arange(1, n + 1), places, fitted)',
  'def cycles_of(y, weights, period, span):',
  '    found = np.empty(len(y) + 2 * period)',
  '    for place in range(period):',
  '        own, w = y[place::period], weights[place::period]',
  '        k, inner = len(own), loess(own, span, 0, w)',
  '        before = fit_at(own, 0, 1, min(span, k), span, 0, w)',
  '        after = fit_at(own, k + 1, max(1, k - span + 1), k, span, 0, w)',
  '        ends = [inner[0] if np.isnan(before) else before, inner[-1] if np.isnan(after) else after]',
  '        found[place::period] = [ends[0], *inner, ends[1]]',
  '    return found',
  "mean_of = lambda values, n: np.convolve(values, np.ones(n) / n, 'valid')",
];

/**
 * statsmodels takes each span and jump by itself, and has no periodic season: its mean by place is
 * one. Its low-pass span has to be longer than the period, and R's is as long where that is odd:
 * there the code has the smoothing itself.
 */
export function stlPython(
  { seasonal_window: window, robust }: z.output<typeof stl.options>,
  period: number,
  n: number,
): string[] {
  const odd = (value: number): number => (value % 2 === 0 ? value + 1 : value);
  const span = window === 'periodic' ? 10 * n + 1 : window;
  const trend = odd(Math.ceil((1.5 * period) / (1 - 1.5 / span)));
  const jump = (of: number): number => Math.ceil(of / 10);
  const [inner, outer] = robust ? [1, 15] : [2, 0];
  const isPeriodic = window === 'periodic';
  const alike = (season: string): string =>
    `season = np.array([np.mean(${season}[place::${period}]) for place in range(${period})])[np.arange(len(y)) % ${period}]`;
  return period % 2 === 0
    ? [
        'from statsmodels.tsa.seasonal import STL',
        `fit = STL(y, period=${period}, seasonal=${span}, trend=${trend}, low_pass=${odd(period)}, seasonal_deg=0, seasonal_jump=${jump(span)}, trend_jump=${jump(trend)}, low_pass_jump=${jump(odd(period))}, robust=${robust ? 'True' : 'False'}).fit(inner_iter=${inner}, outer_iter=${outer})`,
        isPeriodic ? alike('fit.seasonal') : 'season = fit.seasonal',
        'remainder = y - season - fit.trend',
      ]
    : [
        ...loessPython,
        'y = np.asarray(y, float)',
        'trend, weights, ones = np.zeros(len(y)), np.ones(len(y)), np.ones(len(y))',
        `for turn in range(${outer + 1}):`,
        `    for _ in range(${inner}):`,
        `        cycles = cycles_of(y - trend, weights, ${period}, ${span})`,
        `        low = loess(mean_of(mean_of(mean_of(cycles, ${period}), ${period}), 3), ${period}, 1, ones)`,
        `        season = cycles[${period}:-${period}] - low`,
        `        trend = loess(y - season, ${trend}, 1, weights)`,
        `    if turn < ${outer}:`,
        '        size = np.abs(y - season - trend)',
        '        far = 6 * np.median(size)',
        '        weights = np.where(size <= 0.001 * far, 1.0, np.where(size <= 0.999 * far, (1 - (size / far) ** 2) ** 2, 0.0))',
        ...(isPeriodic ? [alike('season')] : []),
        'remainder = y - season - trend',
      ];
}
