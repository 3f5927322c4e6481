import { AppError } from '@columnist/contract';
import { z } from 'zod';
import { account, accountRow, presentAccount } from '../../users/account-row.ts';
import { hashToken } from '../../users/secrets.ts';
import type { Actor, ServiceContext } from '../../context.ts';

/**
 * Whose upload link this is, while what asked for it may still write; from now on the link is worth
 * nothing. Throws not_found.
 */
export async function takeUploadLink(
  ctx: Pick<ServiceContext, 'em' | 'clock'>,
  token: string,
): Promise<Actor> {
  const now = ctx.clock.now();
  const found = await ctx.em.fork().execute<unknown[]>(
    `with taken as (delete from upload_link where token_hash = ? and expires_at > ? returning user_id, credential)
     select ${account},
       taken.credential like 'session:%' or exists (select from api_key k where taken.credential = 'key:' || k.lookup and not k.aggregates_only and (k.scopes is null or k.scopes @> '["rows"]'))
       or exists (select from named_key k where taken.credential = 'key:' || k.id::text and not k.aggregates_only and k.scopes @> '["rows"]')
       or exists (select from agent_grant g where taken.credential = 'grant:' || g.id and not g.aggregates_only and g.scopes @> '["rows"]') as may_read_rows
     from taken join user_account u on u.id = taken.user_id where u.is_active and (
       exists (select from session s where s.user_id = u.id and taken.credential = 'session:' || s.id::text and s.revoked_at is null and s.expires_at > ?)
       or exists (select from api_key k where k.user_id = u.id and taken.credential = 'key:' || k.lookup and (k.expires_at is null or k.expires_at > ?) and (k.scopes is null or k.scopes @> '["write"]'))
       or exists (select from named_key k where k.user_id = u.id and taken.credential = 'key:' || k.id::text and (k.expires_at is null or k.expires_at > ?) and k.scopes @> '["write"]')
       or exists (select from agent_grant g where g.user_id = u.id and taken.credential = 'grant:' || g.id and g.scopes @> '["write"]'))`,
    [hashToken(token), now, now, now, now],
  );
  const [user] = z.array(accountRow.extend({ may_read_rows: z.boolean() })).parse(found);
  if (user === undefined)
    throw new AppError('not_found', 'This upload link has been used or has ended.', {
      fix: 'Ask for a new one; each takes one file.',
    });
  return {
    user: presentAccount(user, ctx.clock),
    via: 'api-key',
    scopes: user.may_read_rows ? ['write', 'rows'] : ['write'],
    sessionId: null,
    confirmedAt: null,
    askedAt: null,
    factorAt: null,
    secondFactor: false,
    limits: null,
    agent: null,
  };
}
