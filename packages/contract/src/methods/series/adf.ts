import { z } from 'zod';
import { defineMethod } from '../define-method.ts';
import { field } from '../field.ts';
import { lagsOf, overTime, sampling, series, seriesInput } from './series.ts';

export const adf = defineMethod({
  ...series,
  method: 'adf',
  family: 'stationarity',
  title: 'augmented Dickey–Fuller test',
  asks: 'has it a unit root; p by MacKinnon 1994; `lags` by AIC where left out',
  r: '`adfuller`',
  note: 'unit root',
  input: {
    ...seriesInput,
    deterministics: field(z.enum(['none', 'constant', 'trend']).default('constant'), {
      kind: 'choice',
      label: 'Around',
      options: [
        { value: 'constant', label: 'a level' },
        { value: 'trend', label: 'a straight line' },
        { value: 'none', label: '0' },
      ],
    }),
    lags: lagsOf("Lagged differences; by Akaike's criterion where left out."),
  },
  sentence: ['Does', ...overTime, 'have a unit root'],
  details: [...sampling, 'deterministics', 'lags'],
  example: { value: 'mass', time: 'day' },
});
