import { z } from 'zod';
import { defineMethod } from '../define-method.ts';
import { field } from '../field.ts';
import { overTime, period, sampling, series, seriesAlone, yesNo } from './series.ts';

export const stl = defineMethod({
  ...series,
  method: 'stl',
  family: 'parts',
  title: 'seasonal decomposition (STL)',
  asks: 'season, trend and remainder by loess; strengths of both',
  r: '`stl`',
  note: 'season and trend',
  input: {
    ...seriesAlone,
    period,
    seasonal_window: field(
      z
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
      {
        kind: 'choice',
        label: 'Season',
        options: [
          { value: 'periodic', label: 'alike in all cycles' },
          { value: 7, label: 'moves, over 7 cycles' },
          { value: 13, label: 'moves, over 13 cycles' },
          { value: 35, label: 'moves, over 35 cycles' },
        ],
      },
    ),
    robust: field(
      z.boolean().default(false).describe('Weigh outlying values down.'),
      yesNo('Outlying values', ['weigh less', 'count fully'], false),
    ),
  },
  sentence: ['Split', ...overTime, 'into trend and season'],
  details: [...sampling, 'period', 'seasonal_window', 'robust'],
  example: { value: 'mass', time: 'day', robust: true },
});
