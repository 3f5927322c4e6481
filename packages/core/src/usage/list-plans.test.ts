import { expect, test } from 'vitest';
import { listPlans } from './list-plans.ts';

test('the plans are Free and Pro, with the limits and prices of the specification', async () => {
  expect(await listPlans()).toEqual([
    {
      tier: 'free',
      price: 0,
      max_datasets: 5,
      max_api_queries: 100,
      max_file_size_mb: 10,
      description: 'Basic access with limited features',
    },
    {
      tier: 'paid',
      price: 29,
      max_datasets: 50,
      max_api_queries: 0,
      max_file_size_mb: 100,
      description: 'Full access to all premium features and higher usage limits',
    },
  ]);
});
