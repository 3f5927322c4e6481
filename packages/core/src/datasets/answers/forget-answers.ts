import { daysBefore, type Forget } from '../../database/forget.ts';
import { mostAnswers } from './remember-answer.ts';

/** Answers after 30 days, and of each user all but the last 500. */
export const forgetAnswers: Forget = async (em, now) => {
  await em.execute('delete from answer where created_at < ?', [daysBefore(now, 30)]);
  await em.execute(
    `delete from answer using (
       select id, row_number() over (partition by user_id order by created_at desc, id) as place from answer
     ) as placed where placed.id = answer.id and placed.place > ${mostAnswers}`,
  );
};
