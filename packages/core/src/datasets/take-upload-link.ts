import { AppError } from '@columnist/contract';
import { z } from 'zod';
import { account, accountRow, presentAccount } from '../accounts/account-row.ts';
import { hashToken } from '../accounts/secrets.ts';
import type { Actor, ServiceContext } from '../context.ts';

/** Whose upload link this is; from now on the link is worth nothing. Throws not_found. */
export async function takeUploadLink(ctx: Pick<ServiceContext, 'em' | 'clock'>, token: string): Promise<Actor> {
  const now = ctx.clock.now();
  const found = await ctx.em.fork().execute<unknown[]>(
    `with taken as (delete from upload_link where token_hash = ? and expires_at > ? returning user_id)
     select ${account} from taken join user_account u on u.id = taken.user_id where u.is_active`,
    [hashToken(token), now],
  );
  const [user] = z.array(accountRow).parse(found);
  if (user === undefined) throw new AppError('not_found', 'This upload link has been used or has ended.', { fix: 'Ask for a new one; each takes one file.' });
  return { user: presentAccount(user, ctx.clock), via: 'api-key', scopes: ['write'], sessionId: null, limits: null, agent: null };
}
