import { daysBefore, type Forget } from '../database/forget.ts';

/** Throttles of yesterday. */
export const forgetAttempts: Forget = async (em, now) => {
  await em.execute('delete from throttle where started_at < ?', [daysBefore(now, 1)]);
};
