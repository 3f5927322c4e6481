import { daysBefore, type Forget } from '../database/forget.ts';

/** Sessions a month after their end. */
export const forgetSessions: Forget = async (em, now) => {
  const then = daysBefore(now, 30);
  await em.execute('delete from session where expires_at < ? or revoked_at < ?', [then, then]);
};
