import type { Forget } from '../../database/forget.ts';

/** Links to fetch a file by that have ended. */
export const forgetDownloadLinks: Forget = async (em, now) => {
  await em.execute('delete from download_link where expires_at < ?', [now]);
};
