import { z } from 'zod';
import { defineMethod } from '../define-method.ts';
import { field } from '../field.ts';
import { lagsOf, overTime, sampling, series, seriesInput } from './series.ts';

export const kpss = defineMethod({
  ...series,
  method: 'kpss',
  family: 'stationarity',
  title: 'KPSS test',
  asks: 'is it stationary about a level or a line; `lags` by Hobijn’s rule where left out',
  r: '`kpss`',
  note: 'stationarity',
  input: {
    ...seriesInput,
    about: field(z.enum(['constant', 'trend']).default('constant'), {
      kind: 'choice',
      label: 'About',
      options: [
        { value: 'constant', label: 'a level' },
        { value: 'trend', label: 'a straight line' },
      ],
    }),
    lags: lagsOf('Lags of the long-run variance; by the data where left out.'),
  },
  sentence: ['Is', ...overTime, 'stationary'],
  details: [...sampling, 'about', 'lags'],
  example: { value: 'mass', time: 'day', about: 'trend' },
});
