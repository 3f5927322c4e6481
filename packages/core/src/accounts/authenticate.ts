import { AppError, scopes, type Scope } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { jwtVerify } from 'jose';
import { z } from 'zod';
import type { Actor, Clock } from '../context.ts';
import { readStatement } from '../database/read-statement.ts';
import { runStatement } from '../database/run-statement.ts';
import { authenticateAgent } from '../agents/authenticate-agent.ts';
import { account, accountRow, presentAccount } from '../users/account-row.ts';
import { hashToken, type Secrets } from '../users/secrets.ts';

export interface Credentials {
  /** The Authorization header. */
  readonly authorization?: string | undefined;
  /** The API-Key header. */
  readonly apiKey?: string | undefined;
  /** The network address that asks, noted with the use of a named key. */
  readonly address?: string | undefined;
  /** The resource asked for, where it takes the tokens of agents; they are made for one alone. */
  readonly audience?: string | undefined;
}

const bySession = `select ${account}, s.confirmed_at, s.asked_at, s.factor_at, (exists (select from totp_secret t where t.user_id = u.id and t.confirmed_at is not null) or exists (select from passkey p where p.user_id = u.id)) as second_factor
  from session s join user_account u on u.id = s.user_id
  where s.id = $1 and s.revoked_at is null and s.expires_at > $2 and u.is_active`;

const keyColumns =
  'user_id, expires_at as key_expires_at, last_used_at, scopes, dataset_ids, aggregates_only';
/** The key of an account is found by its HMAC, a named one by its hash. */
const byKey = `select ${account}, k.* from (
    select id as key_id, null as key_name, ${keyColumns} from api_key where lookup = any($1)
    union all select id, name, ${keyColumns} from named_key where key_hash = $2) k
  join user_account u on u.id = k.user_id where u.is_active`;

/** Noted once a minute, so that a busy key does not make every read a write. */
const noteUse =
  'update api_key set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at < $3)';
const noteNamedUse =
  'update named_key set last_used_at = $2, last_used_address = $4 where id = $1 and ' +
  '(last_used_at is null or last_used_at < $3)';
const noteAfter = 60_000;

const sessionRow = accountRow.extend({
  confirmed_at: z.coerce.date().nullable(),
  asked_at: z.coerce.date().nullable(),
  factor_at: z.coerce.date().nullable(),
  second_factor: z.boolean(),
});
const keyRow = accountRow.extend({
  scopes: z.array(z.enum(scopes)).nullable(),
  dataset_ids: z.array(z.string()).nullable(),
  aggregates_only: z.boolean(),
  key_id: z.string(),
  key_name: z.string().nullable(),
  key_expires_at: z.coerce.date().nullable(),
  last_used_at: z.coerce.date().nullable(),
});

const claims = z.object({ sub: z.string(), sid: z.uuid() });

/**
 * Who sends these credentials: null where there are none, unauthenticated where they are not valid
 * (any more).
 * One indexed look-up a request, so that revoking a key, a session or a user acts on the next one.
 */
export async function authenticate(
  em: EntityManager,
  secrets: Secrets,
  clock: Clock,
  credentials: Credentials,
): Promise<Actor | null> {
  const bearer = /^Bearer ([^\s]+)$/i.exec(credentials.authorization ?? '')?.[1];
  const key = credentials.apiKey ?? (bearer?.startsWith('col_') === true ? bearer : undefined);
  if (key !== undefined)
    return authenticateKey(em, secrets, clock, key, credentials.address ?? null);
  if (credentials.authorization === undefined) return null;
  if (credentials.audience !== undefined && bearer !== undefined)
    return authenticateAgent(em, secrets, clock, bearer, credentials.audience);
  const sessionId = bearer === undefined ? null : await sessionOf(bearer, secrets, clock);
  const found = sessionId === null ? null : await find(em, bySession, [sessionId, clock.now()]);
  if (found === null)
    throw new AppError('unauthenticated', 'The access token is not valid or has expired.', {
      fix: 'Refresh the token or log in again.',
    });
  return {
    user: presentAccount(found, clock),
    via: 'session',
    scopes,
    sessionId,
    confirmedAt: found.confirmed_at,
    askedAt: found.asked_at,
    factorAt: found.factor_at,
    secondFactor: found.second_factor,
    limits: null,
    agent: null,
  };
}

async function authenticateKey(
  em: EntityManager,
  secrets: Secrets,
  clock: Clock,
  key: string,
  address: string | null,
): Promise<Actor> {
  const now = clock.now();
  const [found] = z
    .array(keyRow)
    .parse(await readStatement(em, byKey, [secrets.lookups(key), hashToken(key)]));
  if (found === undefined)
    throw new AppError('unauthenticated', 'This API key is not valid.', {
      fix:
        'It may have been revoked or replaced. Copy the current key, or make a new one, in ' +
        'your profile under API Key.',
    });
  if (found.key_expires_at !== null && found.key_expires_at <= now)
    throw ended(found.key_expires_at, found.key_name);
  const staleBefore = new Date(now.getTime() - noteAfter);
  if (found.last_used_at === null || found.last_used_at < staleBefore) {
    if (found.key_name === null) await runStatement(em, noteUse, [found.key_id, now, staleBefore]);
    else await runStatement(em, noteNamedUse, [found.key_id, now, staleBefore, address]);
  }
  const limits = { datasetIds: found.dataset_ids, aggregatesOnly: found.aggregates_only };
  return {
    user: presentAccount(found, clock),
    via: 'api-key',
    keyId: found.key_id,
    keyName: found.key_name,
    scopes: scopesOf(found),
    sessionId: null,
    confirmedAt: null,
    askedAt: null,
    factorAt: null,
    secondFactor: false,
    limits: limits.datasetIds === null && !limits.aggregatesOnly ? null : limits,
    agent: null,
  };
}

/** Only who has the key reads this, so it may say more than that the key is not valid. */
function ended(at: Date, name: string | null): AppError {
  const when = `${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC`;
  return new AppError('unauthenticated', `This API key ended on ${when}.`, {
    fix:
      name === null
        ? 'Set a later end in your profile under API Key.'
        : 'Make a new key in your profile under API Key.',
  });
}

/** A key for aggregates alone sees no rows, whatever its scopes say. */
const scopesOf = (key: z.output<typeof keyRow>): readonly Scope[] =>
  (key.scopes ?? scopes).filter((scope) => scope !== 'rows' || !key.aggregates_only);

async function find(
  em: EntityManager,
  sql: string,
  values: unknown[],
): Promise<z.output<typeof sessionRow> | null> {
  const [found] = z.array(sessionRow).parse(await runStatement(em, sql, values));
  return found ?? null;
}

async function sessionOf(token: string, secrets: Secrets, clock: Clock): Promise<string | null> {
  for (const key of secrets.jwtKeys) {
    const verified = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer: 'columnist',
      audience: 'columnist',
      currentDate: clock.now(),
    }).catch(() => null);
    const parsed = claims.safeParse(verified?.payload);
    if (parsed.success) return parsed.data.sid;
  }
  return null;
}
