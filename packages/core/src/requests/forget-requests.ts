import { type Forget } from '../database/forget.ts';

/** Requests whose answers are kept no longer, and leases that ended. */
export const forgetRequests: Forget = async (em, now) => {
  await em.execute('delete from repeated_request where free_at < ?', [now]);
  await em.execute('delete from lease where until < ?', [now]);
};
