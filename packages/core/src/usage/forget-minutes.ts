import { type Forget } from '../database/forget.ts';

/** Counts of calls by the minute, five minutes later. */
export const forgetMinutes: Forget = async (em, now) => {
  await em.execute('delete from rate_window where minute < ?', [
    Math.floor(now.getTime() / 60_000) - 5,
  ]);
};
