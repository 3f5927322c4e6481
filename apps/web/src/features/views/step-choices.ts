import type { Impute } from '@columnist/contract';
import type { Draft, Rule } from './step-draft.ts';

/** Choices of the forms of steps, in words. */
export const rules: { value: Rule; label: string }[] = [
  { value: 'tukey', label: 'beyond 1.5 IQR from the quartiles' },
  { value: 'zscore', label: 'beyond 3 sd from the mean' },
  { value: 'quantiles', label: 'outside the 1st and 99th percentile' },
];
export const methods: { value: Impute['method']; label: string }[] = [
  { value: 'median', label: 'the median' },
  { value: 'mean', label: 'the mean' },
  { value: 'mode', label: 'the most frequent value' },
  { value: 'forward', label: 'the last value above' },
  { value: 'constant', label: 'this value' },
];
export const scales: { value: Draft['scale']; label: string }[] = [
  { value: 'zscore', label: 'mean 0 and sd 1' },
  { value: 'minmax', label: '0 to 1' },
];
