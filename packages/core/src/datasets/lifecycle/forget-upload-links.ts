import { type Forget } from '../../database/forget.ts';

/** Links to upload by that have ended. */
export const forgetUploadLinks: Forget = async (em, now) => {
  await em.execute('delete from upload_link where expires_at < ?', [now]);
};
