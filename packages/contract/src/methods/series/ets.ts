import { z } from 'zod';
import { defineMethod } from '../define-method.ts';
import { field } from '../field.ts';
import { overTime, period, sampling, series, seriesInput, yesNo } from './series.ts';

export const ets = defineMethod({
  ...series,
  method: 'ets',
  family: 'forecast',
  title: 'exponential smoothing (ETS)',
  asks: 'exponential smoothing with additive errors; forecast with intervals',
  r: '`forecast::ets`',
  note: 'forecast with intervals',
  input: {
    ...seriesInput,
    period,
    form: field(
      z
        .enum(['auto', 'ANN', 'AAN', 'AAdN', 'ANA', 'AAA', 'AAdA'])
        .default('auto')
        .describe(
          'Errors, trend, season: A additive, Ad damped, N none; auto takes the least AICc.',
        ),
      {
        kind: 'choice',
        label: 'Form',
        options: [
          { value: 'auto', label: 'least AICc' },
          { value: 'ANN', label: 'level (A,N,N)' },
          { value: 'AAN', label: 'trend (A,A,N)' },
          { value: 'AAdN', label: 'damped trend (A,Ad,N)' },
          { value: 'ANA', label: 'season (A,N,A)' },
          { value: 'AAA', label: 'trend and season (A,A,A)' },
          { value: 'AAdA', label: 'damped trend and season (A,Ad,A)' },
        ],
      },
    ),
    horizon: field(z.int().min(1).max(500).default(12).describe('Values to forecast.'), {
      kind: 'figure',
      label: 'Values ahead',
      first: 12,
    }),
    log: field(
      z.boolean().default(false).describe('Of logarithms: for swings that grow with the level.'),
      yesNo('Swings', ['grow with the level', 'stay alike'], false),
    ),
  },
  sentence: ['Forecast', ...overTime],
  details: [...sampling, 'horizon', 'period', 'form', 'log'],
  example: { value: 'mass', time: 'day', period: 7, horizon: 5 },
});
