import { defineMethod } from '../define-method.ts';
import { overTime, sampling, series, seriesInput } from './series.ts';

export const mannKendall = defineMethod({
  ...series,
  method: 'mann_kendall',
  family: 'trend',
  title: 'Mann–Kendall test, Sen’s slope',
  asks: 'does it rise or fall; Sen’s slope with its interval, a step of the axis',
  r: '`trend::mk.test`, `scipy.stats.theilslopes`',
  note: "trend with Sen's slope",
  input: seriesInput,
  sentence: ['Does', ...overTime, 'rise or fall'],
  details: sampling,
  example: { value: 'mass', time: 'day' },
});
