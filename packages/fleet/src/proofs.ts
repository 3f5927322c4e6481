import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What an answer of a worker carries to show that it has the token. */
export const proofHeader = 'columnist-proof';

const sha256 = (data: string | Buffer): string =>
  createHash('sha256').update(data).digest('base64url');
/** Keyed by the token, which is never sent: who is asked in place of a worker does not learn it. */
const keyed = (token: string, ...parts: readonly string[]): string =>
  createHmac('sha256', token).update(parts.join('\n')).digest('base64url');
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)));

/** A question of a web server, which shows that it has the token, and how to know its answer. */
export interface ProvedQuestion {
  readonly authorization: string;
  /** Whether this comes from somebody who has the token, as an answer to this very question. */
  readonly isAnswer: (proof: string | null, body: Buffer) => boolean;
}

export function proveQuestion(token: string, body: string): ProvedQuestion {
  const number = randomBytes(16).toString('base64url');
  const digest = sha256(body);
  return {
    authorization: `Columnist ${number}.${digest}.${keyed(token, 'question', number, digest)}`,
    isAnswer: (proof, answer) => isSame(proof ?? '', proofOf(token, number, answer)),
  };
}

const proofOf = (token: string, number: string, answer: Buffer): string =>
  keyed(token, 'answer', number, sha256(answer));

/** A question whose sender has the token. */
export interface KnownQuestion {
  /** Whether this is the body that was asked; known only once it is there. */
  readonly isBody: (body: string) => boolean;
  /** What shows whose answer it is; null for a sender of the version before, who asks for none. */
  readonly proveAnswer: (body: Buffer) => string | null;
}

/**
 * The question of this header, before its body is taken in; null where its sender does not show that
 * they have the token. Web servers of the version before send the token itself.
 */
export function knownQuestion(
  token: string,
  authorization: string | undefined,
): KnownQuestion | null {
  const sent = authorization ?? '';
  const [, number, digest, proof] =
    /^Columnist ([\w-]{22})\.([\w-]{43})\.([\w-]{43})$/.exec(sent) ?? [];
  if (number === undefined || digest === undefined || proof === undefined)
    return isSame(sent, `Bearer ${token}`) ? { isBody: () => true, proveAnswer: () => null } : null;
  if (!isSame(proof, keyed(token, 'question', number, digest))) return null;
  return {
    isBody: (body) => sha256(body) === digest,
    proveAnswer: (answer) => proofOf(token, number, answer),
  };
}
