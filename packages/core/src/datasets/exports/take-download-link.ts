import { AppError, operations, type InputOf } from '@columnist/contract';
import { z } from 'zod';
import type { Actor, ServiceContext } from '../../context.ts';
import { account, accountRow, presentAccount } from '../../users/account-row.ts';
import { hashToken } from '../../users/secrets.ts';

const found = z.array(
  accountRow.extend({
    asked: z.record(z.string(), z.unknown()),
    confirmed: z.boolean(),
    dataset_ids: z.array(z.string()).nullable(),
  }),
);

/**
 * Whose download link this is and what it hands out, while what asked for it may still read rows.
 * Throws not_found.
 */
export async function takeDownloadLink(
  ctx: Pick<ServiceContext, 'em' | 'clock'>,
  token: string,
): Promise<{
  readonly actor: Actor;
  readonly asked: InputOf<(typeof operations)['datasets']['file']>;
}> {
  const now = ctx.clock.now();
  const [user] = found.parse(
    await ctx.em.fork().execute<unknown[]>(
      `select ${account}, l.asked, l.confirmed, may.dataset_ids from download_link l join user_account u on u.id = l.user_id
       join lateral (
         select null::jsonb as dataset_ids from session s where s.user_id = u.id and l.credential = 'session:' || s.id::text and s.revoked_at is null and s.expires_at > ?
         union all select k.dataset_ids from api_key k where k.user_id = u.id and l.credential = 'key:' || k.lookup and (k.expires_at is null or k.expires_at > ?) and not k.aggregates_only and (k.scopes is null or k.scopes @> '["rows"]')
         union all select k.dataset_ids from named_key k where k.user_id = u.id and l.credential = 'key:' || k.id::text and (k.expires_at is null or k.expires_at > ?) and not k.aggregates_only and k.scopes @> '["rows"]'
         union all select g.dataset_ids from agent_grant g where g.user_id = u.id and l.credential = 'grant:' || g.id and not g.aggregates_only and g.scopes @> '["rows"]'
       ) may on true
       where l.token_hash = ? and l.expires_at > ? and u.is_active`,
      [now, now, now, hashToken(token), now],
    ),
  );
  if (user === undefined)
    throw new AppError('not_found', 'This download link has ended.', {
      fix: 'Ask for a new one; each is good for 15 minutes.',
    });
  return {
    actor: {
      user: presentAccount(user, ctx.clock),
      // The rows are counted again: since it was asked, the dataset or a saved view may have got more.
      via: user.confirmed ? 'api-key' : 'session',
      scopes: ['read', 'rows', 'analyse'],
      sessionId: null,
      confirmedAt: null,
      askedAt: null,
      factorAt: null,
      secondFactor: false,
      limits:
        user.dataset_ids === null ? null : { datasetIds: user.dataset_ids, aggregatesOnly: false },
      agent: null,
    },
    asked: operations.datasets.file.input.parse(user.asked),
  };
}
