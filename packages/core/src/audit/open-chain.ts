import type { AuditAction, AuditDetails } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { Secrets } from '../users/secrets.ts';
import type { Clock } from '../context.ts';
import { firstPlace, nextPlace, sealOf, type ChainedLine, type Place } from './chain.ts';
import { chainOwner, lockHead, openKey, registerChain } from './chain-state.ts';
import { lines, readLine } from './read-lines.ts';
import { appendLines, moveEnd } from './write-lines.ts';

const rowsAtOnce = 1000;

/**
 * Opens the audit log of a database for writing, at a server's start. The first time its chain gets
 * a key, kept encrypted under APP_SECRET, and the lines of versions without the chain get their
 * places, in order of time. Of later ones without a place nobody knows who wrote them: checks
 * report them, and `adoptLines` is for a person to decide. Where no secret opens the key any more,
 * or somebody deleted the end of the chain, it goes on under a new key after the last number: what
 * was before can no longer be checked, which the log and every check say.
 */
export async function openChain(
  em: EntityManager,
  secrets: Secrets,
  clock: Clock,
  log: Logger,
): Promise<void> {
  registerChain(em, secrets, log);
  await em.fork().transactional(async (within) => {
    const fresh = randomBytes(32);
    const last = await lastNumber(within);
    const { seq, hash } = firstPlace(fresh, last);
    const ends = { seq, hash, firstSeq: seq, firstHash: hash };
    const begun: unknown[] = await within.execute(
      "insert into audit_chain (name, key, seq, hash, first_seq, first_hash, seal) values ('audit', ?, ?, ?, ?, ?, ?) on conflict (name) do nothing returning name",
      [
        secrets.encrypt(fresh.toString('base64url'), chainOwner),
        seq,
        hash,
        seq,
        hash,
        sealOf(fresh, ends),
      ],
    );
    if (begun.length > 0) {
      if (last === 0) await adopt(within, clock, 'server');
      else await sayNewKey(within, clock, log, last, 'The end of the audit log was deleted');
      return;
    }
    const head = await lockHead(within);
    if (head !== null && openKey(within, head.sealedKey) === null)
      await beginAgain(within, secrets, clock, log, head.seq);
  });
}

/**
 * Gives lines without a place theirs, at the end of the chain and marked, because the operator says
 * so; answers how many there were.
 */
export const adoptLines = (em: EntityManager, clock: Clock): Promise<number> =>
  em.fork().transactional((within) => adopt(within, clock, 'command'));

async function adopt(em: EntityManager, clock: Clock, via: 'server' | 'command'): Promise<number> {
  let adopted = 0;
  for (let some = rowsAtOnce; some === rowsAtOnce; adopted += some) some = await adoptSome(em);
  if (adopted > 0)
    await appendLines(em, [ownLine(clock, 'audit.adopted', { lines: String(adopted) }, via)]);
  return adopted;
}

async function beginAgain(
  em: EntityManager,
  secrets: Secrets,
  clock: Clock,
  log: Logger,
  before: number,
): Promise<void> {
  const seq = Math.max(before, await lastNumber(em));
  const key = randomBytes(32);
  const { hash } = firstPlace(key, seq);
  await em.execute(
    "update audit_chain set key = ?, seq = ?, hash = ?, first_seq = ?, first_hash = ?, seal = ? where name = 'audit'",
    [
      secrets.encrypt(key.toString('base64url'), chainOwner),
      seq,
      hash,
      seq,
      hash,
      sealOf(key, { seq, hash, firstSeq: seq, firstHash: hash }),
    ],
  );
  await sayNewKey(em, clock, log, seq, 'APP_SECRET does not open the key of the audit log');
}

async function sayNewKey(
  em: EntityManager,
  clock: Clock,
  log: Logger,
  lines: number,
  reason: string,
): Promise<void> {
  log.error(
    { lines },
    `${reason}: its lines so far can no longer be checked, and it goes on under a new key`,
  );
  await appendLines(em, [ownLine(clock, 'audit.newKey', { before: String(lines) })]);
}

const highest = z.tuple([z.object({ last: z.coerce.number() })]);

/** The highest number that a line has, 0 where none has one: no line gets it again. */
const lastNumber = async (em: EntityManager): Promise<number> =>
  highest.parse(await em.execute('select coalesce(max(seq), 0) as last from audit_entry'))[0].last;

/** Of lines without a place, the oldest thousand get theirs; answers how many there were. */
async function adoptSome(em: EntityManager): Promise<number> {
  const head = await lockHead(em);
  const key = head === null ? null : openKey(em, head.sealedKey);
  if (head === null || key === null) return 0;
  const found = lines.parse(
    await em.execute('select * from audit_entry where seq is null order by at, id limit ?', [
      rowsAtOnce,
    ]),
  );
  if (found.length === 0) return 0;
  let place: Place = head;
  const places = found.map((row) => ({
    id: row.id,
    ...(place = nextPlace(key, place, { ...readLine(row), adopted: true })),
  }));
  await em.execute(
    'update audit_entry e set seq = v.seq, hash = v.hash, adopted = true from json_to_recordset(?::json) ' +
      'as v(id uuid, seq bigint, hash text) where e.id = v.id',
    [JSON.stringify(places)],
  );
  await moveEnd(em, key, head, place);
  return found.length;
}

/** What the server itself, or a command, does to the log. */
const ownLine = (
  clock: Clock,
  action: AuditAction,
  details: AuditDetails,
  via: 'server' | 'command' = 'server',
): ChainedLine => ({
  id: uuid(),
  at: clock.now(),
  actorId: null,
  actorEmail: null,
  subjectId: null,
  subjectEmail: null,
  via,
  address: 'this machine',
  device: '',
  requestId: '',
  action,
  target: null,
  outcome: 'done',
  details,
});
