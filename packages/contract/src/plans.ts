import type { Plan, Tier } from './plan.ts';

/** The price list. Plain data: pages show it before anything else is loaded. */
export const plans = {
  free: { tier: 'free', price: 0, max_datasets: 5, max_api_queries: 100, max_file_size_mb: 10, description: 'Basic access with limited features' },
  paid: { tier: 'paid', price: 29, max_datasets: 50, max_api_queries: 0, max_file_size_mb: 100, description: 'Full access to all premium features and higher usage limits' },
} as const satisfies Record<Tier, Plan>;

const MB = 1024 * 1024;

/** Limits that are not on the price list. */
export const allowances = {
  free: { storageBytes: 250 * MB, requestsPerMinute: 60 },
  paid: { storageBytes: 10 * 1024 * MB, requestsPerMinute: 600 },
} as const satisfies Record<Tier, { storageBytes: number; requestsPerMinute: number }>;

export const maxFileBytes = (of: Tier): number => plans[of].max_file_size_mb * MB;
