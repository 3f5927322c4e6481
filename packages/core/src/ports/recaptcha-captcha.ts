import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CaptchaPort } from './captcha.ts';

const answer = z.object({
  success: z.boolean(),
  action: z.string().optional(),
  score: z.number().optional(),
});
const lowestScore = 0.5;
const patience = 5000;
/** Google takes a token for two minutes. */
const minutes = 2;

/** Google's reCAPTCHA v3: an action and a score, asked of siteverify. No answer is a refusal. */
export function recaptchaCaptcha(
  secret: string,
  verifyUrl = 'https://www.google.com/recaptcha/api/siteverify',
): CaptchaPort {
  return {
    kind: 'recaptcha',
    challenge: () => Promise.resolve(null),
    verify: async (token, action, now) => {
      const response = await fetch(verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token }),
        signal: AbortSignal.timeout(patience),
      }).catch(() => null);
      const read =
        response?.ok === true ? answer.safeParse(await response.json().catch(() => null)) : null;
      if (read?.success !== true) return null;
      const { success, action: solved, score = 0 } = read.data;
      if (!success || solved !== action || score < lowestScore) return null;
      return {
        nonce: createHash('sha256').update(token).digest('base64url'),
        expiresAt: new Date(now.getTime() + minutes * 60_000),
      };
    },
  };
}
