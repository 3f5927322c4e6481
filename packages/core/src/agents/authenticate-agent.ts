import { AppError, scopes } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';
import { account, accountRow, presentAccount } from '../users/account-row.ts';
import { hashToken, type Secrets } from '../users/secrets.ts';
import type { Actor, Clock } from '../context.ts';
import { runStatement } from '../database/run-statement.ts';

const found = z.array(
  accountRow.extend({
    payload: z.string(),
    grant_id: z.string(),
    client_name: z.string(),
    scopes: z.array(z.enum(scopes)),
    dataset_ids: z.array(z.string()).nullable(),
    aggregates_only: z.boolean(),
  }),
);
const token = z.object({ aud: z.string(), scope: z.string().optional() });

/** The time of use is noted once a minute. */
const byToken = `with noted as (update agent_grant set last_used_at = $2 where id = (select grant_id from oauth_record where model = 'AccessToken' and id_hash = $1) and (last_used_at is null or last_used_at < $3))
  select ${account}, t.payload, g.id as grant_id, g.client_name, g.scopes, g.dataset_ids, g.aggregates_only
  from oauth_record t join agent_grant g on g.id = t.grant_id join user_account u on u.id = g.user_id
  where t.model = 'AccessToken' and t.id_hash = $1 and t.expires_at > $2 and u.is_active`;

/**
 * The user for whom an agent acts, by its access token; unauthenticated for one that is not valid
 * (any more) or was made for
 * another audience. One statement a request, so that cutting an agent off acts on its next call.
 */
export async function authenticateAgent(
  em: EntityManager,
  secrets: Secrets,
  clock: Clock,
  bearer: string,
  audience: string,
): Promise<Actor> {
  const now = clock.now();
  const lookup = hashToken(bearer);
  const [row] = found.parse(
    await runStatement(em, byToken, [lookup, now, new Date(now.getTime() - 60_000)]),
  );
  const plain = row === undefined ? null : secrets.decrypt(row.payload, 'oauth:AccessToken');
  const known = plain === null ? null : token.safeParse(JSON.parse(plain));
  if (row === undefined || known?.success !== true || known.data.aud !== audience) {
    throw new AppError('unauthenticated', 'The access token is not valid or has expired.', {
      fix: 'Refresh the token, or let the user connect the agent again.',
    });
  }
  // A token may be worth less than its grant, never more.
  const asked =
    known.data.scope === undefined || known.data.scope === ''
      ? null
      : new Set(known.data.scope.split(' '));
  const given = row.scopes.filter(
    (scope) => (asked?.has(scope) ?? true) && (scope !== 'rows' || !row.aggregates_only),
  );
  return {
    user: presentAccount(row, clock),
    via: 'oauth',
    scopes: given,
    sessionId: null,
    confirmedAt: null,
    askedAt: null,
    factorAt: null,
    secondFactor: false,
    limits:
      row.dataset_ids === null && !row.aggregates_only
        ? null
        : { datasetIds: row.dataset_ids, aggregatesOnly: row.aggregates_only },
    agent: { id: row.grant_id, name: row.client_name },
  };
}
