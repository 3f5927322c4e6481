import type { stl } from '@columnist/contract/methods/series/stl';
import type { z } from 'zod';

/**
 * statsmodels takes each span and jump by itself, and has no periodic season: its mean by place is
 * one.
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
  return [
    `fit = STL(y, period=${period}, seasonal=${span}, trend=${trend}, low_pass=${odd(period)}, seasonal_deg=0, seasonal_jump=${jump(span)}, trend_jump=${jump(trend)}, low_pass_jump=${jump(odd(period))}, robust=${robust ? 'True' : 'False'}).fit(inner_iter=${robust ? 1 : 2}, outer_iter=${robust ? 15 : 0})`,
    ...(window === 'periodic'
      ? [
          `season = np.array([np.mean(fit.seasonal[place::${period}]) for place in range(${period})])[np.arange(len(y)) % ${period}]`,
        ]
      : ['season = fit.seasonal']),
    'remainder = y - season - fit.trend',
  ];
}
