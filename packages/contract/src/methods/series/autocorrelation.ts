import { defineMethod } from '../define-method.ts';
import { lagsOf, overTime, sampling, series, seriesInput } from './series.ts';

export const autocorrelationOfSeries = defineMethod({
  ...series,
  method: 'autocorrelation',
  family: 'dependence',
  title: 'autocorrelation',
  asks: 'do values depend on those before: ACF, PACF, Ljung–Box for each lag',
  r: '`acf`, `pacf`, `Box.test`',
  note: 'ACF, PACF, Ljung–Box',
  input: { ...seriesInput, lags: lagsOf('Lags up to this one.') },
  sentence: ['Do values of', ...overTime, 'depend on those before'],
  details: [...sampling, 'lags'],
  example: { value: 'mass', time: 'day' },
});
