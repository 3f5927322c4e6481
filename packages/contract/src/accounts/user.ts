import { z } from 'zod';
import { tier } from '../plan.ts';

export const role = z.object({ id: z.uuid(), name: z.string() }).meta({ id: 'Role' });
export type Role = z.infer<typeof role>;

export const user = z
  .object({
    id: z.uuid(),
    email: z.string(),
    full_name: z.string(),
    email_verified: z.boolean(),
    api_key: z
      .string()
      .nullable()
      .describe('Masked but for the last four characters; null where there is none.'),
    subscription_tier: tier,
    api_calls: z.int().describe('API queries used this month.'),
    is_active: z.boolean(),
    created_at: z.iso.datetime(),
    roles: z.array(role),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

export const authResponse = z
  .object({ access_token: z.string(), refresh_token: z.string(), user })
  .meta({ id: 'AuthResponse' });
export type AuthResponse = z.infer<typeof authResponse>;
