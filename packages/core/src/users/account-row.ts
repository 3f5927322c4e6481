import { z } from 'zod';
import type { Actor, Clock } from '../context.ts';
import { tierOf } from './user.presenter.ts';

const instant = z.coerce.date().nullable();
/** What `account` selects. */
export const accountRow = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.string(),
  email_verified_at: instant,
  paid_until: instant,
  granted_pro_until: instant,
  raised_file_mb: z.int().nullable(),
  roles: z.array(z.string()).nullable(),
});

/** Columns of a user `u` that a request needs. */
export const account = `u.id, u.email, u.full_name, u.email_verified_at, u.paid_until, u.granted_pro_until, u.raised_file_mb,
  (select array_agg(r.name order by r.name) from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id) as roles`;

/** The user of an actor. */
export function presentAccount(found: z.output<typeof accountRow>, clock: Clock): Actor['user'] {
  return {
    id: found.id,
    email: found.email,
    fullName: found.full_name,
    emailVerified: found.email_verified_at !== null,
    tier: tierOf({ paidUntil: found.paid_until, grantedProUntil: found.granted_pro_until }, clock),
    raisedFileMb: found.raised_file_mb,
    roles: found.roles ?? [],
  };
}
