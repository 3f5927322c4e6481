import { daysBefore, type Forget } from '../../database/forget.ts';

/** Shared results a month after their end, older ones without an end after sixty days. */
export const forgetSharedResults: Forget = async (em, now) => {
  await em.execute(
    'delete from shared_result where expires_at < ? or expires_at is null and created_at < ?',
    [daysBefore(now, 30), daysBefore(now, 60)],
  );
};
