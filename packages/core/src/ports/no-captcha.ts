import { randomUUID } from 'node:crypto';
import type { CaptchaPort } from './captcha.ts';

/** For automation on one machine: nothing is asked. */
export const noCaptcha: CaptchaPort = {
  kind: 'off',
  challenge: () => Promise.resolve(null),
  verify: (_, __, now) => Promise.resolve({ nonce: randomUUID(), expiresAt: now }),
};
