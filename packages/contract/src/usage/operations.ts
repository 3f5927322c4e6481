import { z } from 'zod';
import { anyone, defineOperation } from '../operation.ts';
import { plan } from '../plans.ts';

export const usage = z
  .object({
    user_id: z.uuid(),
    api_queries: z.int().describe('API queries used since last_reset.'),
    datasets_uploaded: z.int().describe('Datasets now owned.'),
    max_datasets: z.int().describe('0 means unlimited.'),
    max_api_queries: z.int().describe('0 means unlimited.'),
    last_reset: z.iso.datetime().describe('First instant of this month, UTC.'),
    daily_api_queries: z.array(z.int()).describe('API queries per day of this month, first day first, today last.'),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof usage>;

const nothing = z.strictObject({});

export const usageOperations = {
  get: defineOperation({
    path: 'usage.get', kind: 'query', input: nothing, output: usage, access: anyone('read'), cost: 0,
    summary: 'Datasets and API queries used, and the limits.',
    rest: { method: 'get', path: '/api/freemium/usage' },
  }),
  plans: defineOperation({
    path: 'usage.plans', kind: 'query', input: nothing, output: z.array(plan), access: 'public', cost: 0,
    summary: 'The plans and their limits.',
    rest: { method: 'get', path: '/api/freemium/subscription/plans' },
  }),
};
