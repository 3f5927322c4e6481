import { z } from 'zod';
import { user } from '../accounts/user.ts';

/** A user as administrators see them. */
export const adminUser = user
  .omit({ api_key: true })
  .extend({
    last_login_at: z.iso.datetime().nullable(),
    datasets: z.int(),
    stored_bytes: z.int(),
    granted_pro_until: z.iso
      .datetime()
      .nullable()
      .describe('Pro given by an administrator, until then.'),
    raised_file_mb: z
      .int()
      .nullable()
      .describe('Megabytes that a file may have, raised by an administrator.'),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof adminUser>;

export const systemStats = z
  .object({
    total_users: z.int(),
    active_users: z.int().describe('Signed in within 30 days.'),
    total_datasets: z.int(),
    storage_used: z.int().describe('Bytes.'),
    api_requests_today: z.int(),
    active_sessions: z.int(),
    days: z
      .array(
        z.object({
          day: z.iso.date(),
          new_users: z.int(),
          active_users: z.int().describe('People who signed in.'),
          new_sessions: z.int(),
          new_datasets: z.int(),
          uploaded_bytes: z.int(),
          api_requests: z.int(),
        }),
      )
      .describe('The last 30 days in UTC, oldest first; the last one is not over.'),
  })
  .meta({ id: 'SystemStats' });
export type SystemStats = z.infer<typeof systemStats>;
