import type { EntityManager } from '@mikro-orm/sql';
import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { hashToken } from '../users/secrets.ts';
import { RecoveryCode } from '../users/second-factor.entity.ts';

const codesAtOnce = 10;
/**
 * Crockford's base 32: no letter that is read as another. 16 of them are 80 random bits, too many
 * to be guessed from a hash.
 */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const [groups, lettersOfGroup] = [4, 4];

const makeCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: lettersOfGroup }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');

/** As it was typed or copied: any case, with or without dashes, o for 0, i and l for 1. */
const normalized = (code: string): string =>
  code.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
const hashOf = (code: string): string => hashToken(normalized(code));

/**
 * Ten new codes in place of those before; they are shown this once. In the caller's transaction.
 */
export async function makeRecoveryCodes(
  em: EntityManager,
  userId: string,
  now: Date,
): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, makeCode);
  await em.nativeDelete(RecoveryCode, { user: userId });
  await em.insertMany(
    RecoveryCode,
    codes.map((code) => ({
      id: uuid(),
      user: userId,
      codeHash: hashOf(code),
      createdAt: now,
      usedAt: null,
    })),
  );
  return codes;
}

/** Uses a code up; false where it is none, or was used before. */
export async function takeRecoveryCode(
  em: EntityManager,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  return (
    (await em.nativeUpdate(
      RecoveryCode,
      { user: userId, codeHash: hashOf(code), usedAt: null },
      { usedAt: now },
    )) === 1
  );
}
