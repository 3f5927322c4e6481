import { z } from 'zod';
import { defineMethod } from '../define-method.ts';
import { field } from '../field.ts';
import { overTime, sampling, series, seriesAlone } from './series.ts';

export const overview = defineMethod({
  ...series,
  method: 'overview',
  family: 'look',
  usual: true,
  title: 'rolling figures',
  asks: 'from when to when, how far apart, where are gaps; rolling mean and standard deviation',
  r: '`zoo::rollmeanr`',
  note: 'spacing, gaps, rolling figures',
  input: {
    ...seriesAlone,
    window: field(
      z.int().min(2).max(10_000).exactOptional().describe('Values in each rolling figure.'),
      { kind: 'figure', label: 'Values in a window' },
    ),
  },
  sentence: ['Look at', ...overTime],
  details: [...sampling, 'window'],
  example: { value: 'mass', time: 'day', every: 'week' },
});
