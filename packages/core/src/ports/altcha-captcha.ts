import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { CaptchaPort } from './captcha.ts';

const minutes = 20;
/** 256 tries on average. */
const work = { algorithm: 'PBKDF2/SHA-256', keyPrefix: '00', keyLength: 32 };
/**
 * Hashes a try: 1.3 million in all, about 0.3 seconds of a core of a desktop computer and a second
 * of a telephone.
 */
const usualCost = 5000;
/** Beyond, people behind one busy address would wait too long. */
const mostTimes = 8;

const parameters = z.object({
  algorithm: z.literal(work.algorithm),
  nonce: z.string(),
  salt: z.string(),
  cost: z.int(),
  keyLength: z.literal(work.keyLength),
  keyPrefix: z.literal(work.keyPrefix),
  // Not the library's expiresAt, which it compares with the machine's clock instead of ours.
  data: z.object({ action: z.string(), expires: z.number() }),
});
const payload = z.object({
  challenge: z.object({ parameters, signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string(), time: z.number().optional() }),
});

/**
 * Proof of work, served and checked by ourselves (ALTCHA, version 2): bound to an action, expiring.
 * `cost` is the hashes a try, where a test wants less.
 */
export function altchaCaptcha(secret: string, { cost = usualCost } = {}): CaptchaPort {
  return {
    kind: 'altcha',
    challenge: async (action, now, times) => {
      const data = { action, expires: Math.floor(now.getTime() / 1000) + minutes * 60 };
      const made = await createChallenge({
        ...work,
        cost: cost * Math.min(mostTimes, times),
        deriveKey,
        hmacSignatureSecret: secret,
        data,
      });
      return {
        parameters: { ...parameters.parse(made.parameters), data },
        signature: made.signature ?? '',
      };
    },
    verify: async (token, action, now) => {
      const read = payload.safeParse(jsonOf(token));
      if (!read.success) return null;
      const { challenge, solution } = read.data;
      const { data, nonce } = challenge.parameters;
      if (data.action !== action || data.expires * 1000 <= now.getTime()) return null;
      const { time: _, ...solved } = solution;
      const { verified } = await verifySolution({
        challenge,
        solution: solved,
        deriveKey,
        hmacSignatureSecret: secret,
      });
      return verified ? { nonce, expiresAt: new Date(data.expires * 1000) } : null;
    },
  };
}

function jsonOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString());
  } catch {
    return null;
  }
}
