import { plans, type Plan } from '@columnist/contract';

/** The plans on offer, cheapest first. */
export const listPlans = (): Promise<Plan[]> => Promise.resolve([plans.free, plans.paid]);
