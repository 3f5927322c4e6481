import type { BooleanDescription } from '@columnist/contract';
import { expect, it } from 'vitest';
import { figuresAsTsv } from './figures-text.ts';

it('a line a figure, with every digit, and NA where there is none', () => {
  const description: BooleanDescription = {
    name: '=a\tb',
    type: 'boolean',
    storage: 'BOOLEAN',
    n: 601,
    missing: 199,
    n_excluded: [{ reason: 'missing', n: 199 }],
    distinct: 2,
    top_values: [],
    reasons: {},
    true_count: 418,
    false_count: 183,
    true_share: null,
    weighted: null,
    true_share_ci: { level: 0.95, low: 0.6575700728602247, high: 0.730961494499919 },
  };
  expect(figuresAsTsv(description)).toBe(
    [
      'figure\tvalue',
      "name\t'=a b",
      'type\tboolean',
      'storage\tBOOLEAN',
      'n\t601',
      'missing\t199',
      'distinct\t2',
      'true_count\t418',
      'false_count\t183',
      'true_share\tNA',
      'weighted\tNA',
      'true_share_ci level\t0.95',
      'true_share_ci low\t0.6575700728602247',
      'true_share_ci high\t0.730961494499919',
      '',
    ].join('\n'),
  );
});
