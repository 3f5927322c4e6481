import { daysBefore, type Forget } from '../database/forget.ts';

/**
 * Calls of agents after ninety days, records of the authorization server at their end, and programs
 * that registered a month ago and are let in by nobody.
 */
export const forgetAgents: Forget = async (em, now) => {
  await em.execute('delete from agent_call where at < ?', [daysBefore(now, 90)]);
  await em.execute('delete from oauth_record where expires_at < ?', [now]);
  await em.execute(
    "delete from oauth_record where model = 'Client' and created_at < ? and not exists " +
      '(select from agent_grant g where g.client_id = oauth_record.uid)',
    [daysBefore(now, 30)],
  );
};
