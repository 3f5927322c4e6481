import type { Scope } from '@columnist/contract';
import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { User } from './user.entity.ts';

/** One login; its refresh tokens form a family that begins and ends with it. */
export const Session = defineEntity({
  name: 'Session',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().index(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
    address: p.text(),
    userAgent: p.text().default(''),
    /** When the session was last confirmed, by its log-in or as `askedAt` says. */
    confirmedAt: p.datetime().nullable(),
    /** When the password or a passkey was last asked for in this session, and right. */
    askedAt: p.datetime().nullable(),
    /** When a second factor was last shown in this session, or added by it. */
    factorAt: p.datetime().nullable(),
    /**
     * Of the cookie that its refresh tokens are worth nothing without; null for sessions of
     * programs.
     */
    cookieHash: p.text().nullable(),
    /** When a session that was opened without a cookie was given one. */
    cookieGivenAt: p.datetime().nullable(),
  },
});
export type Session = InferEntity<typeof Session>;

/** A single-use refresh token, kept as a hash. */
export const RefreshToken = defineEntity({
  name: 'RefreshToken',
  properties: {
    id: p.uuid().primary(),
    session: () => p.manyToOne(Session).deleteRule('cascade').index(),
    /** The token this one was exchanged for; null for the first of a family. */
    parentId: p.uuid().nullable(),
    tokenHash: p.text().unique(),
    createdAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});
export type RefreshToken = InferEntity<typeof RefreshToken>;

/** A single-use link sent by mail, kept as a hash. */
export const EmailToken = defineEntity({
  name: 'EmailToken',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    purpose: p.enum(['verify', 'reset']),
    tokenHash: p.text().unique(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});
export type EmailToken = InferEntity<typeof EmailToken>;

/** The one API key of a user: an HMAC to find it by, a ciphertext to show it to its owner. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  properties: {
    id: p.uuid().primary(),
    user: () => p.oneToOne(User).owner().deleteRule('cascade'),
    lookup: p.text().unique(),
    ciphertext: p.text(),
    lastFour: p.text(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
    /** What its owner narrowed it to; null for no limit. */
    scopes: p.json<Scope[]>().nullable(),
    datasetIds: p.json<string[]>().nullable(),
    aggregatesOnly: p.boolean().default(false),
    expiresAt: p.datetime().nullable(),
  },
});
export type ApiKey = InferEntity<typeof ApiKey>;
