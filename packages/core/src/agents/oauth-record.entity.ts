import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * What the authorization server keeps: clients, codes, tokens and sign-ins on their way. Found by
 * digest, kept encrypted.
 */
export const OauthRecord = defineEntity({
  name: 'OauthRecord',
  properties: {
    model: p.text().primary(),
    idHash: p.text().primary(),
    payload: p.text(),
    grantId: p.text().nullable().index(),
    uid: p.text().nullable().index(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable().index(),
    consumedAt: p.datetime().nullable(),
  },
});
export type OauthRecord = InferEntity<typeof OauthRecord>;
