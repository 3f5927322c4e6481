import { daysBefore, type Forget } from '../database/forget.ts';

/** Captchas that were spent, and links of mail a month after their end. */
export const forgetProofs: Forget = async (em, now) => {
  await em.execute('delete from spent_captcha where expires_at < ?', [now]);
  await em.execute('delete from email_token where expires_at < ?', [daysBefore(now, 30)]);
};
