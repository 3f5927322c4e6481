import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';
import { totpOwner } from '../second-factors/totp.ts';
import { chainOwner } from '../audit/chain-state.ts';
import type { Secrets } from '../users/secrets.ts';

const rowsAtOnce = 500;
const keyRows = z.array(z.object({ id: z.uuid(), user_id: z.uuid(), ciphertext: z.string() }));
const totpRows = z.array(z.object({ id: z.uuid(), user_id: z.uuid(), ciphertext: z.string() }));
const recordRows = z.array(
  z.object({ model: z.string(), id_hash: z.string(), payload: z.string() }),
);

export interface Rotated {
  /** Kept under the current secret now, which they were not before. */
  readonly apiKeys: number;
  readonly agentRecords: number;
  readonly authenticatorApps: number;
  /** Of all of them, what neither the current secret nor a fallback opens. */
  readonly unreadable: number;
}

/**
 * Keeps under the current APP_SECRET what is still kept under a fallback: API keys, the sign-ins of
 * agents, the secrets of authenticator apps, and the key of the
 * audit log. Answers kept
 * for an Idempotency-Key are not rewritten: they go within a day. The server may go on serving, and
 * it may be done again.
 */
export async function rotateSecret(em: EntityManager, secrets: Secrets): Promise<Rotated> {
  const keys = await rotateKeys(em, secrets);
  const records = await rotateRecords(em, secrets);
  await rotateChainKey(em, secrets);
  const apps = await rotateTotp(em, secrets);
  return {
    apiKeys: keys.rotated,
    agentRecords: records.rotated,
    authenticatorApps: apps.rotated,
    unreadable: keys.unreadable + records.unreadable + apps.unreadable,
  };
}

const chainKeys = z.array(z.object({ key: z.string() }));

/** The key itself stays, and with it every hash. */
async function rotateChainKey(em: EntityManager, secrets: Secrets): Promise<void> {
  for (const { key: sealed } of chainKeys.parse(await em.execute('select key from audit_chain'))) {
    const key = secrets.isCurrent(sealed, chainOwner) ? null : secrets.decrypt(sealed, chainOwner);
    if (key !== null)
      await em.execute('update audit_chain set key = ? where key = ?', [
        secrets.encrypt(key, chainOwner),
        sealed,
      ]);
  }
}

interface Count {
  rotated: number;
  unreadable: number;
}

async function rotateKeys(em: EntityManager, secrets: Secrets): Promise<Count> {
  const count = { rotated: 0, unreadable: 0 };
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = keyRows.parse(
      await em.execute(
        'select id, user_id, ciphertext from api_key where id > ? order by id limit ?',
        [last, rowsAtOnce],
      ),
    );
    for (const { id, user_id: owner, ciphertext } of rows) {
      last = id;
      if (secrets.isCurrent(ciphertext, owner)) continue;
      const key = secrets.decrypt(ciphertext, owner);
      if (key === null) {
        count.unreadable += 1;
        continue;
      }
      // One that was replaced meanwhile stays.
      const changed = await em.execute<unknown[]>(
        'update api_key set lookup = ?, ciphertext = ? where id = ? and ciphertext = ? returning id',
        [secrets.lookups(key)[0], secrets.encrypt(key, owner), id, ciphertext],
      );
      count.rotated += changed.length;
    }
    if (rows.length < rowsAtOnce) return count;
  }
}

async function rotateTotp(em: EntityManager, secrets: Secrets): Promise<Count> {
  const count = { rotated: 0, unreadable: 0 };
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = totpRows.parse(
      await em.execute(
        'select id, user_id, ciphertext from totp_secret where id > ? order by id limit ?',
        [last, rowsAtOnce],
      ),
    );
    for (const { id, user_id: userId, ciphertext } of rows) {
      last = id;
      const owner = totpOwner(userId);
      if (secrets.isCurrent(ciphertext, owner)) continue;
      const secret = secrets.decrypt(ciphertext, owner);
      if (secret === null) {
        count.unreadable += 1;
        continue;
      }
      const changed = await em.execute<unknown[]>(
        'update totp_secret set ciphertext = ? where id = ? and ciphertext = ? returning id',
        [secrets.encrypt(secret, owner), id, ciphertext],
      );
      count.rotated += changed.length;
    }
    if (rows.length < rowsAtOnce) return count;
  }
}

async function rotateRecords(em: EntityManager, secrets: Secrets): Promise<Count> {
  const count = { rotated: 0, unreadable: 0 };
  for (let last = { model: '', id_hash: '' }; ;) {
    const rows = recordRows.parse(
      await em.execute(
        'select model, id_hash, payload from oauth_record where (model, id_hash) > (?, ?) ' +
          'order by model, id_hash limit ?',
        [last.model, last.id_hash, rowsAtOnce],
      ),
    );
    for (const row of rows) {
      last = row;
      const owner = `oauth:${row.model}`;
      if (secrets.isCurrent(row.payload, owner)) continue;
      const payload = secrets.decrypt(row.payload, owner);
      if (payload === null) {
        count.unreadable += 1;
        continue;
      }
      const changed = await em.execute<unknown[]>(
        'update oauth_record set payload = ? where model = ? and id_hash = ? and payload = ? returning model',
        [secrets.encrypt(payload, owner), row.model, row.id_hash, row.payload],
      );
      count.rotated += changed.length;
    }
    if (rows.length < rowsAtOnce) return count;
  }
}
