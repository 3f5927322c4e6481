import { defineEntity, p } from '@mikro-orm/core';

/** Attempts of one subject since a moment. */
export const Throttle = defineEntity({
  name: 'Throttle',
  properties: {
    subject: p.text().primary(),
    startedAt: p.datetime().index(),
    attempts: p.integer(),
  },
});

/** A captcha that was solved and used, kept until it would have expired. */
export const SpentCaptcha = defineEntity({
  name: 'SpentCaptcha',
  properties: { nonce: p.text().primary(), expiresAt: p.datetime().index() },
});
