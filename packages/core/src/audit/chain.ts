import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the hash of a line is made of, beside its place and the hash before it. */
export interface ChainedLine {
  readonly id: string;
  readonly at: Date;
  readonly actorId: string | null;
  readonly actorEmail: string | null;
  readonly subjectId: string | null;
  readonly subjectEmail: string | null;
  readonly via: string | null;
  readonly address: string;
  readonly device: string;
  readonly requestId: string;
  readonly action: string;
  readonly target: string | null;
  readonly outcome: 'done' | 'denied';
  readonly details: Readonly<Record<string, string>>;
  /** That it got its place later than it was written. */
  readonly adopted?: boolean;
}

/** A place in the chain. */
export interface Place {
  readonly seq: number;
  readonly hash: string;
}

export interface ChainEnds {
  readonly seq: number;
  readonly hash: string;
  readonly firstSeq: number;
  readonly firstHash: string;
}

const hmac = (key: Buffer, ...parts: readonly unknown[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

/** What a chain begins with that has no line before it, or none that its key can check. */
export const firstPlace = (key: Buffer, seq: number): Place => ({
  seq,
  hash: hmac(key, 'first', seq),
});

/**
 * The place of the line that follows: a keyed hash of all that it says, of its number, of the hash
 * before, and of whether it was adopted, so that nobody can take that mark away.
 */
export function nextPlace(key: Buffer, before: Place, line: ChainedLine): Place {
  const seq = before.seq + 1;
  const details = Object.entries(line.details).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const {
    id,
    at,
    actorId,
    actorEmail,
    subjectId,
    subjectEmail,
    via,
    address,
    device,
    requestId,
    action,
    target,
    outcome,
  } = line;
  const said = [
    id,
    at.toISOString(),
    actorId,
    actorEmail,
    subjectId,
    subjectEmail,
    via,
    address,
    device,
    requestId,
    action,
    target,
    outcome,
    details,
  ];
  return {
    seq,
    hash: hmac(key, line.adopted === true ? 'adopted' : 'line', before.hash, seq, said),
  };
}

/**
 * Over both ends, so that nobody without the key can move them: a hash of a line alone would also
 * fit a chain that was cut there.
 */
export const sealOf = (key: Buffer, { seq, hash, firstSeq, firstHash }: ChainEnds): string =>
  hmac(key, 'ends', seq, hash, firstSeq, firstHash);

export const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
