import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { User } from './user.entity.ts';

/**
 * What an authenticator app shares with the server. It counts as a factor once a first code has
 * confirmed it.
 */
export const TotpSecret = defineEntity({
  name: 'TotpSecret',
  properties: {
    id: p.uuid().primary(),
    user: () => p.oneToOne(User).owner().deleteRule('cascade'),
    ciphertext: p.text(),
    createdAt: p.datetime(),
    confirmedAt: p.datetime().nullable(),
    /** The newest time step whose code was taken: it and those before it are taken no more. */
    lastStep: p.integer().nullable(),
    lastUsedAt: p.datetime().nullable(),
  },
});
export type TotpSecret = InferEntity<typeof TotpSecret>;

/** A code for the day the other factors are out of reach; works once. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    codeHash: p.text(),
    createdAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});
export type RecoveryCode = InferEntity<typeof RecoveryCode>;

/** A WebAuthn credential. */
export const Passkey = defineEntity({
  name: 'Passkey',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    name: p.text(),
    /** As the authenticator calls it; base64url. */
    credentialId: p.text().unique(),
    /** COSE, base64url. */
    publicKey: p.text(),
    counter: p.bigint('number'),
    transports: p.json<string[]>(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
  },
});
export type Passkey = InferEntity<typeof Passkey>;

/**
 * What a passkey is to sign, once, for one purpose and one session or one log-in that has begun.
 */
export const PasskeyChallenge = defineEntity({
  name: 'PasskeyChallenge',
  properties: {
    challenge: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    purpose: p.enum(['add', 'confirm', 'login']),
    /** The session, or the ticket. */
    boundTo: p.uuid(),
    expiresAt: p.datetime().index(),
  },
});

/**
 * A log-in whose password was right and whose second factor is awaited; the token is kept as a
 * hash.
 */
export const LoginTicket = defineEntity({
  name: 'LoginTicket',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    tokenHash: p.text().unique(),
    expiresAt: p.datetime().index(),
    attempts: p.integer(),
  },
});
export type LoginTicket = InferEntity<typeof LoginTicket>;
