import { plans, type Plan } from '@columnist/contract';

export const listPlans = (): Promise<Plan[]> => Promise.resolve([plans.free, plans.paid]);
