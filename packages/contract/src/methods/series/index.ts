export { adf } from './adf.ts';
export { autocorrelationOfSeries } from './autocorrelation.ts';
export { ets } from './ets.ts';
export { kpss } from './kpss.ts';
export { mannKendall } from './mann-kendall.ts';
export { overview } from './overview.ts';
export { stl } from './stl.ts';
