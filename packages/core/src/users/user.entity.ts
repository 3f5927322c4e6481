import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

export const Role = defineEntity({
  name: 'Role',
  properties: {
    id: p.uuid().primary(),
    name: p.text().unique(),
  },
});
export type Role = InferEntity<typeof Role>;

export const User = defineEntity({
  name: 'User',
  tableName: 'user_account',
  indexes: [{ name: 'user_account_newest', properties: ['createdAt', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    /** As typed; shown and written to. */
    email: p.text(),
    /** Lower case; the identity. */
    emailKey: p.text().unique(),
    fullName: p.text(),
    passwordHash: p.text(),
    emailVerifiedAt: p.datetime().nullable(),
    isActive: p.boolean().default(true),
    /** Pro by payment, until the end of the paid period and its grace. */
    paidUntil: p.datetime().nullable(),
    stripeCustomerId: p.text().nullable().unique(),
    stripeSubscriptionId: p.text().nullable(),
    /** As Stripe calls it. */
    subscriptionStatus: p.text().nullable(),
    periodEndsAt: p.datetime().nullable(),
    cancelAtPeriodEnd: p.boolean().default(false),
    /** Counts the readings of the subscription: only the newest may write. */
    billingRevision: p.integer().default(0),
    billingReadAt: p.datetime().nullable(),
    /** Pro granted by an administrator, untouched by payments. */
    grantedProUntil: p.datetime().nullable(),
    /** Megabytes that a file may have, beyond the plan; null for those of the plan. */
    raisedFileMb: p.integer().nullable(),
    createdAt: p.datetime(),
    lastLoginAt: p.datetime().nullable(),
    roles: () => p.manyToMany(Role).pivotTable('user_role').owner(),
  },
});
export type User = InferEntity<typeof User>;
