import type { EventSubscriber, TransactionEventArgs } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { AuditEntry } from './audit-entry.entity.ts';
import { nextPlace, sealOf, type ChainedLine, type Place } from './chain.ts';
import { chainState, lockHead, openKey, type Head } from './chain-state.ts';

/**
 * Appends lines to the chain, in a transaction. The one row of the chain's end is its lock on every
 * replica, and is taken
 * last before the commit (see below), so it is held for two statements and nothing is waited for
 * meanwhile: no deadlock.
 * Chained at once, not later by a job: of a line that waits for its place, nobody could tell that
 * it was removed.
 */
export async function appendLines(em: EntityManager, lines: readonly ChainedLine[]): Promise<void> {
  const head = await lockHead(em);
  const key = head === null ? null : openKey(em, head.sealedKey);
  if (head === null || key === null) {
    // A server with another secret made the key again meanwhile. What is done is written all the
    // same; checks report it, and the operator decides.
    chainState(em).log.error(
      { lines: lines.length },
      'lines of the audit log were written without a place in its chain: APP_SECRET does not open its key',
    );
    await insert(
      em,
      lines.map((line) => ({ ...line, seq: null, hash: null })),
    );
    return;
  }
  let place: Place = head;
  await insert(
    em,
    lines.map((line) => ({ ...line, ...(place = nextPlace(key, place, line)) })),
  );
  await moveEnd(em, key, head, place);
}

/** Writes the new end of the chain, whose row is locked. */
export async function moveEnd(
  em: EntityManager,
  key: Buffer,
  head: Head,
  { seq, hash }: Place,
): Promise<void> {
  await em.execute("update audit_chain set seq = ?, hash = ?, seal = ? where name = 'audit'", [
    seq,
    hash,
    sealOf(key, { ...head, seq, hash }),
  ]);
}

async function insert(
  em: EntityManager,
  rows: readonly (ChainedLine & { readonly seq: number | null; readonly hash: string | null })[],
): Promise<void> {
  await em.insertMany(
    AuditEntry,
    rows.map((row) => ({ ...row, details: { ...row.details } })),
  );
}

/** Lines of transactions that are under way, by transaction. */
const ofTransactions = new WeakMap<
  object,
  { readonly em: EntityManager; readonly lines: ChainedLine[] }
>();

/**
 * Writes what a transaction said when everything else in it is done: the end of the chain is the
 * last thing it locks.
 */
export const auditSubscriber: EventSubscriber = {
  beforeTransactionCommit: async ({ transaction }: TransactionEventArgs) => {
    const waiting =
      typeof transaction === 'object' && transaction !== null
        ? ofTransactions.get(transaction)
        : undefined;
    if (waiting === undefined) return;
    ofTransactions.delete(Object(transaction));
    await appendLines(waiting.em, waiting.lines);
  },
};

interface Waiting {
  readonly line: ChainedLine;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

/** Lines that wait while others of this process are being written, by database. */
const queues = new WeakMap<object, Waiting[]>();
const atOnce = 200;

/**
 * Writes a line: with the transaction that `em` is in, when that commits; else by itself. Lines of
 * a process that come while
 * one is being written go together in one transaction, so that however many log in, one connection
 * alone waits for the chain.
 */
export async function writeLine(em: EntityManager, line: ChainedLine): Promise<void> {
  const transaction: unknown = em.getTransactionContext();
  if (typeof transaction === 'object' && transaction !== null) {
    const waiting = ofTransactions.get(transaction);
    if (waiting === undefined) ofTransactions.set(transaction, { em, lines: [line] });
    else waiting.lines.push(line);
    return;
  }
  const database = em.getConnection();
  await new Promise<void>((done, fail) => {
    const queue = queues.get(database);
    if (queue !== undefined) {
      queue.push({ line, done, fail });
      return;
    }
    const begun = [{ line, done, fail }];
    queues.set(database, begun);
    void writeQueue(em.fork(), begun, () => queues.delete(database));
  });
}

async function writeQueue(em: EntityManager, queue: Waiting[], onEmpty: () => void): Promise<void> {
  while (queue.length > 0) {
    const together = queue.splice(0, atOnce);
    try {
      await em.fork().transactional((within) =>
        appendLines(
          within,
          together.map(({ line }) => line),
        ),
      );
      for (const { done } of together) done();
    } catch (error) {
      for (const { fail } of together) fail(error);
    }
  }
  // Before anything else can be put into it.
  onEmpty();
}
