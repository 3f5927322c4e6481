import { operations } from '@columnist/contract';
import { getUsage, listPlans } from '@columnist/core';
import { query } from '../procedure.ts';
import { router } from '../trpc.ts';

const { usage } = operations;

export const usageRouter = router({
  get: query(usage.get, getUsage),
  plans: query(usage.plans, listPlans),
});
