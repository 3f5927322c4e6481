import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';
import { hashToken, type Secrets } from '../users/secrets.ts';
import type { Clock } from '../context.ts';

/** What the authorization server hands over to be kept; only it knows the fields. */
export type OauthPayload = Record<string, unknown>;

/** The records of one model of the authorization server. */
export interface OauthStore {
  put(id: string, payload: OauthPayload, secondsKept: number | null): Promise<void>;
  find(id: string): Promise<OauthPayload | undefined>;
  findByUid(uid: string): Promise<OauthPayload | undefined>;
  /** Marks a single-use record as used; false where it was already. */
  consume(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  removeOfGrant(grantId: string): Promise<void>;
}

const rows = z.array(z.object({ payload: z.string(), consumed_at: z.coerce.date().nullable() }));
const payloadSchema = z.record(z.string(), z.unknown());
const named = z.object({ grantId: z.string().optional(), uid: z.string().optional() });

/**
 * Ids are tokens and codes in clear, so only their digest is kept; so are payloads, which name them
 * again, under encryption.
 */
export function oauthStore(
  model: string,
  open: () => EntityManager,
  secrets: Secrets,
  clock: Clock,
): OauthStore {
  const owner = `oauth:${model}`;
  const read = async (where: string, value: string): Promise<OauthPayload | undefined> => {
    const [found] = rows.parse(
      await open().execute(
        `select payload, consumed_at from oauth_record where model = ? and ${where} = ? and ` +
          '(expires_at is null or expires_at > ?)',
        [model, value, clock.now()],
      ),
    );
    if (found === undefined) return undefined;
    const plain = secrets.decrypt(found.payload, owner);
    if (plain === null) return undefined;
    const payload = payloadSchema.parse(JSON.parse(plain));
    return found.consumed_at === null
      ? payload
      : { ...payload, consumed: Math.floor(found.consumed_at.getTime() / 1000) };
  };
  return {
    put: async (id, payload, secondsKept) => {
      const { grantId = null, uid = model === 'Client' ? id : null } = named.parse(payload);
      const now = clock.now();
      const until = secondsKept === null ? null : new Date(now.getTime() + secondsKept * 1000);
      await open().execute(
        `insert into oauth_record (model, id_hash, payload, grant_id, uid, created_at, expires_at) values (?, ?, ?, ?, ?, ?, ?)
         on conflict (model, id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`,
        [
          model,
          hashToken(id),
          secrets.encrypt(JSON.stringify(payload), owner),
          grantId,
          uid,
          now,
          until,
        ],
      );
    },
    find: (id) => read('id_hash', hashToken(id)),
    findByUid: (uid) => read('uid', uid),
    consume: async (id) => {
      const taken = await open().execute<unknown[]>(
        'update oauth_record set consumed_at = ? where model = ? and id_hash = ? and ' +
          'consumed_at is null returning model',
        [clock.now(), model, hashToken(id)],
      );
      return taken.length > 0;
    },
    remove: async (id) =>
      void (await open().execute('delete from oauth_record where model = ? and id_hash = ?', [
        model,
        hashToken(id),
      ])),
    removeOfGrant: async (grantId) =>
      void (await open().execute('delete from oauth_record where model = ? and grant_id = ?', [
        model,
        grantId,
      ])),
  };
}
