import { z } from 'zod';
import { view } from '../view.ts';

const column = z.string().min(1).max(1000);

export const calendarUnit = z.enum([
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
]);
export type CalendarUnit = z.infer<typeof calendarUnit>;

const common = {
  value: column.describe('The number column.'),
  time: column
    .exactOptional()
    .describe(
      'The column of moments, or of numbers such as years; the order of the rows where left out.',
    ),
  every: calendarUnit
    .exactOptional()
    .describe('Resampling: one value for each of these, of all rows within it.'),
  aggregate: z
    .enum(['mean', 'sum', 'median', 'min', 'max', 'first', 'last', 'count'])
    .default('mean')
    .describe("What 'every' makes of several rows."),
  gaps: z
    .enum(['keep', 'linear', 'previous', 'zero'])
    .default('keep')
    .describe(
      'What stands where no value is: nothing, a straight line between the neighbours, the value before, 0.',
    ),
  view: view.optional(),
  confidence_level: z.number().gt(0).lt(1).default(0.95),
};
const lags = z.int().min(1).max(500).exactOptional();
const period = z
  .int()
  .min(2)
  .max(1000)
  .exactOptional()
  .describe('Values in a cycle, such as 12 of months; where left out, what the spacing suggests.');

/** As R and statsmodels name the procedures: acf, adfuller, kpss, mk.test, stl, ets. */
export const timeSeriesOptions = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('overview'),
    ...common,
    window: z.int().min(2).max(10_000).exactOptional().describe('Values in each rolling figure.'),
  }),
  z.strictObject({
    method: z.literal('autocorrelation'),
    ...common,
    lags: lags.describe('Lags up to this one.'),
  }),
  z.strictObject({
    method: z.literal('adf'),
    ...common,
    deterministics: z.enum(['none', 'constant', 'trend']).default('constant'),
    lags: lags.describe("Lagged differences; by Akaike's criterion where left out."),
  }),
  z.strictObject({
    method: z.literal('kpss'),
    ...common,
    about: z.enum(['constant', 'trend']).default('constant'),
    lags: lags.describe('Lags of the long-run variance; by the data where left out.'),
  }),
  z.strictObject({ method: z.literal('mann_kendall'), ...common }),
  z.strictObject({
    method: z.literal('stl'),
    ...common,
    period,
    seasonal_window: z
      .union([
        z.literal('periodic'),
        z
          .int()
          .min(7)
          .max(1001)
          .refine((span) => span % 2 === 1, 'An odd number.'),
      ])
      .default('periodic')
      .describe(
        'Span of the seasonal smoother in cycles, odd; periodic: a season that stays as it is.',
      ),
    robust: z.boolean().default(false).describe('Weigh outlying values down.'),
  }),
  z.strictObject({
    method: z.literal('ets'),
    ...common,
    period,
    form: z
      .enum(['auto', 'ANN', 'AAN', 'AAdN', 'ANA', 'AAA', 'AAdA'])
      .default('auto')
      .describe('Errors, trend, season: A additive, Ad damped, N none; auto takes the least AICc.'),
    horizon: z.int().min(1).max(500).default(12).describe('Values to forecast.'),
    log: z.boolean().default(false).describe('Of logarithms: for swings that grow with the level.'),
  }),
]);
export type TimeSeriesOptions = z.infer<typeof timeSeriesOptions>;
