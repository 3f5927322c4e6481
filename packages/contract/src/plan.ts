import { z } from 'zod';

export const tier = z.enum(['free', 'paid']).meta({ id: 'Tier' });
export type Tier = z.infer<typeof tier>;

/** 0 means unlimited for datasets and queries. Prices in US dollars a month. */
export const plan = z
  .object({
    tier,
    price: z.number(),
    max_datasets: z.int(),
    max_api_queries: z.int(),
    max_file_size_mb: z.int(),
    description: z.string(),
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof plan>;
