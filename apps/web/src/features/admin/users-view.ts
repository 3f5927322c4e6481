import { z } from 'zod';

const readView = z.object({
  q: z.string().optional(),
  role: z.string().optional(),
  tier: z.enum(['free', 'paid']).optional().catch(undefined),
  status: z.enum(['active', 'inactive', 'unverified']).optional().catch(undefined),
  sort: z
    .enum(['created_at', 'last_login_at', 'email', 'full_name', 'stored_bytes'])
    .catch('created_at'),
  direction: z.enum(['ascending', 'descending']).catch('descending'),
});
export type UsersView = z.infer<typeof readView>;

/** Which users the address asks for. */
export const usersView = (query: URLSearchParams): UsersView =>
  readView.parse(Object.fromEntries(query));
