import { type Forget } from '../database/forget.ts';

/** Set-up tokens that have ended. */
export const forgetSetupTokens: Forget = async (em, now) => {
  await em.execute('delete from setup_token where expires_at <= ?', [now]);
};
