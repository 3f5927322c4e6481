import { describe, expect, test } from 'vitest';
import { markupOf, partsOf, textOf } from '../../ui/testing.tsx';
import { UsageWarning } from './usage-warning.tsx';

const usage = {
  user_id: '01900000-0000-7000-8000-000000000000',
  daily_api_queries: [],
  datasets_uploaded: 4,
  api_queries: 81,
  max_datasets: 5,
  max_api_queries: 100,
  max_file_size_mb: 10,
  last_reset: '2026-11-01T00:00:00.000Z',
};

describe('the usage warning', () => {
  const read = (change: Partial<typeof usage>, tier: 'free' | 'paid' = 'free') => {
    const markup = markupOf(<UsageWarning usage={{ ...usage, ...change }} tier={tier} />);
    return [
      partsOf(markup, 'b').map(textOf),
      /<a[^>]*href="([^"]*)"[^>]*>([^<]*)</.exec(markup)?.slice(1) ?? null,
    ];
  };
  const link = ['/subscription', 'Upgrade Now'];

  test('comes at 90 percent of either, and stays at 100 and beyond [S2.50 S9.5]', () => {
    const calls = (n: number) => `${n} of 100 API queries used this month.`;
    expect([
      read({ api_queries: 89 }),
      read({ api_queries: 90 }),
      read({ api_queries: 100 }),
      read({ api_queries: 101 }),
      read({ api_queries: 0, datasets_uploaded: 4 }),
      read({ api_queries: 0, datasets_uploaded: 5 }),
      read({ api_queries: 0, datasets_uploaded: 6 }),
      read({ api_queries: 90, datasets_uploaded: 5 }),
    ]).toEqual([
      [[], null],
      [[calls(90)], link],
      [[calls(100)], link],
      [[calls(101)], link],
      [[], null],
      [['5 of 5 datasets used.'], link],
      [['6 of 5 datasets used.'], link],
      [[calls(90), '5 of 5 datasets used.'], link],
    ]);
  });

  test('never comes where there is no limit, and sells nothing to a paid user [S2.50 S9.5]', () => {
    expect([
      read({ max_api_queries: 0, api_queries: 1e6 }, 'paid'),
      read({ max_datasets: 50, datasets_uploaded: 45, api_queries: 0 }, 'paid'),
    ]).toEqual([
      [[], null],
      [['45 of 50 datasets used.'], null],
    ]);
  });
});
