import type { EntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Secrets } from '../users/secrets.ts';

/** To whom the key of the chain is encrypted. */
export const chainOwner = 'audit chain';

interface ChainState {
  readonly secrets: Secrets;
  readonly log: Logger;
  /** The key that was decrypted last, by its ciphertext. */
  opened: { readonly sealed: string; readonly key: Buffer } | null;
}

/**
 * By database, so that anyone who can write there can write in the log, also commands and jobs that
 * have no request.
 */
const states = new WeakMap<object, ChainState>();

export const registerChain = (em: EntityManager, secrets: Secrets, log: Logger): void =>
  void states.set(em.getConnection(), { secrets, log, opened: null });

export function chainState(em: EntityManager): ChainState {
  const state = states.get(em.getConnection());
  if (state === undefined) throw new Error('The audit log of this database was not opened.');
  return state;
}

/** The chain's key; null where none of the secrets opens it. */
export function openKey(em: EntityManager, sealed: string): Buffer | null {
  const state = chainState(em);
  if (state.opened?.sealed === sealed) return state.opened.key;
  const text = state.secrets.decrypt(sealed, chainOwner);
  if (text === null) return null;
  const key = Buffer.from(text, 'base64url');
  state.opened = { sealed, key };
  return key;
}

const number = z.coerce.number();
const heads = z
  .array(
    z.object({
      key: z.string(),
      seq: number,
      hash: z.string(),
      first_seq: number,
      first_hash: z.string(),
      seal: z.string(),
    }),
  )
  .max(1);

export interface Head {
  readonly sealedKey: string;
  readonly seq: number;
  readonly hash: string;
  readonly firstSeq: number;
  readonly firstHash: string;
  readonly seal: string;
}

const columns = 'key, seq, hash, first_seq, first_hash, seal';

/** The end of the chain, kept from everybody else until the transaction is over. */
export async function lockHead(em: EntityManager): Promise<Head | null> {
  const [row] = heads.parse(
    await em.execute(`select ${columns} from audit_chain where name = 'audit' for update`),
  );
  return row === undefined
    ? null
    : {
        sealedKey: row.key,
        seq: row.seq,
        hash: row.hash,
        firstSeq: row.first_seq,
        firstHash: row.first_hash,
        seal: row.seal,
      };
}

const readings = z
  .array(heads.element.extend({ last: number.nullable(), unsealed: number }))
  .max(1);

/**
 * The same to read, with what the table holds at that moment: the number of its last line, and how
 * many lines have none.
 */
export async function readHead(
  em: EntityManager,
): Promise<(Head & { readonly last: number | null; readonly unsealed: number }) | null> {
  const [row] = readings.parse(
    await em.execute(
      `select ${columns}, (select max(seq) from audit_entry) as last, (select count(*) ` +
        `from audit_entry where seq is null) as unsealed from audit_chain where name = 'audit'`,
    ),
  );
  if (row === undefined) return null;
  return {
    sealedKey: row.key,
    seq: row.seq,
    hash: row.hash,
    firstSeq: row.first_seq,
    firstHash: row.first_hash,
    seal: row.seal,
    last: row.last,
    unsealed: row.unsealed,
  };
}
