import type { z } from 'zod';
import { methods } from '../methods/registry.ts';
import { optionsOf } from '../methods/options-of-methods.ts';

export type { CalendarUnit } from '../methods/series/series.ts';

/** As R and statsmodels name the procedures. */
export const timeSeriesOptions = optionsOf(methods.timeSeries);
export type TimeSeriesOptions = z.infer<typeof timeSeriesOptions>;
