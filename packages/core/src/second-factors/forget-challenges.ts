import { type Forget } from '../database/forget.ts';

/** Log-ins that were left at their second step, and challenges of passkeys. */
export const forgetChallenges: Forget = async (em, now) => {
  await em.execute('delete from login_ticket where expires_at < ?', [now]);
  await em.execute('delete from passkey_challenge where expires_at < ?', [now]);
};
